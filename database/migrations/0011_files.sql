-- Files that belong to a record: what is known of them. Their bytes lie in the storage, under storage_key (decision 0012). Those of a
-- SOP follow it to another company: only company_id changes then; id, bytes and storage_key stay (decision 0018).

create table files (
  id uuid not null default uuidv7(),
  company_id uuid not null references companies,
  name text not null check (name <> ''),
  type text not null,
  size bigint not null check (size > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  storage_key text not null unique,
  path text not null,
  uploaded_by uuid, -- whoever asks, by default (routines/33-files.sql)
  created_at timestamptz not null default now(),
  parent_id uuid generated always as (null::uuid) stored, -- both are given their meaning by app.file_parent
  parent_type text generated always as (null::text) stored,
  entity_name text not null generated always as (name) stored,
  primary key (company_id, id)
) with (fillfactor = 85);
create index files_parent on files (company_id, parent_id, id);

create table app.file_parents (
  entity_type text primary key,
  table_name text not null,
  place int not null generated always as identity
);
call app.file_parent('part', 'parts');
call app.file_parent('assembly', 'assemblies');
call app.file_parent('product', 'products');
call app.file_parent('sop', 'sops');
call app.file_parent('task', 'tasks');
