import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { FeedPlace } from '../../activity/public.ts'
import { notify } from '../../notifications/public.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/database/handle.ts'
import { isTrue, rowsOf } from '../../platform/database/rows.ts'
import {
  due,
  type FeatureJobs,
  type Handler,
  handle,
  type JobContext,
  type JobKind,
  type Schedule,
} from '../../platform/jobs/job-kinds.ts'
import { nextEvents, type Step, type Waiting } from './next-events.ts'
import { type Outcome, post } from './post.ts'
import { addDelivery } from './webhooks.queries.ts'

const Payload = z.strictObject({ companyId: z.uuid(), webhookId: z.uuid() })
type Payload = z.infer<typeof Payload>

/**
 * Sends the events that one webhook has not received. Many at once, so that slow receivers do not delay the others. The job fails only when
 * its server is lost, so it begins again at once. When the receiver fails, `waits` says when it is tried again.
 */
const kind: JobKind<Payload> = {
  ...{ name: 'webhook', payload: Payload, retryLimit: 3, retryDelay: 2, expireIn: 60 },
  ...{ policy: 'singleton per key', atOnce: 6 },
}

/** A job ends after this long, so that the webhooks take turns. */
const sliceMs = 5_000

/** Seconds between the tries of one event, as Standard Webhooks proposes: about three days. */
const waits = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]

const deliverBy = ({ baseUrls }: Config): Handler =>
  handle(kind, async ({ companyId, webhookId }, job) => {
    const begun = performance.now()
    const isOver = () => performance.now() - begun > sliceMs
    let slowestMs = 0
    for (let isEnd = false; !isEnd && !isOver(); ) {
      const next = await job.work((db) => nextEvents(db, companyId, webhookId))
      if (!next) return
      isEnd = next.isEnd
      let from: FeedPlace = next.waiting
      for (const step of next.steps) {
        if (isOver()) return
        const outcome = step.message && (await post({ ...job, baseUrls }, next.receiver, step.message))
        slowestMs = Math.max(slowestMs, outcome?.durationMs ?? 0)
        // A slow receiver rests for longer than it was called, and so leaves room for the others.
        const done = { ...next, from, step, outcome, restMs: 3 * slowestMs }
        if (!(await job.work((db) => note(db, job, webhookId, done)))) return
        from = step.to
      }
    }
  })

type Done = { waiting: Waiting; from: FeedPlace; step: Step; outcome: Outcome | undefined; restMs: number }

/** Notes how a step went. @returns whether the next one follows: it went well, and nobody has changed the webhook meanwhile */
async function note(db: Db, { companyId }: JobContext, id: string, done: Done): Promise<boolean> {
  const { waiting, from, step, outcome, restMs } = done
  if (step.message && outcome) await addDelivery(db, companyId, id, { ...step.message, ...outcome })
  const at = { from, version: waiting.version }
  const { transactionId, changeSetId, logId } = step.to
  const moved = sql`at_transaction = ${transactionId}, at_set = ${changeSetId}, at_log = ${logId}`
  if (!outcome) return change(db, companyId, id, at, moved)
  if (outcome.isSuccess)
    return change(
      db,
      ...([companyId, id, at] as const),
      sql`${moved}, tries = 0, failing_since = null, last_success_at = now(), next_try_at = now() + ${restMs} * interval '1 millisecond'`,
    )
  const wait = outcome.httpStatus === 410 ? undefined : waits[waiting.tries] // 410: the receiver wants no more
  const failing = sql`tries = tries + 1, failing_since = coalesce(failing_since, now())`
  if (wait !== undefined) {
    const seconds = wait * (0.8 + 0.4 * Math.random())
    await change(db, companyId, id, at, sql`${failing}, next_try_at = now() + ${seconds} * interval '1 second'`)
  } else if (await change(db, companyId, id, at, sql`${failing}, is_enabled = false, switched_off_at = now()`))
    await notify(db, {
      ...{ companyId, topic: 'webhook_off', to: { may: 'integration.write' }, params: { name: waiting.name } },
    })
  return false
}

const change = (
  db: Db,
  companyId: string,
  id: string,
  { from, version }: { from: FeedPlace; version: number },
  set: RawBuilder<unknown>,
): Promise<boolean> =>
  isTrue(
    db,
    sql`update webhooks set ${set} where company_id = ${companyId} and id = ${id} and is_enabled and version = ${version}
      and at_transaction = ${from.transactionId} and at_set = ${from.changeSetId} and at_log = ${from.logId} returning true as found`,
  )

const DueRow = z.object({ companyId: z.uuid(), webhookId: z.uuid() })

const dueWebhooks: Schedule = {
  name: 'webhooks',
  cron: '* * * * *',
  everySeconds: 2,
  due: async (db) => {
    const rows = await rowsOf(db, DueRow, sql`select company_id, webhook_id from app.webhooks_due()`)
    return rows.map((row) => due(kind, row, row.webhookId))
  },
}

export const webhookJobs = (config: Config): FeatureJobs => ({
  handlers: [deliverBy(config)],
  schedules: [dueWebhooks],
})
