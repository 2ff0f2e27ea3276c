-- Imports: the uploaded rows wait here between preview and commit (decisions.md, Change sets).

create table imports (
  id uuid not null default uuidv7(),
  company_id uuid not null references companies,
  created_by uuid not null,
  type text not null,
  file_name text,
  content_hash text not null,
  status text not null check (status in ('needs_mapping', 'previewed', 'committed', 'undone')),
  mapping jsonb not null default '{}',
  sections jsonb not null default '[]', -- per section: type, header, fields, samples, missing
  warnings text[] not null default '{}',
  count_create int not null default 0,
  count_update int not null default 0,
  count_unchanged int not null default 0,
  count_error int not null default 0,
  result jsonb, -- the answer of the commit, given again to whoever sends it twice
  change_set_id uuid,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, change_set_id) references change_sets (company_id, id)
);
create index imports_time on imports (company_id, created_at desc);

-- Without a foreign key: rows come and go with their import in one transaction, and checking 100,000 costs half a second.
-- `values` in the order of the type's column table (server/inventory/csv/columns.ts), as text that PostgreSQL casts.
create table import_rows (
  company_id uuid not null,
  import_id uuid not null,
  row_number int not null,
  section int not null,
  type text not null,
  action text not null check (action in ('create', 'update', 'unchanged', 'error')),
  values text[],
  cells text[] not null,
  error text,
  entity_id uuid,
  changes jsonb,
  primary key (company_id, import_id, row_number)
);
create index import_rows_faults on import_rows (company_id, import_id, row_number) where action = 'error';

-- A header set that a person mapped once is mapped the same way next time.
create table import_mappings (
  company_id uuid not null references companies,
  type text not null,
  header_hash text not null,
  mapping jsonb not null,
  primary key (company_id, type, header_hash)
);

create procedure app.operator_table(target text, needed text) language plpgsql set search_path = pg_catalog, public as $$
begin
  execute format('alter table public.%I enable row level security', target);
  execute format('alter table public.%I force row level security', target);
  execute format('create policy may_all on public.%I for all to app_rt using (%2$s) with check (%2$s)', target, app.within(needed));
  call app.grant_columns(target);
end $$;
call app.operator_table('imports', 'inventory.import');
call app.operator_table('import_rows', 'inventory.import');
call app.operator_table('import_mappings', 'inventory.import');
