-- Imports: the uploaded rows wait here between preview and commit.

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
  -- How the file is to be read where it does not say so itself (decision 0052): the choices of the user, and what the file offers to choose.
  choices jsonb not null default '{}',
  suppliers jsonb,
  warnings text[] not null default '{}',
  count_create int not null default 0,
  count_update int not null default 0,
  count_unchanged int not null default 0,
  count_error int not null default 0,
  result jsonb, -- the answer of the commit, given again to whoever sends it twice
  change_set_id uuid,
  -- The preview of a backup: which backup it is, and what was added since it was made. Only what was shown then can be deleted with it.
  backup_id uuid,
  added_since jsonb,
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
  is_line_error boolean not null default false, -- only its components are at fault
  entity_id uuid,
  entity_key text, -- what the row is known by
  seen text,       -- what its record was like when it was previewed
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
  decimals jsonb not null default '{}',
  primary key (company_id, type, header_hash)
);

/* Imports pass their rows through temporary tables. The web role makes none itself: with the right TEMP it could make types and
   functions that stand before those of PostgreSQL in a careless search path. app.make_stage makes those that are listed here, so a
   caller chooses neither columns nor SQL (decision 0045). */
create table app.import_stages (
  name text primary key,
  columns text not null, -- as in `create table`
  index_on text,         -- the columns looked up by
  filled_by text not null,
  read_by text not null
);
