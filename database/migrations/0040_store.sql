/* Whose files lie in a storage (decision 0040). The id stays with a dump of the database; the second half tells a copy of the database
   from the original: PostgreSQL gives it to a cluster when it is made and to a database in it. */
alter table app.installation add id uuid not null default uuidv7();

create function app.store_mark() returns table (installation text, database text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.id::text, (select system_identifier from pg_control_system()) || '/' || d.oid
    from app.installation i, pg_database d where d.datname = current_database()
$$;

-- Of these keys, those that no row names, nor a removal that can still be undone, in whatever company. was_removed: the log knows how it came to that.
drop function app.orphans_among(text[]);
create function app.unnamed_files(keys text[]) returns table (key text, was_removed boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select k, l.at is not null from unnest(keys) k
    cross join lateral (select max(l.created_at) as at from public.activity_logs l
      where l.entity_type = 'file' and l.action = 'deleted'
        and l.metadata -> 'row' ->> 'storage_key' = k) l
    where not exists (select from public.files f where f.storage_key = k)
      and (l.at is null or l.at <= now() - interval '91 days')
$$;

drop function app.backup_orphans(text[]);
create function app.unnamed_backups(keys text[]) returns table (key text, was_removed boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select k, false from unnest(keys) k where not exists (select from public.backups b where b.key = k)
$$;

create index backups_key on backups (key);
create function app.backups_after(last_key text, take int) returns setof text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select key from public.backups where key > last_key order by key limit take
$$;

-- Returns the keys whose rows it has removed: their bytes are not missed by anybody.
drop function app.empty_backup_trash();
create function app.empty_backup_trash() returns setof text
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from public.backups where deleted_at < now() - interval '30 days' returning key
$$;

alter function app.store_mark() owner to app_auth;
alter function app.unnamed_files(text[]) owner to app_auth;
alter function app.unnamed_backups(text[]) owner to app_auth;
alter function app.backups_after(text, int) owner to app_auth;
alter function app.empty_backup_trash() owner to app_auth;
revoke execute on function app.store_mark(), app.unnamed_files(text[]), app.unnamed_backups(text[]), app.backups_after(text, int),
  app.empty_backup_trash() from public;
grant execute on function app.store_mark(), app.unnamed_files(text[]), app.unnamed_backups(text[]), app.backups_after(text, int),
  app.empty_backup_trash() to app_rt;
