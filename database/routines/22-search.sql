-- One page of a search. LIKE is not leakproof, so under a policy no trigram index would be used: this
-- function asks the fence itself and then searches without it. Names of columns come from app.tenant_tables only.
create or replace function app.search_page(
  target text, company uuid, pattern text, filters jsonb, sort text, descending boolean, skip int, take int, cap int,
  out ids uuid[], out hits bigint
) language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
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
call app.give_to('app_auth', 'search_page');
grant execute on function app.search_page to app_rt;
