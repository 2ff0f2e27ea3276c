import { sql } from 'kysely'
import type pg from 'pg'
import { z } from 'zod'
import { allowWait, commit, patient, quietMs } from '../database/connections/patience.ts'
import { openPool, rollBack } from '../database/database.ts'
import { type Db, handleOn } from '../database/handle.ts'
import { onlyRowOf } from '../database/rows.ts'

/** `status`: null when there is no such company, or the job does not run. */
const Entered = z.object({ companyStatus: z.enum(['active', 'inactive', 'sold']).nullable() })
export type Entered = z.infer<typeof Entered>

/** A job as a transaction names it. */
export type JobName = { name: string; id: string }

export type JobDatabase = ReturnType<typeof openJobDatabase>

/** Longer than a request may take: a job moves thousands of rows at once. */
const statementSeconds = 120

/**
 * The transactions of jobs. @param url connection of the login of app_worker (see workerUrl) @param size connections
 */
export function openJobDatabase(url: string, size: number) {
  const pool = openPool(url, size, {})
  return {
    /** A transaction for a running job: the fence lets through the rows of its company, and none when that is not active. */
    async work<T>(job: JobName, fn: (db: Db, entered: Entered, client: pg.PoolClient) => Promise<T>): Promise<T> {
      const client = await pool.connect()
      return transact(client, async (db) => fn(db, await enter(db, job), client))
    },

    /** A transaction without a company, for schedules: it sees only the results of functions for it. */
    async plain<T>(fn: (db: Db) => Promise<T>): Promise<T> {
      return transact(await pool.connect(), fn)
    },

    /**
     * Gives back a job that this worker will not end: another worker starts it, and the try does not count. It does so a moment later:
     * pg-boss still writes an end for this worker, and must not find the job running elsewhere.
     */
    async putBack({ name, id }: JobName): Promise<void> {
      await this.plain((db) =>
        sql`update jobs.job_common set state = case when retry_count > 0 then 'retry' else 'created' end::jobs.job_state,
              started_on = null, heartbeat_on = null, start_after = now() + interval '2 seconds'
            where name = ${name} and id = ${id} and state = 'active'`.execute(db),
      )
    },

    close: () => pool.end(),
  }
}

const enter = (db: Db, { name, id }: JobName) =>
  onlyRowOf(db, Entered, sql`select company_status from app.enter_job(${name}, ${id})`)

async function transact<T>(client: pg.PoolClient, work: (db: Db) => Promise<T>): Promise<T> {
  try {
    allowWait(client, quietMs)
    await client.query(
      patient(
        client,
        `begin; set local statement_timeout = '${statementSeconds}s'; set local idle_in_transaction_session_timeout = '60s'`,
      ),
    )
    allowWait(client, statementSeconds * 1_000 + 500)
    const result = await work(handleOn(client))
    await commit(client)
    client.release()
    return result
  } catch (error) {
    await rollBack(client, error)
    throw error
  }
}
