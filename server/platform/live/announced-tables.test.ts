import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'
import { signedInAs } from '../../testing/postgres/databases.ts'
import { ask } from '../../testing/postgres/strict-postgres.ts'

const { server } = useServer()

/** Tables that no screen shows. */
const unseen = `
  change_sets company_keys idempotency_keys import_mappings integration_consents job_steps log_blocks notification_digests rate_limits
  schema_migrations security_events store_webhooks task_notices`
/** Tables that change together with one that is announced. */
const accompanying = `
  calendar_events identity_links import_rows integration_calls integration_secrets revenue_months row_counts shipment_accounts
  shipment_orders sop_versions stock_balances stock_items stock_movements store_customers store_order_lines store_variants stores
  time_entry_revisions units_sold`
/** Tables whose rows only the person sees who changes them (ownNouns of contract/live.ts). */
const ownOnes = `
  default_views password_resets passwords saved_views user_preferences`

test('every table that screens show is announced: itself, by the log, or with another one', async () => {
  const silent = await ask(
    signedInAs(server.adminUrl, 'postgres'),
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not exists (
       select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
       where t.tgrelid = c.oid and (p.proname like 'announce%' or p.proname like 'log\\_%'))`,
  )
  expect(silent.map(({ name }) => name).sort()).toEqual(
    `${unseen} ${accompanying} ${ownOnes}`.trim().split(/\s+/).sort(),
  )
})
