-- The template: one call gives a new table of a company its fence, policies, grants, log and counters.

-- Grants of columns are renewed after every migration, so that a new column needs no line of its own. Never updatable:
-- the key, the company (a row cannot move to another one, security.md T37) and what the database keeps itself.
create procedure app.grant_columns(target text) language plpgsql set search_path = pg_catalog, public as $$
declare writable text;
begin
  select string_agg(quote_ident(attname), ', ') into writable from pg_attribute
    where attrelid = format('public.%I', target)::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attname not in ('id', 'company_id', 'created_at');
  execute format('grant select, insert, delete on public.%I to app_rt', target);
  execute format('grant update (%s) on public.%I to app_rt', writable, target);
  execute format('grant select on public.%I to app_worker, app_auth', target);
end $$;

-- The condition of every policy. The subquery makes PostgreSQL ask once per statement, not once per row (security.md 5.2).
create function app.within(action text) returns text language sql immutable set search_path = pg_catalog as $$
  select format('company_id = any ((select app.scope_for(%L))::uuid[])', action)
$$;

/* Arguments: the table; the word of the activity log for one of its rows; the actions of the matrix that may read and write
   it; the columns a search may sort by or filter on; the SQL expressions that the counters keep, of a row named r. */
create procedure app.tenant_table(
  target text, entity text, readable_by text, writable_by text,
  search_columns text[] default '{}', marked text default 'false', at_cost text default '0', at_retail text default '0'
) language plpgsql set search_path = pg_catalog, public as $$
declare
  counts text := format($f$select company_id, count(*) as n, count(*) filter (where %s) as m, coalesce(sum(%s), 0) as c, coalesce(sum(%s), 0) as p$f$,
    marked, at_cost, at_retail);
begin
  insert into app.tenant_tables (table_name, entity_type, search_columns, written_by) values (target, entity, search_columns, writable_by);
  execute format('alter table public.%I enable row level security', target);
  execute format('alter table public.%I force row level security', target);
  execute format('create policy may_read on public.%I for select to app_rt, app_worker using (%s)', target, app.within(readable_by));
  execute format('create policy may_insert on public.%I for insert to app_rt with check (%s)', target, app.within(writable_by));
  execute format('create policy may_update on public.%I for update to app_rt using (%2$s) with check (%2$s)', target, app.within(writable_by));
  execute format('create policy may_delete on public.%I for delete to app_rt using (%s)', target, app.within(writable_by));
  execute format('create policy search on public.%I for select to app_auth using (true)', target);
  call app.grant_columns(target);

  execute format('create trigger log_insert after insert on public.%I referencing new table as new_rows
    for each statement execute function app.log_insert(%L)', target, entity);
  execute format('create trigger log_update after update on public.%I referencing old table as old_rows new table as new_rows
    for each statement execute function app.log_update(%L)', target, entity);
  execute format('create trigger log_delete after delete on public.%I referencing old table as old_rows
    for each statement execute function app.log_delete(%L)', target, entity);

  execute format($f$
    create function app.%1$I() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $body$
    begin
      if tg_op = 'INSERT' then
        perform app.add_counts(company_id, %2$L, n, m, c, p) from (%3$s from new_rows r group by company_id) d;
      elsif tg_op = 'DELETE' then
        perform app.add_counts(company_id, %2$L, -n, -m, -c, -p) from (%3$s from old_rows r group by company_id) d;
      else
        perform app.add_counts(company_id, %2$L, 0, sum(m)::bigint, sum(c), sum(p)) from (
          %3$s from new_rows r group by company_id union all
          select company_id, -n, -m, -c, -p from (%3$s from old_rows r group by company_id) o) d group by company_id;
      end if;
      return null;
    end $body$ $f$, 'count_' || target, target, counts);
  execute format('alter function app.%I() owner to app_audit', 'count_' || target);
  execute format('create trigger count_insert after insert on public.%I referencing new table as new_rows
    for each statement execute function app.%I()', target, 'count_' || target);
  execute format('create trigger count_update after update on public.%I referencing old table as old_rows new table as new_rows
    for each statement execute function app.%I()', target, 'count_' || target);
  execute format('create trigger count_delete after delete on public.%I referencing old table as old_rows
    for each statement execute function app.%I()', target, 'count_' || target);
end $$;

-- The version of a row counts its changes; a stale save is found by comparing it (security.md T94).
create function app.bump_version() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;
grant execute on function app.bump_version() to app_rt;

-- One page of a search. LIKE is not leakproof, so under a policy no trigram index would be used (security.md 5.2): this
-- function asks the fence itself and then searches without it. Names of columns come from app.tenant_tables only.
create function app.search_page(
  target text, company uuid, pattern text, filters jsonb, sort text, descending boolean, skip int, take int, cap int,
  out ids uuid[], out hits bigint
) language plpgsql stable security definer set search_path = pg_catalog, public as $$
declare
  t app.tenant_tables;
  wheres text := '';
  f record;
begin
  ids := '{}'; hits := 0;
  select * into strict t from app.tenant_tables where table_name = target;
  if not company = any (app.scope_for('inventory.read')) then return; end if;
  if not sort = any (t.search_columns) then raise exception 'unknown column %', sort; end if;
  for f in select key, value from jsonb_each_text(filters) loop
    if not f.key = any (t.search_columns) then raise exception 'unknown column %', f.key; end if;
    wheres := wheres || format(' and r.%I = %L', f.key, f.value);
  end loop;
  if pattern is not null then wheres := wheres || ' and r.search_text like $2'; end if;
  execute format(
    'with found as materialized (select r.id, %1$s as k from public.%2$I r where r.company_id = $1 %3$s)
     select coalesce((select array_agg(id) from (select id from found order by k %4$s nulls last, id offset $3 limit $4) p), ''{}''),
            (select count(*) from (select from found limit $5) n)',
    coalesce(t.sort_expressions ->> sort, format('r.%I', sort)), target, wheres, case when descending then 'desc' else 'asc' end)
  into ids, hits using company, pattern, skip, take, cap;
end $$;
alter function app.search_page(text, uuid, text, jsonb, text, boolean, int, int, int) owner to app_auth;
grant execute on function app.search_page(text, uuid, text, jsonb, text, boolean, int, int, int) to app_rt;
