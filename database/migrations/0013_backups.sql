/* Backup files of an inventory. A row is written when its file is complete and was read again, so whatever is listed can be
   restored. `path` is where it stands in the words of the screens; `key` is the blob in the storage. */
create table backups (
  id uuid not null default uuidv7(),
  company_id uuid not null references companies,
  name text not null check (name ~ '^inventory(_shopify)?_[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9]{4}(-[0-9]{1,3})?\.csv$'),
  format text not null check (format in ('internal', 'shopify')),
  path text not null generated always as ('company/' || company_id || '/backups/' || name) stored,
  key text not null,
  size bigint not null check (size >= 0),
  row_count int not null check (row_count >= 0),
  sha256 text not null,
  created_by uuid not null,
  deleted_at timestamptz, -- in the trash; gone for good after 30 days
  deleted_by uuid,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, name)
);
create index backups_time on backups (company_id, id desc) where deleted_at is null;
create index backups_key on backups (key);
