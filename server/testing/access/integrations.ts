import type { FeatureAccess } from './access.ts'

/** Rows 34-37 of security.md 2.2. The integration has no credentials, so an authorised test or sync answers 409. */
export const integrationsAccess: FeatureAccess = {
  // biome-ignore format: aligned so that it reads as a table
  procedures: {
    'integrations.list':       [401, 403, 403, 403, 200, 200],
    'integrations.get':        [401, 403, 403, 403, 200, 200],
    'integrations.update':     [401, 403, 403, 403, 200, 200],
    'integrations.test':       [401, 403, 403, 403, 409, 409],
    'integrations.connect':    [401, 403, 403, 403, 422, 422],
    'integrations.disconnect': [401, 403, 403, 403, 200, 200],
    'integrations.sync':       [401, 403, 403, 403, 409, 409],
    'integrations.move':       [401, 403, 403, 403, 403, 200],
    'integrations.assigned':   [401, 403, 403, 403, 200, 200],
    'books.get':               [401, 403, 403, 403, 409, 409],
    'books.vendors':           [401, 403, 403, 403, 409, 409],
    'integrationCalls.list':   [401, 403, 403, 403, 200, 200],
  },
  records: async (given, company) => {
    const [made] = await given.sql<{ id: string }>(
      `insert into integration_configs (company_id, integration_name) values ($1, 'shopify')
       on conflict (company_id, integration_name) do update set is_enabled = false returning id`,
      [company.id],
    )
    await given.sql(
      `insert into integration_calls (company_id, integration_name, operation, status, message, duration_ms)
       values ($1, 'shopify', 'Test', 'success', 'x', 1)`,
      [company.id],
    )
    await given.sql(
      `insert into sync_runs (company_id, integration_id, integration_name, kind, state) values ($1, $2, 'shopify', 'all', 'done')`,
      [company.id, made?.id],
    )
    return { nextOwner: (await given.company()).id }
  },
  idOf: {},
  words: () => ({ name: 'shopify' }),
  queries: () => ({ 'books.get': { year: '2026' } }),
  bodies: ({ nextOwner }) => ({
    'integrations.update': { config: { store_name: 'North' } },
    'integrations.move': { toCompanyId: nextOwner },
  }),
  tables: {
    integration_configs: {
      own: ['----', '----', 'riu-', 'riu-'],
      insert: `(company_id, integration_name) values ($1, 'openai')`,
      set: 'is_enabled = true',
    },
    integration_calls: {
      own: ['----', '----', 'r---', 'r---'],
      insert: `(company_id, integration_name, operation, status, message, duration_ms) values ($1, 'shopify', 'x', 'error', 'x', 1)`,
      set: `message = 'x'`,
    },
    sync_runs: {
      own: ['----', '----', 'riu-', 'riu-'],
      insert: `(company_id, integration_id, integration_name, kind)
               select $1, c.id, 'shopify', 'x' from integration_configs c where c.company_id = $1 limit 1`,
      set: 'done = 1',
    },
  },
}
