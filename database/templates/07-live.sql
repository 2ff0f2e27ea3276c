/* Messages to open screens: that something of a kind has changed in a company, but not what. PostgreSQL sends equal texts of a transaction
   once, at commit: an import of 100,000 parts is one message of 41 bytes. */

/* Announces a text. When the server collects the messages of a transaction, the text is only noted, and the server sends it after the commit
   (server/platform/database/announcements.ts); otherwise PostgreSQL sends it. */
create or replace function app.tell(news text) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare told text := coalesce(current_setting('app.news', true), '');
begin
  if current_setting('app.collects_news', true) is distinct from 'on' then
    perform pg_notify('live', news);
  elsif strpos(E'\n' || told, E'\n' || news || E'\n') = 0 then
    perform set_config('app.news', told || news || E'\n', true);
  end if;
end $$;
grant execute on function app.tell to app_rt, app_worker, app_auth, app_audit;

-- `tg_argv`: the kind, the column with the company, and for rows of persons the column with the person.
create or replace function app.announce() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare concerned record;
begin
  for concerned in execute format('select distinct c.%I as company, %s as person from changed c', tg_argv[1],
    coalesce('c.' || quote_ident(tg_argv[2]), 'null::uuid'))
  loop
    perform app.tell(concat_ws(' ', concerned.company, tg_argv[0], concerned.person));
  end loop;
  return null;
end $$;

-- Adds the triggers that announce the changes of a table. A table with a log needs none: its log announces them.
create or replace procedure app.announced_table(target text, kind text, company text default 'company_id', person text default null)
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare verb text;
begin
  foreach verb in array array['insert', 'update', 'delete'] loop
    execute format('create trigger %I after %s on public.%I referencing %s table as changed for each statement execute function app.announce(%s)',
      'announce_' || verb, verb, target, case verb when 'delete' then 'old' else 'new' end,
      concat_ws(', ', quote_literal(kind), quote_literal(company), quote_literal(person)));
  end loop;
end $$;
