import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { openMail } from './mail.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

const message = {
  to: 'ann@firm.example',
  subject: 'Your day',
  text: 'Für Ann:\nthree tasks, ever so long'.padEnd(300, '.'),
}
const log = { info: () => undefined, warn: () => undefined }
const settings = { appUrl: 'https://operations.firm.example', dataDir: '/nowhere', isProduction: true }

type Taken = { from: string; to: string[]; user: string | undefined; raw: string }

/** A mail server on this machine. @param isFull refuses every mail */
async function mailServer({ isFull = false, at = '127.0.0.1' } = {}) {
  const taken: Taken[] = []
  const server = new SMTPServer({
    ...{ authOptional: true, allowInsecureAuth: true, disabledCommands: ['STARTTLS'] },
    onAuth: ({ username, password }, _session, done) =>
      password === 'pass word' ? done(null, { user: username }) : done(new Error('No')),
    onData(stream, { envelope, user }, done) {
      let raw = ''
      stream.on('data', (chunk: Buffer) => {
        raw += chunk
      })
      stream.on('end', () => {
        if (isFull) return done(Object.assign(new Error('Full'), { responseCode: 452 }))
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        taken.push({ from, to: envelope.rcptTo.map(({ address }) => address), user: user as string | undefined, raw })
        done()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, at, resolve))
  ends.push(() => server.close())
  return { taken, host: `${at}:${(server.server.address() as AddressInfo).port}` }
}

test('a mail goes to the server of SMTP_URL, from the address in SMTP_URL, with one id for all tries', async () => {
  const { taken, host } = await mailServer()
  const mail = openMail({ ...settings, smtpUrl: `smtp://ann:pass%20word@${host}?from=post@firm.example` }, log)
  await mail.send(message, 'job-1')
  await mail.send(message, 'job-1')
  expect(taken).toMatchObject(Array(2).fill({ from: 'post@firm.example', to: ['ann@firm.example'], user: 'ann' }))
  for (const { raw } of taken) {
    expect(raw).toContain('Message-ID: <job-1@operations.firm.example>')
    expect(raw).toContain('Subject: Your day')
    expect(raw).toContain('F=C3=BCr Ann:')
  }
})

test.each([
  ['smtp://post%40firm.example:pass%20word@', 'post@firm.example'],
  ['smtp://', 'no-reply@operations.firm.example'],
])('without a sender in %s, it is %s', async (url, sender) => {
  const { taken, host } = await mailServer()
  await openMail({ ...settings, smtpUrl: `${url}${host}` }, log).send(message, 'job')
  expect(taken[0]?.from).toBe(sender)
})

test.each([
  ['takes no mail', { isFull: true }, 'smtp://'],
  ['does not accept the password', {}, 'smtp://ann:wrong@'],
])('a server that %s is a failure, so that the job tries again', async (_what, options, url) => {
  const { taken, host } = await mailServer(options)
  await expect(openMail({ ...settings, smtpUrl: `${url}${host}` }, log).send(message, 'job')).rejects.toThrow()
  expect(taken).toEqual([])
})

test('no mail crosses a network unencrypted', async () => {
  // Linux answers for the whole network 127: this address is on this machine, but the product does not know that.
  const { taken, host } = await mailServer({ at: '127.0.0.2' })
  const mail = openMail({ ...settings, smtpUrl: `smtp://${host}` }, log)
  await expect(mail.send(message, 'job')).rejects.toThrow(/STARTTLS/)
  expect(taken).toEqual([])
})

test('without a mail server a mail becomes a file that only its owner can read, and the log only names the file', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sbr-mail-'))
  ends.push(() => rmSync(dataDir, { recursive: true }))
  const entries: unknown[] = []
  const tell = (fields: unknown) => void entries.push(fields)
  await openMail({ ...settings, smtpUrl: undefined, dataDir, isProduction: false }, { info: tell, warn: tell }).send(
    message,
    'job',
  )
  const [name = ''] = readdirSync(join(dataDir, 'mail'))
  const file = join(dataDir, 'mail', name)
  expect(readFileSync(file, 'utf8')).toBe(`To: ann@firm.example\nSubject: Your day\n\n${message.text}`)
  expect(statSync(file).mode & 0o077).toBe(0)
  expect(entries).toEqual([{ file }])
})

test('in production without a mail server no mail is written anywhere', async () => {
  await expect(openMail({ ...settings, smtpUrl: undefined }, log).send(message, 'job')).rejects.toThrow(/SMTP_URL/)
})
