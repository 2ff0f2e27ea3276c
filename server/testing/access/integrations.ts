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
    'webhooks.list':           [401, 403, 403, 403, 200, 200],
    'webhooks.create':         [401, 403, 403, 403, 201, 201],
    'webhooks.update':         [401, 403, 403, 403, 200, 200],
    'webhooks.remove':         [401, 403, 403, 403, 204, 204],
    'webhooks.roll':           [401, 403, 403, 403, 200, 200],
    'webhooks.test':           [401, 403, 403, 403, 200, 200],
    'webhooks.listDeliveries': [401, 403, 403, 403, 200, 200],
    'webhooks.sendAgain':      [401, 403, 403, 403, 200, 200],
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
    // An address that the one door to the outside refuses, so that no test calls anybody.
    await given.sql('delete from webhooks where company_id = $1', [company.id])
    const [webhook] = await given.sql<{ id: string }>(
      `insert into webhooks (company_id, name, url, kinds, sealed, database, at_transaction, at_set, at_log)
       values ($1, 'North', 'https://127.0.0.1/', '{part}', 'x', 'x', 0, gen_random_uuid(), 0) returning id`,
      [company.id],
    )
    const [delivery] = await given.sql<{ id: string }>(
      `insert into webhook_deliveries (company_id, webhook_id, event_id, type, body, is_success, message, answer, duration_ms)
       values ($1, $2, '1', 'part.created', '{}', true, 'x', '', 1) returning id`,
      [company.id, webhook?.id],
    )
    return {
      nextOwner: (await given.company()).id,
      webhook: String(webhook?.id),
      delivery: String(delivery?.id),
    }
  },
  idOf: { webhooks: 'webhook' },
  words: ({ delivery = '' }) => ({ name: 'shopify', deliveryId: delivery }),
  queries: () => ({ 'books.get': { year: '2026' } }),
  bodies: ({ nextOwner }) => ({
    'integrations.update': { config: { store_name: 'North' } },
    'integrations.move': { toCompanyId: nextOwner },
    'webhooks.create': { name: 'South', url: 'https://hooks.example.com/', kinds: ['part'] },
    'webhooks.update': { name: 'South' },
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
    webhook_deliveries: {
      own: ['----', '----', 'ri--', 'ri--'],
      insert: `(company_id, webhook_id, event_id, type, body, is_success, message, answer, duration_ms)
               select $1, w.id, '1', 'x', '{}', true, 'x', '', 1 from webhooks w where w.company_id = $1 limit 1`,
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
