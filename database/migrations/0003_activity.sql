-- Every change of a company record, written by triggers in the same transaction (templates/03-activity.sql).

create table change_sets (
  id uuid not null default uuidv7(),
  company_id uuid not null references companies,
  user_id uuid,
  kind text not null check (kind in ('edit', 'bulk_delete', 'bulk_edit', 'import', 'undo', 'seed')),
  undoes uuid,
  undone_by uuid,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, undoes) references change_sets (company_id, id),
  foreign key (company_id, undone_by) references change_sets (company_id, id)
);
create index change_sets_time on change_sets (company_id, created_at desc);

-- Without foreign keys: only triggers write here, from rows that have them; checking again costs an import a second.
create table activity_logs (
  id bigint generated always as identity,
  company_id uuid not null,
  entity_type text not null,
  entity_id uuid not null,
  entity_name text,
  entity_number text,
  -- The record that the row belongs to: it is part of its story.
  parent_type text,
  parent_id uuid,
  action text not null check (action in ('created', 'updated', 'deleted', 'stock_changed', 'vendor_assigned')),
  field_changed text,
  old_value text,
  new_value text,
  description text not null,
  user_id uuid,
  metadata jsonb,
  change_set_id uuid not null,
  -- A birth that brings a record back says which deletion it ends. So few rows tell of many, and nothing is looked up for each
  -- line of "Recently deleted".
  brings_back bigint,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index activity_logs_entity on activity_logs (company_id, entity_id, id desc);
create index activity_logs_parent on activity_logs (company_id, parent_id, id desc) where parent_id is not null;
create index activity_logs_set on activity_logs (company_id, change_set_id);
create index activity_logs_deleted on activity_logs (company_id, created_at desc, id desc)
  where action = 'deleted' and entity_type not in ('bom_line', 'vendor_private');
create index activity_logs_returns on activity_logs (company_id, brings_back) where brings_back is not null;
-- The key may name another company than the log: that in which the file was uploaded.
create index activity_logs_blobs on activity_logs ((metadata -> 'row' ->> 'storage_key')) where entity_type = 'file' and action = 'deleted';

-- Kept by the same triggers, so that a list need not count its rows. Several rows per table and company: a writer takes any row
-- nobody else holds, so that writers never wait for each other.
create table row_counts (
  company_id uuid not null references companies,
  table_name text not null,
  slot uuid not null default uuidv7(),
  total bigint not null,
  marked bigint not null,
  value_at_cost numeric not null,
  value_at_retail numeric not null,
  primary key (company_id, table_name, slot)
) with (fillfactor = 50);

-- The tables that have the fence, the log and undo. Their lines are written by app.tenant_table, beside their noun in routines/.
create table app.tenant_tables (
  table_name text primary key,
  entity_type text not null unique,
  written_by text not null,                     -- the action of the matrix that may write it
  undo_order int not null unique,               -- what others refer to comes back before them
  comes_first boolean not null default false,   -- comes back before all others, whatever a set did to them
  is_listed boolean not null default true,      -- a record of its own; other rows only belong to one, and go and come back with it
  number_column text,                           -- what people know a record by beside its name
  search_columns text[] not null default '{}',  -- what a search may sort by or filter on
  sort_expressions jsonb not null default '{}'  -- {column: SQL over a row r} where the list shows something else under that name
);
