-- Runs before all tables: the rights on the schema, and the functions that the files in routines/ need.

grant usage on schema app to app_rt, app_worker, app_auth, app_audit, app_stages;
grant create on schema app to app_auth, app_audit; -- a function can only be given to a role that may create one
grant usage on schema public to app_rt, app_worker, app_auth, app_audit;
alter default privileges revoke execute on functions from public;

/* Removes everything that templates and routines made: triggers, policies, views, grants and the registry of tables. They are applied again
   right after, in the same transaction (server/platform, routines), so what is no longer in a file is gone. Functions stay, because columns
   and indexes may need them; functions that are no longer in a file are dropped at the end. */
create or replace procedure app.clear_routines() language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  ours oid[] := array(select c.oid from pg_class c where c.relowner = 'app_owner'::regrole
    and c.relnamespace in ('public'::regnamespace, 'app'::regnamespace, to_regnamespace('jobs')) and c.relkind in ('r', 'p'));
  roles text[] := array['app_auth', 'app_audit', 'app_stages', 'app_rt', 'app_worker'];
  step text;
begin
  for step in
    select format('drop trigger %I on %s', t.tgname, t.tgrelid::regclass) from pg_trigger t where t.tgrelid = any (ours) and not t.tgisinternal
    union all
    select format('drop policy %I on %s', p.polname, p.polrelid::regclass) from pg_policy p where p.polrelid = any (ours)
    union all
    select format('drop view if exists %s cascade', c.oid::regclass) from pg_class c where c.relowner = 'app_owner'::regrole
      and c.relnamespace in ('public'::regnamespace, 'app'::regnamespace) and c.relkind = 'v'
    union all
    select format('revoke all on %s from %s', t::regclass, array_to_string(roles, ', ')) from unnest(ours) t
    union all
    -- Not from the owner: functions of app_auth call each other.
    select format('revoke all on routine %s from %s', p.oid::regprocedure, array_to_string(array_remove(roles, o.rolname::text), ', '))
    from pg_proc p join pg_roles o on o.oid = p.proowner where p.pronamespace = 'app'::regnamespace
  loop
    execute step;
  end loop;
  delete from app.tenant_tables;
end $$;

/* Gives functions to a role, by name: app_auth (knows sessions), app_audit (writes the log) or app_stages (makes temporary tables). A
   definer function has the rights of its owner. */
create or replace procedure app.give_to(role text, variadic routines text[])
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare name text;
begin
  foreach name in array routines loop execute format('alter routine app.%I owner to %I', name, role); end loop;
end $$;

/* Numbers, SKUs and vendor names are unique in a company regardless of case and outer blanks: "P-100", "p-100 " and full-width "Ｐ-１００"
   name one record. Unicode decides which letters are the same, independent of language: ß is ss, the dotted İ of Turkish is not I. The
   expression is bound here, so that no search path changes it, and PostgreSQL inlines it into queries, where the indexes match it. */
create or replace function app.folded(written text) returns text language sql immutable strict parallel safe
return normalize(casefold(btrim(normalize(written, nfkc), E' \t\n\r\f\v') collate pg_catalog.pg_unicode_fast), nfkc);

-- The common part of an order number in a store and in a shipping service: '#1001' is '1001'.
create or replace function app.order_key(written text) returns text language sql immutable strict parallel safe
return lower(ltrim(btrim(written), '#'));

-- The version of a row counts its changes; a save compares it to find out that it is stale (T94).
create or replace function app.bump_version() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;

-- For rows that must never change.
create or replace function app.refuse_change() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

grant execute on function app.folded to app_rt, app_auth;
grant execute on function app.bump_version, app.refuse_change to app_rt;
