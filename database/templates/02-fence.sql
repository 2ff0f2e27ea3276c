-- The fence: the rows that each caller can reach.

create or replace procedure app.close_table(target text) language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  execute format('alter table public.%I enable row level security', target);
  execute format('alter table public.%I force row level security', target);
end $$;

/* Lets one of our own roles use some verbs on all rows of a table; its policies stop everybody else who has no context. `verbs`:
   'select,insert' */
create or replace procedure app.allow_all_rows(target text, who text, verbs text) language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare verb text;
begin
  call app.close_table(target);
  foreach verb in array string_to_array(verbs, ',') loop
    execute format('grant %s on public.%I to %I', verb, target, who);
    execute format('create policy %I on public.%I for %s to %I %s', who || '_' || verb, target, verb, who,
      case verb when 'insert' then 'with check (true)' when 'update' then 'using (true) with check (true)' else 'using (true)' end);
  end loop;
end $$;

/* The owner of the database may be any role: managed PostgreSQL has no superuser and no BYPASSRLS, and forced policies also hold for
   owners. app_owner owns the tables, and only the role that runs the product is a member of it: this policy is for that role alone (the
   catalogue check knows it by its name). Called after all routines. */
create or replace procedure app.allow_owner_all_rows() language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare target regclass;
begin
  for target in
    select c.oid from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity and c.relforcerowsecurity
      and c.relowner = 'app_owner'::regrole
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'owner_all')
  loop
    execute format('create policy owner_all on %s for all to app_owner using (true) with check (true)', target);
  end loop;
end $$;

-- Nobody can update the key, the company (a row cannot move to another one, T37), or columns that the database sets itself.
create or replace procedure app.grant_columns(target text) language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare writable text;
begin
  select string_agg(quote_ident(attname), ', ') into writable from pg_attribute
    where attrelid = format('public.%I', target)::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attname not in ('id', 'company_id', 'created_at');
  execute format('grant select, insert, delete on public.%I to app_rt', target);
  execute format('grant update (%s) on public.%I to app_rt', writable, target);
  execute format('grant select on public.%I to app_auth', target);
end $$;

/* Lets jobs use a table of companies: the rows of their own company, in transactions that app.enter_job began. `verbs`: 'select,insert' */
create or replace procedure app.let_jobs(target text, verbs text) language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  verb text;
  mine text := 'company_id = any ((select app.scope())::uuid[])';
begin
  foreach verb in array string_to_array(verbs, ',') loop
    execute format('grant %s on public.%I to app_worker', verb, target);
    execute format('create policy %I on public.%I for %s to app_worker %s', 'job_' || verb, target, verb,
      case verb when 'insert' then format('with check (%s)', mine) when 'update' then format('using (%1$s) with check (%1$s)', mine)
        else format('using (%s)', mine) end);
  end loop;
end $$;

-- The condition of every policy. The subquery makes PostgreSQL evaluate it once per statement, not once per row.
create or replace function app.within(action text) returns text language sql immutable set search_path = pg_catalog, pg_temp as $$
  select format('company_id = any ((select app.scope_for(%L))::uuid[])', action)
$$;

/* Lets people use a table of companies, in the companies where their role has the action `needed`. `verbs`: 'select,insert'; `also`: SQL of a further
   condition, in parentheses where it has an `or`. */
create or replace procedure app.let_people(target text, verbs text, needed text, also text default null, who text default 'app_rt')
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  verb text;
  mine text := concat_ws(' and ', app.within(needed), also);
begin
  call app.close_table(target);
  foreach verb in array string_to_array(verbs, ',') loop
    execute format('create policy %I on public.%I for %s to %s %s', case verb when 'select' then 'may_read' else 'may_' || verb end, target, verb, who,
      case verb when 'insert' then format('with check (%s)', mine) when 'update' then format('using (%1$s) with check (%1$s)', mine)
        else format('using (%s)', mine) end);
  end loop;
end $$;

-- The fence of a table where one action of the matrix gives both reading and writing.
create or replace procedure app.operator_table(target text, needed text) language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  call app.close_table(target);
  execute format('create policy may_all on public.%I for all to app_rt using (%2$s) with check (%2$s)', target, app.within(needed));
  call app.grant_columns(target);
end $$;
