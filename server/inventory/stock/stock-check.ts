import { sql } from 'kysely'
import { z } from 'zod'
import { rowsOf } from '../../platform/database/rows.ts'
import { companyJobs } from '../../platform/jobs/company-jobs.ts'

const Difference = z.object({ number: z.string(), fault: z.string() })

/** Adds up the movements of each company every night. A difference is a dead job, which System Health shows. */
export const stockJobs = companyJobs({
  ...{ name: 'stock-check', cron: '20 1 * * *', companies: () => sql`app.companies_with_stock()` },
  ...{ retryLimit: 1, expireIn: 1_800 },
  run: async ({ companyId, work }) => {
    const differences = await work((db) =>
      rowsOf(db, Difference, sql`select number, fault from app.stock_differences(${companyId}) limit 20`),
    )
    if (differences.length === 0) return
    const sentences = differences.map(({ number, fault }) => `${number}: ${fault}`)
    throw new Error(`The stock differs from its movements. ${sentences.join('; ')}`)
  },
})
