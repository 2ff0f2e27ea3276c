import { sql } from 'kysely'
import { z } from 'zod'
import { rowsOf, scalarsOf } from '../../platform/database/rows.ts'
import { due, type Handler, handle, type JobKind, type Schedule } from '../../platform/jobs/job-kinds.ts'

const Payload = z.strictObject({ companyId: z.uuid() })
const stockCheck: JobKind<z.infer<typeof Payload>> = {
  ...{ name: 'stock-check', payload: Payload, policy: 'singleton per key' },
  ...{ retryLimit: 1, retryDelay: 60, expireIn: 1_800 },
}

const Difference = z.object({ number: z.string(), fault: z.string() })

/** Adds up the movements of each company every night. A difference is a dead job, which System Health shows. */
export const stockJobs: { handlers: Handler[]; schedules: Schedule[] } = {
  handlers: [
    handle(stockCheck, async ({ companyId }, job) => {
      const differences = await job.work((db) =>
        rowsOf(db, Difference, sql`select number, fault from app.stock_differences(${companyId}) limit 20`),
      )
      if (differences.length === 0) return
      const sentences = differences.map(({ number, fault }) => `${number}: ${fault}`)
      throw new Error(`The stock differs from its movements. ${sentences.join('; ')}`)
    }),
  ],
  schedules: [
    {
      name: 'stock-check',
      cron: '20 1 * * *',
      due: async (db) => {
        const moved = sql`select company_id from app.companies_with_stock()`
        return (await scalarsOf(db, z.uuid(), moved)).map((companyId) => due(stockCheck, { companyId }))
      },
    },
  ],
}
