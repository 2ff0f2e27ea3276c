import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { countOf } from '../database/rows.ts'

/** How many jobs of all companies wait, for the trend that the server keeps. A number and nothing of the jobs, so nobody has to be signed in. */
export const countWaitingJobs = (database: Pick<Database, 'read'>): Promise<number> =>
  database.read({ tokenHash: null, companyId: null }, (db) => countOf(db, sql`select app.waiting_jobs()`))
