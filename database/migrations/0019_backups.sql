-- Imports that know what they have shown, and their lines.

-- What a row is known by, what its record was like when it was previewed, and whether only its components are at fault.
alter table import_rows add column entity_key text, add column seen text, add column is_line_error boolean not null default false;
call app.grant_columns('import_rows');

/* Backup files of an inventory (security.md 2.2, row 19). A row is written when its file is complete and was read again, so
   whatever is listed can be restored. `path` is where it stands in the words of spec.md 7; `key` is the blob in the storage. */
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
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, name)
);
call app.operator_table('backups', 'backup.manage');
create index backups_time on backups (company_id, id desc) where deleted_at is null;

-- For the sweeper (server/inventory/backups/backup-sweep.ts).
call app.let_in('backups', 'app_auth', 'select,delete');

create function app.empty_backup_trash() returns void language sql volatile security definer set search_path = pg_catalog, public as $$
  delete from public.backups where deleted_at < now() - interval '30 days'
$$;

create function app.backup_orphans(keys text[]) returns setof text language sql stable security definer set search_path = pg_catalog, public as $$
  select k from unnest(keys) k where not exists (select from public.backups b where b.key = k)
$$;

alter function app.empty_backup_trash() owner to app_auth;
alter function app.backup_orphans(text[]) owner to app_auth;
grant execute on function app.empty_backup_trash(), app.backup_orphans(text[]) to app_rt;
