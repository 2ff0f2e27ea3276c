import { sql } from 'kysely'
import { z } from 'zod'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/database/handle.ts'
import { scalarsOf } from '../../platform/database/rows.ts'
import { due, type Handler, handle, type JobContext, type Schedule } from '../../platform/jobs/job-kinds.ts'
import { markHealth, outcomeOf } from '../health.ts'
import { getIntegration } from '../integrations.queries.ts'
import { ServiceError } from '../service-error.ts'
import { endRun } from '../sync-runs.queries.ts'
import { readNotice } from './notices.ts'
import { dueSyncKind, noticeKind, subscribeKind, syncKind } from './shopify-job-kinds.ts'
import { settleSubscriptions } from './shopify-subscriptions.ts'
import { syncStore } from './shopify-sync.ts'
import { startSync } from './start-sync.ts'

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

/** All jobs of stores. The hour's sync repairs what notices missed; subscriptions are checked once a day. */
export function storeJobs({ baseUrls, appUrl }: Config): { handlers: Handler[]; schedules: Schedule[] } {
  const of = (job: JobContext) => ({ ...job, baseUrls, appUrl })
  const handlers = [
    handle(syncKind, ({ companyId, runId }, job) =>
      told(
        job,
        async () => {
          await syncStore(of(job), runId)
          await job.work((db) => job.enqueue(db, subscribeKind, { companyId }))
        },
        (message) => job.work((db) => endRun(db, companyId, runId, 'failed', message)),
      ),
    ),
    handle(noticeKind, (notice, job) => told(job, () => readNotice(of(job), notice))),
    handle(dueSyncKind, ({ companyId }, job) =>
      job.work(async (db) => {
        const stored = await getIntegration(db, companyId, 'shopify')
        if (stored?.isEnabled && stored.lastCredentialUpdate && !stored.needsReconnect)
          await startSync(db, job.enqueue, companyId, stored.id)
      }),
    ),
    handle(subscribeKind, (_, job) => told(job, () => settleSubscriptions(of(job)))),
  ]
  const schedules = [
    {
      name: 'shopify-sync',
      cron: '7 * * * *',
      due: async (db: Db) => (await connected(db)).map((companyId) => due(dueSyncKind, { companyId })),
    },
    {
      name: 'shopify-subscriptions',
      cron: '23 3 * * *',
      due: async (db: Db) => (await connected(db)).map((companyId) => due(subscribeKind, { companyId })),
    },
  ]
  return { handlers, schedules }
}

const Company = z.uuid()

const connected = (db: Db) => scalarsOf(db, Company, sql`select company_id from app.connected_stores()`)
