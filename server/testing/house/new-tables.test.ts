import pg from 'pg'
import { expect, test } from 'vitest'
import { carriedTables } from '../../archive/carried-tables.ts'
import { sectionsOf } from '../../inventory/exports/exports.queries.ts'
import { useServer } from '../fixture.ts'

const { server, company } = useServer()

/** What the logged tables have, besides the fence, which each start demands of all. `backup`: the nightly one of a company; of SOPs and files it has the links. */
const logged = {
  assemblies: 'log undo counters backup',
  bom_lines: 'log undo counters backup',
  comments: 'log undo',
  files: 'log undo counters backup',
  locations: 'log undo counters backup',
  parts: 'log undo counters backup',
  products: 'log undo counters backup',
  sops: 'log undo backup',
  task_items: 'log undo',
  task_reports: 'log undo',
  task_templates: 'log undo',
  tasks: 'log undo',
  time_entries: 'log', // corrected with a reason
  vendor_private: 'log undo counters backup',
  vendors: 'log undo counters backup',
}
const unlogged = [
  // logs themselves
  'activity_logs change_sets log_blocks security_events',
  // the ledger, of which nothing is rewritten, and what is computed
  'stock_movements stock_balances stock_items company_days company_figures revenue_months row_counts units_sold',
  // from services, and how they are asked
  'calendar_events integration_calls integration_configs integration_consents integration_secrets shipment_accounts shipment_orders shipments',
  'store_customers store_order_lines store_orders store_products store_variants store_webhooks stores sync_runs webhook_deliveries webhooks',
  // files on their way, and what programs propose until a person accepts it
  'assistant_months backups import_mappings import_rows imports job_steps suggestions',
  // each version or step is a row
  'agreed_hours sop_readings sop_run_steps sop_runs sop_versions time_entry_revisions time_locks time_proposals',
  // of people; their roles have security events
  'company_keys default_views feedback notification_digests notifications saved_views task_notices user_roles',
].flatMap((names) => names.split(' '))
/** Tables that mean nothing elsewhere. */
const leftBehind = ['integration_consents', 'job_steps']

test('a new table of a company has log, undo, counters and backup, or somebody has decided that it needs them not', async () => {
  const sections = sectionsOf(company.id, 'inventory.csv', 'internal', {
    ...{ mark: '', hasUnits: true, hasLots: true, hasPlaces: true },
  })
  const backup = sections.map(({ copy }) => copy).join('\n')
  const tables = await server.given.sql<{ name: string; log: boolean; undo: boolean; counters: boolean }>(
    `select c.relname as name, coalesce(bool_or(p.proname like 'log\\_%'), false) as log,
       coalesce(bool_or(p.proname = 'count_' || c.relname), false) as counters,
       exists (select from app.tenant_tables u where u.table_name = c.relname) as undo
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
       left join pg_trigger t on t.tgrelid = c.oid left join pg_proc p on p.oid = t.tgfoid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.oid, c.relname`,
  )
  const kept = tables.filter(({ log, undo }) => log || undo)
  const words = kept.map(({ name, log, undo, counters }) => {
    const has = { log, undo, counters, backup: new RegExp(`\\b${name}\\b`).test(backup) }
    const list = Object.entries(has).flatMap(([word, isSo]) => (isSo ? [word] : []))
    return [name, list.join(' ')]
  })
  expect(Object.fromEntries(words)).toEqual(logged)
  const others = tables.filter((table) => !kept.includes(table)).map(({ name }) => name)
  expect(others.sort()).toEqual(unlogged.toSorted())
})

test('an archive carries every table of a company but those that mean nothing elsewhere', async () => {
  const client = new pg.Client({ connectionString: server.adminUrl })
  await client.connect()
  const carried = (await carriedTables(client)).map(({ name }) => name)
  await client.end()
  const all = [...Object.keys(logged), ...unlogged]
  expect(all.filter((name) => !carried.includes(`public.${name}`)).sort()).toEqual(leftBehind)
})
