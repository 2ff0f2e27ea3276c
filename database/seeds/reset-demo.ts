import type pg from 'pg'
import { withClient } from '../../server/platform/database/connections/with-client.ts'
import { type DemoOptions, fillDemo } from './demo.ts'

/** What stays: what the schema is made of, what nobody may erase, and what counts requests. The firm stays too, with its id. */
const kept = ['schema_migrations', 'security_events', 'rate_limits', 'companies']

/** Held from the beginning of a reset until its pictures are stored. */
export const resetLock = 7203112

/** `no demo`: the data are those of no demo; `running`: another reset has not ended. Then nothing is changed. */
export type ResetOutcome = 'done' | 'no demo' | 'running'

/**
 * Puts the demo data back in place of everything that people have written since: companies, people, records, sessions, jobs. Everybody has
 * to sign in again. All or nothing; requests of that moment wait.
 * @param adminUrl connection of the database's owner
 * @param illustrate stores the pictures beside the records; another reset would take the records away from under it
 */
export async function resetDemo(
  adminUrl: string,
  options: DemoOptions,
  illustrate: () => Promise<unknown> = async () => undefined,
): Promise<ResetOutcome> {
  return withClient(adminUrl, async (client) => {
    // the lock ends with it
    const { rows } = await client.query<{ free: boolean }>(`select pg_try_advisory_lock(${resetLock}) as free`)
    if (!rows[0]?.free) return 'running'
    if (!(await putBack(adminUrl, options))) return 'no demo'
    await illustrate()
    return 'done'
  })
}

async function putBack(adminUrl: string, options: DemoOptions): Promise<boolean> {
  return withClient(adminUrl, async (client) => {
    // without a commit this undoes everything
    await client.query("begin; set local lock_timeout = '10s'; select set_config('app.change_kind', 'seed', true)")
    const { rows } = await client.query<{ is_demo: boolean }>('select is_demo from app.installation for update')
    if (!rows[0]?.is_demo) return false
    await empty(client)
    await fillDemo(client, options)
    await client.query(`insert into security_events (kind) values ('demo_reset')`)
    await client.query('commit')
    return true
  })
}

async function empty(client: pg.Client) {
  const list = async (text: string, values: unknown[] = []) =>
    (await client.query<{ name: string }>(text, values)).rows.map(({ name }) => name)
  const tables = await list(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and (n.nspname = 'public' and c.relname <> all ($1) or c.oid = 'app.integration_caches'::regclass)`,
    [kept],
  )
  const appendOnly = await list(
    `select tgrelid::regclass::text as name from pg_trigger where tgname = 'append_only' and not tgisinternal`,
  )
  for (const table of appendOnly) await client.query(`alter table ${table} disable trigger append_only`)
  await client.query(`truncate ${tables.join(', ')}`)
  for (const table of appendOnly) await client.query(`alter table ${table} enable trigger append_only`)
  await client.query('delete from jobs.job_common; delete from companies where not is_sbr')
}
