import { sql } from 'kysely'
import { z } from 'zod'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/database/handle.ts'
import { scalarsOf } from '../../platform/database/rows.ts'
import { due, type Handler, handle, type JobContext, type Schedule } from '../../platform/jobs/job-kinds.ts'
import { handleSync, syncsOf, told } from '../sync-jobs.ts'
import { readNotices } from './notices.ts'
import { noticesKind, subscribeKind, syncKind } from './shopify-job-kinds.ts'
import { settleSubscriptions } from './shopify-subscriptions.ts'
import { syncStore } from './shopify-sync.ts'

/** All jobs of stores. The hourly sync reads the changes that notices missed; subscriptions are checked once a day. */
export function storeJobs({ baseUrls, appUrl }: Config): { handlers: Handler[]; schedules: Schedule[] } {
  const of = (job: JobContext) => ({ ...job, baseUrls, appUrl })
  const handlers = [
    handleSync('shopify', syncKind, async (runId, job) => {
      await syncStore(of(job), runId)
      await job.work((db) => job.enqueue(db, subscribeKind, { companyId: job.companyId }))
    }),
    handle(noticesKind, (_, job) => told(job, 'shopify', () => readNotices(of(job), job.jobId))),
    handle(subscribeKind, (_, job) => told(job, 'shopify', () => settleSubscriptions(of(job)))),
  ]
  const schedules = [
    syncsOf('shopify', '7 * * * *'),
    {
      name: 'shopify-subscriptions',
      cron: '23 3 * * *',
      due: async (db: Db) => (await connected(db)).map((companyId) => due(subscribeKind, { companyId })),
    },
  ]
  return { handlers, schedules }
}

const Company = z.uuid()

const connected = (db: Db) => scalarsOf(db, Company, sql`select company_id from app.connected_to('shopify')`)
