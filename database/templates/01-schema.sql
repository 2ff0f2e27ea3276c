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

/* Gives functions to a role, by name: app_audit (writes the log) or app_stages (makes temporary tables). A definer function has the rights of its
   owner, and one that is given to nobody has those of app_auth (knows sessions). */
create or replace procedure app.give_to(role text, variadic routines text[])
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare name text;
begin
  foreach name in array routines loop execute format('alter routine app.%I owner to %I', name, role); end loop;
end $$;

/* 'The same text' has one meaning, here and in contract/same-text.ts; a test compares the two. The functions that begin with a test for plain
   texts do the long work for other texts only. They are not in SQL: PostgreSQL would read and simplify their text again for each change of a record
   whose columns call them. They follow no language and no library of the machine: ß is ss, the dotted İ of Turkish is no I. */

-- The fold of a text without its blanks. A joiner between two letters or emoji that it changes stays.
create or replace function app.folded_signs(written text) returns text language sql immutable strict parallel safe
return regexp_replace(normalize(casefold(normalize(regexp_replace(regexp_replace(regexp_replace(regexp_replace(written,
    '[\u00AD\u034F\u061C\u180B-\u180F\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF]', '', 'g'),
    '(?<![\u0600-\u08FF\u0900-\u0DFF\u1000-\u109F\u1780-\u18AF\u2190-\u2BFF\uFB50-\uFDFF\uFE0F\uFE70-\uFEFC\U0001F000-\U0001FAFF])[\u200C\u200D]'
      || '|[\u200C\u200D](?![\u0600-\u08FF\u0900-\u0DFF\u1000-\u109F\u1780-\u18AF\u2190-\u2BFF\uFB50-\uFDFF\uFE0F\uFE70-\uFEFC\U0001F000-\U0001FAFF])',
    '', 'g'),
    '[\u0060\u00B4\u2018\u2019\u201A\u201B\u2032]', '''', 'g'), '[\u201C\u201D\u201E\u201F\u2033\u00AB\u00BB]', '"', 'g'),
  nfkc) collate pg_catalog.pg_unicode_fast), nfkc), '[\u2010-\u2015\u2043\u2212]', '-', 'g');

/* Numbers, SKUs and vendor names are unique in a company by this key: "P-100", "p‑100 " with another dash and full-width "Ｐ-１００" name one
   record. A change of it needs a migration for its indexes: migrations/0260_one_fold.sql. */
create or replace function app.folded(written text) returns text language plpgsql immutable strict parallel safe
set search_path = pg_catalog, pg_temp as $$
begin
  return case when written ~ '^[!-_a-~]+( [!-_a-~]+)*$' then lower(written collate pg_catalog.pg_unicode_fast)
    else btrim(regexp_replace(app.folded_signs(written), '[ \t\n\r\f\v\u0085\u1680\u2028\u2029]+', ' ', 'g'), ' ') end;
end $$;

-- What a search looks in: folded, without accents, so that 'Muller' finds 'Müller'. Line breaks stay: they divide the texts of a record.
create or replace function app.searchable(written text) returns text language plpgsql immutable strict parallel safe
set search_path = pg_catalog, pg_temp as $$
begin
  return case when octet_length(written) = length(written) then replace(lower(written collate pg_catalog.pg_unicode_fast), '`', '''')
    else replace(replace(translate(normalize(regexp_replace(normalize(regexp_replace(app.folded_signs(written), '[\u200C\u200D]', '', 'g'), nfkd),
      '[\u0300-\u036F]', '', 'g'), nfc), 'øđłıħŧð', 'odlihtd'), 'æ', 'ae'), 'œ', 'oe') end;
end $$;

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

-- For rows without a version: when they were changed.
create or replace function app.set_updated_at() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- For rows that must never change.
create or replace function app.refuse_change() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

grant execute on function app.folded, app.folded_signs, app.searchable to app_rt, app_auth, app_worker, app_audit;
grant execute on function app.bump_version, app.set_updated_at, app.refuse_change to app_rt;
