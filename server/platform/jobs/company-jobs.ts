import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../database/handle.ts'
import { scalarsOf } from '../database/rows.ts'
import { due, type FeatureJobs, handle, type JobContext, type JobKind } from './job-kinds.ts'

const Payload = z.object({ companyId: z.uuid() })
type Payload = z.infer<typeof Payload>

type Work = {
  /** of the jobs and of their schedule */
  name: string
  cron: string
  /** SQL of rows with `company_id`: the companies that have something to do */
  companies: () => RawBuilder<unknown> | Promise<RawBuilder<unknown>>
  run: (job: JobContext) => Promise<unknown>
} & Partial<Pick<JobKind<Payload>, 'retryLimit' | 'retryDelay' | 'expireIn'>>

/** Work by the clock for one company at a time: each company that has something to do gets a job, unless one of it waits or runs. */
export function companyJobs({ name, cron, companies, run, ...limits }: Work): FeatureJobs & { kind: JobKind<Payload> } {
  const kind: JobKind<Payload> = {
    ...{ name, payload: Payload, policy: 'singleton per key', retryLimit: 3, retryDelay: 60, expireIn: 120 },
    ...limits,
  }
  const findDue = async (db: Db) => {
    const ids = await scalarsOf(db, z.uuid(), sql`select company_id from ${await companies()}`)
    return ids.map((companyId) => due(kind, { companyId }))
  }
  const handler = handle(kind, async (_payload, job) => {
    await run(job)
  })
  return { kind, handlers: [handler], schedules: [{ name, cron, due: findDue }] }
}
