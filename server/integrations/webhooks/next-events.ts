import { FeedEvent } from 'contract/activity/feed.ts'
import { manyChanged, type WebhookEvent } from 'contract/integrations/webhooks.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { cursorOf, type FeedPlace, lastLogId } from '../../activity/public.ts'
import type { Db } from '../../platform/database/handle.ts'
import { isTrue, rowOf, rowsOf, scalarOf } from '../../platform/database/rows.ts'
import type { Message, Receiver } from './post.ts'
import { secretsOf } from './webhooks.queries.ts'

/** The state of a webhook as its job needs it. */
const Waiting = z.object({
  name: z.string(),
  url: z.string(),
  version: z.int(),
  tries: z.int(),
  ...{ transactionId: z.int(), changeSetId: z.uuid(), logId: z.string() },
})
export type Waiting = z.infer<typeof Waiting>

/** From the end of the step before to `to`; without a message there is nothing to send. */
export type Step = { to: FeedPlace; message?: Message }

/** A larger change set is told as one event. */
const mostOfOneSet = 100
const rowsAtOnce = 2 * mostOfOneSet

const { entityType, entityId, recordId, action, createdAt, userId } = FeedEvent.shape
/** A row of app.webhook_page; without `entityType` it is of no kind that the webhook is told of. */
const PageRow = z.object({
  ...{ transactionId: z.int(), changeSetId: z.uuid(), logId: z.string().nullable(), entityType: entityType.nullable() },
  ...{ entityId: entityId.nullable(), recordType: z.string().nullable(), recordId: recordId.nullable() },
  ...{ action: action.nullable(), userId, createdAt: createdAt.nullable() },
})
type PageRow = z.infer<typeof PageRow>

/** What is to be sent next. @returns undefined when the webhook is off or gone, or waits for another try */
export async function nextEvents(db: Db, companyId: string, id: string) {
  const waiting = await rowOf(
    db,
    Waiting,
    sql`select name, url, version, tries, at_transaction as transaction_id, at_set as change_set_id, at_log::text as log_id
      from webhooks where company_id = ${companyId} and id = ${id} and is_enabled and next_try_at <= now()`,
  )
  if (!waiting) return
  const rows = await rowsOf(
    db,
    PageRow,
    sql`select transaction_id, change_set_id, log_id::text, entity_type, entity_id, record_type, record_id, action, user_id, created_at
      from app.webhook_page(${companyId}, ${id}, ${rowsAtOnce})`,
  )
  const receiver: Receiver = { companyId, id, url: waiting.url, sealed: await secretsOf(db, companyId, id) }
  const steps = await stepsOf(db, companyId, id, rows)
  return { waiting, receiver, steps, isEnd: rows.length < rowsAtOnce }
}

async function stepsOf(db: Db, companyId: string, id: string, rows: PageRow[]): Promise<Step[]> {
  const sets = Object.values(Object.groupBy(rows, ({ changeSetId }) => changeSetId)) as PageRow[][]
  // The last set of a full page may go on: it is left to the next page, which begins with it.
  if (rows.length === rowsAtOnce && sets.length > 1) sets.pop()
  const steps: Step[] = []
  for (const set of sets) {
    const last = set.at(-1) as PageRow
    if (set.length <= mostOfOneSet) steps.push(...set.map((row) => stepOf(companyId, row)))
    else {
      const wanted = sql`select app.webhook_wants(${companyId}, ${id}, ${last.changeSetId})`
      const to = { ...last, logId: lastLogId }
      steps.push((await isTrue(db, wanted)) ? { to, message: await manyOf(db, companyId, set) } : { to })
    }
  }
  return steps
}

function stepOf(companyId: string, { transactionId, changeSetId, logId, ...row }: PageRow): Step {
  const to = { transactionId, changeSetId, logId: logId ?? lastLogId }
  if (logId === null || row.entityType === null) return { to }
  const { id, createdAt, ...data } = FeedEvent.parse({ ...row, changeSetId, id: logId })
  return { to, message: messageOf(companyId, { id, type: `${data.entityType}.${data.action}`, createdAt, data }) }
}

async function manyOf(db: Db, companyId: string, [first]: PageRow[]): Promise<Message> {
  const { transactionId, changeSetId, logId, createdAt, userId } = first as PageRow
  const origin = await scalarOf(db, z.string(), sql`select app.feed_origin()`)
  const cursor = cursorOf(`${companyId} ${origin}`, { transactionId, changeSetId, logId: '0' })
  const data = { changeSetId, userId, cursor }
  return messageOf(companyId, { id: String(logId), type: manyChanged, createdAt: String(createdAt), data })
}

export function messageOf(companyId: string, { id, type, createdAt, data }: Omit<WebhookEvent, 'companyId'>): Message {
  const event: WebhookEvent = { id, type, createdAt, companyId, data }
  return { eventId: id, type, body: JSON.stringify(event) }
}
