import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Config } from '../../platform/config/config.ts'
import { rowOf } from '../../platform/database/rows.ts'
import { hashToken } from '../../platform/http/session-token.ts'
import { type FeatureJobs, handle, type JobKind } from '../../platform/jobs/job-kinds.ts'
import type { Message } from '../../platform/mail/mail.ts'

const Payload = z.object({ companyId: z.uuid(), email: z.string() })

/**
 * Sends a link to set a password to an address, if its person may sign in. Every request becomes a job, also one for an unknown address: so
 * the answer and its time reveal nothing (T54). The job makes the link, so that no secret waits in the queue.
 */
export const passwordMail: JobKind<z.infer<typeof Payload>> = {
  ...{ name: 'password-mail', payload: Payload },
  ...{ retryLimit: 4, retryDelay: 20, expireIn: 90 },
}

/** How long a link works, in minutes. */
export const linkMinutes = 60

/** @returns the address of a link with its secret, and the hash that the database stores */
export function newLink(appUrl: string): { address: string; hash: string } {
  const secret = randomBytes(32).toString('base64url')
  // After '#': browsers send it to no server, and no log contains it.
  return { address: `${appUrl}/auth/reset-password#${secret}`, hash: hashToken(secret) }
}

const Receiver = z.object({ email: z.string(), firstName: z.string().nullable() })

export function passwordJobs(config: Pick<Config, 'appUrl'>): FeatureJobs {
  const send = handle(passwordMail, async ({ email }, job) => {
    const { address, hash } = newLink(config.appUrl)
    const receiver = await job.work((db) =>
      rowOf(
        db,
        Receiver,
        sql`select email, first_name from app.open_password_reset(${email}, ${hash}, ${linkMinutes})`,
      ),
    )
    if (receiver) await job.mail.send(messageTo(receiver, address), job.jobId)
  })
  return { handlers: [send], schedules: [] }
}

const messageTo = ({ email, firstName }: z.infer<typeof Receiver>, address: string): Message => ({
  to: email,
  subject: 'Set your password for SBR Operations',
  text: `Hello${firstName ? ` ${firstName}` : ''},

somebody, probably you, asked for a link to set your password. Open it within an hour. It works once.

${address}

When you set a password, you are signed out everywhere, and your access tokens end.
If it was not you, you need not do anything: your password stays as it is.

SBR Operations
`,
})
