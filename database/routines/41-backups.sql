-- Backup files of an inventory, and their sweeper (server/inventory/backups/backup-sweep.ts).

call app.operator_table('backups', 'backup.manage');
call app.allow_all_rows('backups', 'app_auth', 'select,delete');
call app.let_jobs('backups', 'select,insert');

/* Deletes the backups that were in the trash for 30 days, and the nightly ones whose time is over. Returns the keys of the rows, whose bytes
   can be deleted. A nightly backup that somebody deleted stays in the trash as long as any other. */
create or replace function app.empty_backup_trash() returns setof text
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from public.backups where deleted_at < now() - interval '30 days' or (deleted_at is null and kept_until < now()) returning key
$$;

-- A nightly backup that somebody takes out of the trash is kept for 14 days again: else the next sweep would delete it.
create or replace function app.keep_restored_backup() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.kept_until := greatest(new.kept_until, now() + interval '14 days');
  return new;
end $$;
create trigger keep_restored before update of deleted_at on backups for each row
  when (old.deleted_at is not null and new.deleted_at is null and new.kept_until is not null) execute function app.keep_restored_backup();
grant execute on function app.keep_restored_backup to app_rt;

create or replace function app.unnamed_backups(keys text[]) returns table (key text, was_removed boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select k, false from unnest(keys) k where not exists (select from public.backups b where b.key = k)
$$;

create or replace function app.backups_after(last_key text, take int) returns setof text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select key from public.backups where key > last_key order by key limit take
$$;

grant execute on function app.empty_backup_trash, app.unnamed_backups, app.backups_after to app_rt;
