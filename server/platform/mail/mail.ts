import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'

/** `text`: plain text, in lines of any length. */
export type Message = { to: string; subject: string; text: string }

export type Mail = {
  /**
   * Sends a mail. Only jobs call it: a request must not wait for a mail server, and a mail must not go out when its transaction fails.
   * @param id the same for each try of one mail, such as the id of its job: receivers show a repeated mail once
   * @throws when the server does not take it
   */
  send(message: Message, id: string): Promise<void>
}

/**
 * Whether a failed mail has surely not gone out: the server refused it, or was not reached. If the connection broke, the mail may have been
 * delivered.
 */
export function wasNeverSent(error: unknown): boolean {
  const { responseCode, syscall } = error as { responseCode?: number; syscall?: string }
  return responseCode !== undefined || syscall === 'connect' || syscall === 'getaddrinfo'
}

type Settings = Pick<Config, 'smtpUrl' | 'appUrl' | 'dataDir' | 'isProduction'>

/** The way for mails: the server of SMTP_URL. Without it, outside production, each mail becomes a file in `DATA_DIR/mail`. */
export function openMail(config: Settings, log: Pick<FastifyBaseLogger, 'info' | 'warn'>): Mail {
  const { smtpUrl, isProduction, dataDir } = config
  if (smtpUrl) return bySmtp(new URL(smtpUrl), config.appUrl)
  if (isProduction) return { send: () => Promise.reject(new Error('SMTP_URL is not set')) }
  return {
    async send(message, id) {
      const file = join(dataDir, 'mail', `${new Date().toISOString().replaceAll(':', '-')} ${id}.txt`)
      await mkdir(join(dataDir, 'mail'), { recursive: true, mode: 0o700 })
      const { to, subject, text } = message
      await writeFile(file, `To: ${to}\nSubject: ${subject}\n\n${text}`, { mode: 0o600 })
      log.warn({ file }, 'a mail was written to a file, because SMTP_URL is not set')
    },
  }
}

const patienceMs = 20_000

function bySmtp(url: URL, appUrl: string): Mail {
  const { hostname } = new URL(appUrl)
  const from = { name: 'SBR Operations', address: senderOf(url, hostname) }
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  const isEncrypted = url.protocol === 'smtps:'
  const options = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isEncrypted ? 465 : 587),
    secure: isEncrypted,
    // Links to set a password do not cross a network unencrypted.
    requireTLS: !isEncrypted && !isHere,
    ignoreTLS: !isEncrypted && isHere,
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    ...{ connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  }
  return {
    async send({ to, subject, text }, id) {
      // The library is loaded at the first mail: the server starts without it.
      const { createTransport } = await import('nodemailer')
      const transport = createTransport(options)
      try {
        const headers = { 'Auto-Submitted': 'auto-generated' }
        await transport.sendMail({ from, to, subject, text, headers, messageId: `<${id}@${hostname}>` })
      } finally {
        transport.close()
      }
    },
  }
}

/** `?from=` of SMTP_URL, else its user when that is an address. */
function senderOf(url: URL, hostname: string): string {
  const user = decodeURIComponent(url.username)
  return url.searchParams.get('from') ?? (user.includes('@') ? user : `no-reply@${hostname}`)
}
