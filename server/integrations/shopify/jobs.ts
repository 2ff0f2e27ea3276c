import { sql } from 'kysely'
import { z } from 'zod'
import { due, handle, type JobContext, type Schedule } from '../../platform/jobs/job-kinds.ts'
import { scalarsOf } from '../../platform/database/rows.ts'
import { markHealth, outcomeOf } from '../health.ts'
import { getIntegration } from '../integrations.queries.ts'
import { ServiceError } from '../service-error.ts'
import { endRun } from '../sync-runs.queries.ts'
import { dueSyncKind, noticeKind, subscribeKind, syncKind } from './job-kinds.ts'
import { readNotice } from './notices.ts'
import { startSync } from './start-sync.ts'
import { settleSubscriptions } from './subscriptions.ts'
import { syncStore } from './sync.ts'

/** What a service refuses is written on the card. What may pass is thrown, so that the job is tried again. */
async function told(context: JobContext, work: () => Promise<unknown>, onEnd?: (message: string) => Promise<void>) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    await context.work((db) => markHealth(db, { companyId: context.companyId, name: 'shopify' }, outcomeOf(error)))
    if (error.isPassing) throw error
    await onEnd?.(error.message)
  }
}

export const shopifyHandlers = [
  handle(syncKind, ({ runId }, context) =>
    told(
      context,
      () => syncStore(context, runId),
      (message) => context.work((db) => endRun(db, context.companyId, runId, 'failed', message)),
    ),
  ),
  handle(noticeKind, (notice, context) => told(context, () => readNotice(context, notice))),
  handle(dueSyncKind, ({ companyId }, context) =>
    context.work(async (db) => {
      const stored = await getIntegration(db, companyId, 'shopify')
      if (stored?.isEnabled && stored.lastCredentialUpdate && !stored.needsReconnect)
        await startSync(db, context.enqueue, companyId, stored.id)
    }),
  ),
  handle(subscribeKind, (_, context) => told(context, () => settleSubscriptions(context))),
]

const Company = z.uuid()
const connected = sql`select company_id from app.companies_with_integration('shopify')`

/** The hour's sync repairs what webhooks missed; subscriptions are checked once a day. */
export const shopifySchedules: Schedule[] = [
  {
    name: 'shopify-sync',
    cron: '7 * * * *',
    due: async (db) => (await scalarsOf(db, Company, connected)).map((companyId) => due(dueSyncKind, { companyId })),
  },
  {
    name: 'shopify-subscriptions',
    cron: '23 3 * * *',
    due: async (db) => (await scalarsOf(db, Company, connected)).map((companyId) => due(subscribeKind, { companyId })),
  },
]
