import { type Topic, topicNames } from 'contract/notifications/topics.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Config } from '../platform/config/config.ts'
import type { Db } from '../platform/database/handle.ts'
import { rowsOf } from '../platform/database/rows.ts'
import { due, type FeatureJobs, handle, type JobKind, type Schedule } from '../platform/jobs/job-kinds.ts'
import { type Message, wasNeverSent } from '../platform/mail/mail.ts'

const Payload = z.strictObject({ companyId: z.uuid(), userId: z.uuid(), day: z.string() })
type Payload = z.infer<typeof Payload>

/** The mail of a day to one person. Its row in notification_digests holds its state. */
const digestKind: JobKind<Payload> = {
  ...{ name: 'notification-digest', payload: Payload },
  ...{ retryLimit: 5, retryDelay: 60, expireIn: 120 },
}

const Due = z.object({ companyId: z.uuid(), userId: z.uuid(), day: z.string() })
const Line = z.object({ email: z.string(), firstName: z.string().nullable(), topic: z.string(), unread: z.int() })

/** One mail a day about unread notices, in the morning of each company, if a mail server is configured. */
export function digestJobs(config: Pick<Config, 'appUrl' | 'smtpUrl'>): FeatureJobs {
  const send = handle(digestKind, async ({ companyId, userId, day }, job) => {
    const mail = { companyId, userId, day }
    const lines = await job.work(async (db) => {
      if (!(await turn(db, mail, 'due', 'sending'))) return []
      const query = sql`select email, first_name, topic, unread from app.digest_of(${companyId}, ${userId})`
      return rowsOf(db, Line, query)
    })
    const [first] = lines
    if (!first) return
    try {
      await job.mail.send(messageTo(first, lines, config.appUrl), job.jobId)
    } catch (error) {
      if (wasNeverSent(error)) await job.work((db) => turn(db, mail, 'sending', 'due'))
      throw error
    }
    await job.work((db) => turn(db, mail, 'sending', 'sent'))
  })
  const mornings: Schedule = {
    name: 'notification-digests',
    cron: '*/15 * * * *',
    due: async (db) => {
      const dueDigests = await rowsOf(db, Due, sql`select company_id, user_id, day from app.take_due_digests()`)
      return dueDigests.map((payload) => due(digestKind, payload))
    },
  }
  return { handlers: [send], schedules: config.smtpUrl ? [mornings] : [] }
}

type State = 'due' | 'sending' | 'sent'

/** @returns false when the mail is in another state: another delivery of this job is sending it, or has sent it */
async function turn(db: Db, { companyId, userId, day }: Payload, from: State, to: State): Promise<boolean> {
  const { numAffectedRows } = await sql`update notification_digests set state = ${to}
    where company_id = ${companyId} and user_id = ${userId} and day = ${day} and state = ${from}`.execute(db)
  return numAffectedRows === 1n
}

type Line = z.infer<typeof Line>

/** Numbers only: a mail leaves the house, and its reader may have lost the right to a record meanwhile. */
function messageTo({ email, firstName }: Line, lines: Line[], appUrl: string): Message {
  const paragraphs = topicNames.flatMap((topic) => {
    const count = lines.find((line) => line.topic === topic)?.unread ?? 0
    return count > 0 ? [`- ${countInWords(topic, count)}`] : []
  })
  const count = lines.reduce((sum, { unread }) => sum + unread, 0)
  return {
    to: email,
    subject: `SBR Operations: ${count} unread ${count === 1 ? 'notification' : 'notifications'}`,
    text: `Good morning${firstName ? `, ${firstName}` : ''}.

This waits for you in SBR Operations:

${paragraphs.join('\n')}

${appUrl}/notifications

This mail comes once a day, when there is something new. You can switch it off under Settings, Account.

SBR Operations
`,
  }
}

/** How many notices of each topic there are, in the mail of the day: 'tasks were assigned to you'. Browsers need none of it. */
const words: Record<Topic, [one: string, more: string]> = {
  task_assigned: ['task was assigned to you', 'tasks were assigned to you'],
  task_done: ['task was reported done', 'tasks were reported done'],
  task_help: ['task needs help', 'tasks need help'],
  task_sent_back: ['report of yours was answered', 'reports of yours were answered'],
  task_unblocked: ['task is unblocked', 'tasks are unblocked'],
  task_overdue: ['task is overdue', 'tasks are overdue'],
  mentioned: ['comment mentions you', 'comments mention you'],
  part_low: ['notice of low stock', 'notices of low stock'],
  sync_failed: ['sync failed', 'syncs failed'],
  backup_failed: ['nightly backup failed', 'nightly backups failed'],
  webhook_off: ['webhook was switched off', 'webhooks were switched off'],
  access_asked: ['person asks for access', 'people ask for access'],
  access_decided: ['decision on a person you asked for', 'decisions on people you asked for'],
  role_changed: ['change of your role', 'changes of your role'],
  correction_proposed: ['correction of a time entry waits for you', 'corrections of time entries wait for you'],
  correction_decided: ['decision on your correction', 'decisions on your corrections'],
  hours_changed: ['change of your hours', 'changes of your hours'],
  clock_out_forgotten: ['clock-out may have been forgotten', 'clock-outs may have been forgotten'],
  sop_to_read: ['SOP is to be read', 'SOPs are to be read'],
  sop_review: ['SOP is to be reviewed', 'SOPs are to be reviewed'],
}

/** '2 tasks were assigned to you' */
const countInWords = (topic: Topic, count: number): string => `${count} ${words[topic][count === 1 ? 0 : 1]}`
