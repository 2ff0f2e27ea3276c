/* What open screens are told: that something of a kind has changed in a company, never
   what. PostgreSQL sends equal texts of a transaction once, when it commits: an import of 100,000 parts is one message of 41 bytes. */

-- `tg_argv`: the kind, the column that holds the company, and for rows of persons the column of the person.
create or replace function app.announce() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare concerned record;
begin
  for concerned in execute format('select distinct c.%I as company, %s as person from changed c', tg_argv[1],
    coalesce('c.' || quote_ident(tg_argv[2]), 'null::uuid'))
  loop
    perform pg_notify('live', concat_ws(' ', concerned.company, tg_argv[0], concerned.person));
  end loop;
  return null;
end $$;

-- The triggers that announce the changes of a table. Tables with a log need none: the log announces what it records.
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
