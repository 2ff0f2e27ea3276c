-- Backup files of an inventory, and their sweeper (server/inventory/backups/backup-sweep.ts).

call app.operator_table('backups', 'backup.manage');
call app.let_in('backups', 'app_auth', 'select,delete');

-- Returns the keys of the removed rows, whose bytes can be deleted.
create or replace function app.empty_backup_trash() returns setof text
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from public.backups where deleted_at < now() - interval '30 days' returning key
$$;

create or replace function app.unnamed_backups(keys text[]) returns table (key text, was_removed boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select k, false from unnest(keys) k where not exists (select from public.backups b where b.key = k)
$$;

create or replace function app.backups_after(last_key text, take int) returns setof text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select key from public.backups where key > last_key order by key limit take
$$;

call app.give_to('app_auth', 'empty_backup_trash', 'unnamed_backups', 'backups_after');
grant execute on function app.empty_backup_trash, app.unnamed_backups, app.backups_after to app_rt;
