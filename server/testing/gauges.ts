import type { TestServer } from './server.ts'

/** Two tables that no migration has: gauges, and readings that belong to one. Created like any other, each by a line of the registry. */
export async function makeGauges(server: TestServer): Promise<void> {
  const client = await server.adminClient()
  try {
    await client.query(`begin; set local role app_owner; ${gauges}; call app.allow_owner_all_rows(); commit`)
  } finally {
    await client.end()
  }
}

const gauges = `
  create table gauges (
    id uuid not null default uuidv7(),
    company_id uuid not null references companies,
    number text not null,
    name text not null default 'Gauge',
    part_id uuid,
    range jsonb not null default '{}',
    tags text[] not null default '{}',
    version int not null default 1,
    updated_at timestamptz not null default now(),
    entity_name text not null generated always as (name) stored,
    primary key (company_id, id),
    unique (company_id, number),
    foreign key (company_id, part_id) references parts (company_id, id)
  );
  create trigger version before update on gauges for each row execute function app.bump_version();
  call app.tenant_table('gauges', 'gauge', 'inventory.read', 'inventory.write', undo_order => 90, number_column => 'number');

  create table gauge_readings (
    id uuid not null default uuidv7(),
    company_id uuid not null references companies,
    gauge_id uuid not null,
    reading numeric not null default 0,
    parent_id uuid not null generated always as (gauge_id) stored,
    primary key (company_id, id),
    foreign key (company_id, gauge_id) references gauges (company_id, id)
  );
  call app.tenant_table('gauge_readings', 'gauge_reading', 'inventory.read', 'inventory.write', undo_order => 100, is_listed => false,
    owner_column => 'parent_id');
  call app.owned_table('gauge_readings', 'gauge_reading', 'r.reading::text', 'r.reading::text')`
