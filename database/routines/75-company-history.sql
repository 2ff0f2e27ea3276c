-- The figures of dashboards: stored days, and figures that are computed once for all readers (migrations/0106_company_history.sql).

call app.let_people('company_days', 'select', 'figures.read');
grant select on company_days to app_rt;
call app.allow_all_rows('company_days', 'app_auth', 'select,insert,update');

call app.let_people('company_figures', 'select', 'inventory.read');
grant select on company_figures to app_rt;
call app.allow_all_rows('company_figures', 'app_auth', 'select,insert,update');

call app.allow_all_rows('row_counts', 'app_auth', 'select');
call app.allow_all_rows('change_sets', 'app_auth', 'select');
call app.allow_all_rows('tasks', 'app_auth', 'select');

-- The tables that decide how many can be built, and the costs.
create or replace function app.inventory_changes(company uuid) returns bigint
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(sum(changes), 0)::bigint from row_counts
  where company_id = company and table_name in ('parts', 'products', 'assemblies', 'bom_lines')
$$;

/* The value and the low stock of parts and products at the ends of days, by going back from now through the log. `before` a change and
   `after` it are two states of a record; the sums at the end of a day are the current ones minus the changes of later days. A deleted record
   existed until its deletion, with the last values in the log. */
create or replace function app.inventory_on_days(company uuid, days date[])
returns table (day date, value_at_cost numeric, value_at_retail numeric, low_stock bigint)
language sql stable set search_path = pg_catalog, public, pg_temp set jit = off as $$
  with zone as (select time_zone from companies where id = company
  ), event as (
    select l.id, l.entity_id, l.entity_type = 'part' as is_part, l.action, l.field_changed as field, l.old_value, l.metadata -> 'row' as was,
      (s.created_at at time zone z.time_zone)::date as on_day,
      count(*) filter (where l.action = 'deleted') over (partition by l.entity_id order by l.id desc) as life
    from zone z cross join change_sets s
    join activity_logs l on l.company_id = company and l.change_set_id = s.id and l.entity_type in ('part', 'product')
      and (l.action in ('created', 'deleted') or l.field_changed in ('stock_level', 'cost', 'retail_price', 'reorder_threshold'))
    where s.company_id = company
      and s.created_at >= ((select min(d) from unnest(days) d) + 1)::timestamp at time zone z.time_zone
  ), known as (
    select e.*, first_value(e.was) over (partition by e.entity_id, e.life order by e.id desc) as ended_as,
      count(*) filter (where e.field = 'stock_level') over back as n_stock, count(*) filter (where e.field = 'cost') over back as n_cost,
      count(*) filter (where e.field = 'retail_price') over back as n_retail,
      count(*) filter (where e.field = 'reorder_threshold') over back as n_threshold
    from event e window back as (partition by e.entity_id, e.life order by e.id desc)
  ), state as (
    select k.id, k.entity_id, k.is_part, k.action, k.on_day,
      coalesce(p.id, q.id) is not null as is_there,
      -- The old value of the next change; without one, the current or last value.
      coalesce(max(k.old_value) filter (where k.field = 'stock_level') over (partition by k.entity_id, k.life, k.n_stock),
        k.ended_as ->> 'stock_level', p.stock_level::text)::numeric as stock,
      coalesce(max(k.old_value) filter (where k.field = 'cost') over (partition by k.entity_id, k.life, k.n_cost),
        k.ended_as ->> 'cost', p.cost::text)::numeric as cost,
      coalesce(max(k.old_value) filter (where k.field = 'retail_price') over (partition by k.entity_id, k.life, k.n_retail),
        k.ended_as ->> 'retail_price', p.retail_price::text, q.retail_price::text)::numeric as retail,
      coalesce(max(k.old_value) filter (where k.field = 'reorder_threshold') over (partition by k.entity_id, k.life, k.n_threshold),
        k.ended_as ->> 'reorder_threshold', p.reorder_threshold::text)::numeric as threshold,
      p.stock_level * p.cost as cost_now, coalesce(p.stock_level * p.retail_price, q.retail_price) as retail_now, p.is_low_stock as low_now
    from known k
    left join parts p on k.is_part and p.company_id = company and p.id = k.entity_id
    left join products q on not k.is_part and q.company_id = company and q.id = k.entity_id
  ), valued as (
    select s.id, s.entity_id, s.on_day, s.is_there, s.cost_now, s.retail_now, s.low_now,
      case when s.action = 'created' or not s.is_part then 0 else s.stock * s.cost end as at_cost,
      case when s.action = 'created' then 0 when s.is_part then s.stock * s.retail else s.retail end as at_retail,
      case when s.action <> 'created' and s.is_part and s.stock <= s.threshold then 1 else 0 end as low
    from state s
  ), changed as (
    select v.on_day,
      lag(v.at_cost, 1, case when v.is_there then coalesce(v.cost_now, 0) else 0 end) over later - v.at_cost as d_cost,
      lag(v.at_retail, 1, case when v.is_there then coalesce(v.retail_now, 0) else 0 end) over later - v.at_retail as d_retail,
      lag(v.low, 1, case when v.low_now then 1 else 0 end) over later - v.low as d_low
    from valued v window later as (partition by v.entity_id order by v.id desc)
  ), by_day as (
    select c.on_day, sum(c.d_cost) as d_cost, sum(c.d_retail) as d_retail, sum(c.d_low) as d_low from changed c group by c.on_day
  ), current as (
    select coalesce(sum(r.value_at_cost) filter (where r.table_name = 'parts'), 0) as at_cost, coalesce(sum(r.value_at_retail), 0) as at_retail,
      coalesce(sum(r.marked) filter (where r.table_name = 'parts'), 0) as low
    from row_counts r where r.company_id = company and r.table_name in ('parts', 'products')
  )
  select d.day, c.at_cost - coalesce(sum(b.d_cost), 0), c.at_retail - coalesce(sum(b.d_retail), 0),
    (c.low - coalesce(sum(b.d_low), 0))::bigint
  from unnest(days) d(day) cross join current c left join by_day b on b.on_day > d.day
  group by d.day, c.at_cost, c.at_retail, c.low
$$;

/* The tasks that were not complete at the ends of days. A field then had the old value of its first change on a later day, or else its
   current value. */
create or replace function app.tasks_on_days(company uuid, days date[]) returns table (day date, open_tasks bigint, overdue_tasks bigint, blocked_tasks bigint)
language sql stable set search_path = pg_catalog, public, pg_temp set jit = off as $$
  with zone as (select time_zone from companies where id = company
  ), change as (
    select l.id, l.entity_id, l.field_changed as field, l.old_value, (s.created_at at time zone z.time_zone)::date as on_day
    from zone z cross join change_sets s
    join activity_logs l on l.company_id = company and l.change_set_id = s.id and l.entity_type = 'task' and l.field_changed in ('status', 'due_on')
    where s.company_id = company
      and s.created_at >= ((select min(d) from unnest(days) d) + 1)::timestamp at time zone z.time_zone
  ), later as (
    select distinct on (d.day, c.entity_id, c.field) d.day, c.entity_id, c.field, c.old_value
    from unnest(days) d(day) join change c on c.on_day > d.day order by d.day, c.entity_id, c.field, c.id
  ), task as (
    select t.id, t.status, t.due_on, (t.created_at at time zone z.time_zone)::date as made_on from tasks t cross join zone z
    where t.company_id = company and (t.status <> 'complete' or t.id in (select c.entity_id from change c))
  ), stood as (
    select d.day, case when s.field is null then t.status else s.old_value end as status,
      case when u.field is null then t.due_on else u.old_value::date end as due_on
    from unnest(days) d(day) join task t on t.made_on <= d.day
    left join later s on s.day = d.day and s.entity_id = t.id and s.field = 'status'
    left join later u on u.day = d.day and u.entity_id = t.id and u.field = 'due_on'
  )
  select d.day, count(s.status), count(*) filter (where s.due_on < d.day), count(*) filter (where s.status = 'blocked')
  from unnest(days) d(day) left join stood s on s.day = d.day and s.status <> 'complete' group by d.day
$$;

/* The sales of the store by their day. Their number is unknown without a store, until all its orders are read, and before the
   oldest order that the store shows. */
create or replace function app.sales_on_days(company uuid, days date[]) returns table (day date, orders bigint, revenue numeric)
language sql stable set search_path = pg_catalog, public, pg_temp set jit = off as $$
  with span as (
    select d.day, d.day::timestamp at time zone c.time_zone as starts_at, (d.day + 1)::timestamp at time zone c.time_zone as ends_at
    from unnest(days) d(day) cross join companies c where c.id = company
  ), sold as (
    select s.day, sum(o.orders) as orders, sum(o.revenue) as revenue
    from span s cross join lateral (
      select count(*) as orders, sum(r.current_total) as revenue from store_orders r
      where r.company_id = company and r.is_counted and r.is_sale and r.processed_at >= s.starts_at and r.processed_at < s.ends_at) o
    group by s.day
  )
  select s.day, case when k.is_known then coalesce(o.orders, 0)::bigint end, case when k.is_known then coalesce(o.revenue, 0) end
  from span s left join sold o on o.day = s.day left join stores h on h.company_id = company
  cross join lateral (select h.orders_until is not null and s.starts_at >= coalesce(h.orders_since, '-infinity') as is_known) k
$$;

-- Figures that happen on a day: the time worked, and the orders made in the store.
create or replace function app.flows_on_days(company uuid, days date[]) returns table (day date, seconds_worked bigint, orders bigint, revenue numeric)
language sql stable set search_path = pg_catalog, public, pg_temp set jit = off as $$
  with span as (
    select d.day, d.day::timestamp at time zone c.time_zone as starts_at, (d.day + 1)::timestamp at time zone c.time_zone as ends_at
    from unnest(days) d(day) cross join companies c where c.id = company
  ), worked as (
    select s.day, sum(app.worked_seconds(e.started_at, e.ended_at, e.breaks, e.break_started_at, e.are_breaks_paid, s.starts_at, s.ends_at)) as seconds
    from span s join (
      select e.* from time_entries e where e.company_id = company and e.ended_at > (select min(starts_at) from span) and e.removed_at is null
      union all
      select e.* from time_entries e where e.company_id = company and e.ended_at is null and e.removed_at is null
    ) e on e.started_at < s.ends_at and (e.ended_at is null or e.ended_at > s.starts_at)
    group by s.day
  )
  select s.day, coalesce(w.seconds, 0)::bigint, o.orders, o.revenue
  from span s left join worked w on w.day = s.day join app.sales_on_days(company, days) o on o.day = s.day
$$;

/* Writes the missing days of a company up to yesterday, a year back at most. A day is complete a quarter of an hour after its end: no request
   takes longer, so its last change is committed. What the stock is worth comes from the ledger, and before that began, with low stock and tasks, from the log. The max buildable of a day is known only if
   the inventory has not changed since. Time entries are corrected later, so the hours of the last two months are written again. Orders are
   written again as soon as they change (app.write_sales). @returns the number of days added */
create or replace function app.write_company_days(company uuid) returns int
language plpgsql volatile set search_path = pg_catalog, public, pg_temp as $$
declare
  zone text;
  today date;
  missing date[];
  changed_on date;
begin
  perform pg_advisory_xact_lock(7203106, hashtext(company::text));
  select c.time_zone, (now() - interval '15 minutes') at time zone c.time_zone into zone, today from companies c where c.id = company;
  select array_agg(d::date order by d) into missing
  from generate_series(greatest(today - 366, (select (c.created_at at time zone zone)::date from companies c where c.id = company)), today - 1, '1 day') d
  where not exists (select from company_days k where k.company_id = company and k.day = d::date);
  if missing is not null then
    select (s.created_at at time zone zone)::date into changed_on from change_sets s
      where s.company_id = company and s.created_at >= (missing[1] + 1)::timestamp at time zone zone
        and exists (select from activity_logs l where l.company_id = company and l.change_set_id = s.id
          and l.entity_type in ('part', 'assembly', 'product', 'bom_line')
          and (l.action in ('created', 'deleted', 'stock_changed') or l.entity_type = 'bom_line'))
      order by s.created_at desc limit 1;
    insert into company_days (company_id, day, value_at_cost, value_at_retail, low_stock, buildable, open_tasks, overdue_tasks, blocked_tasks)
    select company, i.day, coalesce(v.value, i.value_at_cost), i.value_at_retail, i.low_stock,
      case when changed_on is null or changed_on <= i.day then b.buildable end, t.open_tasks, t.overdue_tasks, t.blocked_tasks
    from app.inventory_on_days(company, missing) i join app.tasks_on_days(company, missing) t on t.day = i.day
    join app.stock_value_on_days(company, missing) v on v.day = i.day
    cross join (select app.buildable_of(company)) b(buildable);
  end if;
  perform app.lock_revenue(company);
  update company_days k set seconds_worked = f.seconds_worked, orders = f.orders, revenue = f.revenue, has_new_sales = false, written_at = now()
  from app.flows_on_days(company, array(
    select d.day from company_days d where d.company_id = company and (d.day >= today - 62 or d.day = any (missing)))) f
  where k.company_id = company and k.day = f.day
    and (k.has_new_sales or (k.seconds_worked, k.orders, k.revenue) is distinct from (f.seconds_worked, f.orders::int, f.revenue));
  perform app.write_sales(company);
  return coalesce(cardinality(missing), 0);
end $$;

/* Writes orders and revenue of the days whose orders have changed: notices and syncs bring refunds of old days, and a new store brings a year.
   A store may have days from before the company was here; these have no other figures. A year back at most. @returns the number of days written */
create or replace function app.write_sales(company uuid) returns int
language plpgsql volatile set search_path = pg_catalog, public, pg_temp as $$
declare
  first_day date; -- that the store shows
  first_sold date;
  last_day date; -- before the company was here
  written int;
begin
  -- A transaction that changes orders waits for this lock: its days are marked before, or are read here.
  perform app.lock_revenue(company);
  select greatest((s.orders_since at time zone c.time_zone)::date, (now() at time zone c.time_zone)::date - 366), (c.created_at at time zone c.time_zone)::date - 1,
      (select min(o.processed_at) at time zone c.time_zone from store_orders o where o.company_id = company and o.is_counted and o.is_sale)::date
    into first_day, last_day, first_sold
    from companies c join stores s on s.company_id = c.id and s.orders_until is not null where c.id = company;
  insert into company_days (company_id, day, has_new_sales)
    select company, d::date, true from generate_series(greatest(first_day, first_sold), last_day, '1 day') d
    where first_sold is not null on conflict do nothing;
  update company_days k set orders = f.orders, revenue = f.revenue, has_new_sales = false, written_at = now()
  from app.sales_on_days(company, array(
    select d.day from company_days d where d.company_id = company and (d.has_new_sales or d.orders is null and d.day >= first_day))) f
  where k.company_id = company and k.day = f.day and (k.has_new_sales or (k.orders, k.revenue) is distinct from (f.orders::int, f.revenue));
  get diagnostics written = row_count;
  return written;
end $$;

-- For jobs that have fetched orders.
create or replace function app.keep_sales(company uuid) returns int
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not company = any (app.scope()) then raise exception 'another company' using errcode = 'insufficient_privilege'; end if;
  return app.write_sales(company);
end $$;

create or replace function app.mark_days(companies uuid[], times timestamptz[]) returns void
language sql volatile set search_path = pg_catalog, public, pg_temp as $$
  update public.company_days k set has_new_sales = true
  from (select distinct r.company_id, (r.sold_at at time zone c.time_zone)::date as day
    from unnest(companies, times) r(company_id, sold_at) join public.companies c on c.id = r.company_id) d
  where k.company_id = d.company_id and k.day = d.day and not k.has_new_sales
$$;

-- Marks the days of orders that were changed, also the day that a sale leaves. Their sums are written when the sync or the job of notices ends, not with each page.
create or replace function app.mark_sales() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op <> 'DELETE' then perform app.mark_days(array_agg(r.company_id), array_agg(r.processed_at)) from new_rows r; end if;
  if tg_op <> 'INSERT' then perform app.mark_days(array_agg(r.company_id), array_agg(r.processed_at)) from old_rows r; end if;
  return null;
end $$;
call app.each_statement('store_orders', 'mark', 'mark_sales()');

-- The store has moved to another company, or another store has replaced it: its figures are deleted from the days.
create or replace function app.forget_sales() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.company_days k set orders = null, revenue = null, has_new_sales = false
  where k.company_id = old.company_id and (k.orders is not null or k.has_new_sales);
  return null;
end $$;
create trigger forget_sales after delete on stores for each row execute function app.forget_sales();

-- In another time zone the days begin at other moments: a sale at midnight belongs to another day or month.
create or replace function app.count_sales_in_new_zone() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform app.rebuild_revenue(new.id), app.rebuild_units_sold(new.id);
  update public.company_days k set has_new_sales = true where k.company_id = new.id and k.orders is not null;
  return null;
end $$;
create trigger sales_zone after update of time_zone on companies for each row
  when (old.time_zone is distinct from new.time_zone) execute function app.count_sales_in_new_zone();

-- The number of products that can be built at least once: as stored, or computed when the inventory has changed since.
create or replace function app.buildable_of(company uuid) returns int
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(
    (select f.buildable from company_figures f where f.company_id = company and f.changes = app.inventory_changes(company)),
    (select count(*) filter (where b.buildable > 0)::int from app.max_buildable(company) b))
$$;

-- For jobs.
create or replace function app.keep_company_days(company uuid) returns int
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not company = any (app.scope()) then raise exception 'another company' using errcode = 'insufficient_privilege'; end if;
  return app.write_company_days(company);
end $$;

-- One statement, so that the figures and the number of changes stored with them come from the same snapshot.
create or replace function app.keep_company_figures(company uuid) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not company = any (app.scope()) then raise exception 'another company' using errcode = 'insufficient_privilege'; end if;
  insert into company_figures as k (company_id, changes, buildable, unbuildable, average_margin)
  select company, app.inventory_changes(company), b.buildable, b.unbuildable, (select m.mean from app.mean_margin(company) m)
  from (select count(*) filter (where m.buildable > 0) as buildable, count(*) filter (where m.buildable = 0) as unbuildable
    from app.max_buildable(company) m) b
  on conflict (company_id) do update
    set changes = excluded.changes, buildable = excluded.buildable, unbuildable = excluded.unbuildable, average_margin = excluded.average_margin
    where k.changes < excluded.changes;
end $$;

-- The companies whose days have to be written: yesterday is missing and complete, by their own clocks, or orders of a day have changed.
create or replace function app.companies_behind() returns table (company_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.id from companies c cross join lateral (select now() - interval '15 minutes' as at) t
  where c.status = 'active' and (
    exists (select from company_days k where k.company_id = c.id and k.has_new_sales)
    or (c.created_at at time zone c.time_zone)::date < (t.at at time zone c.time_zone)::date
      and not exists (select from company_days k where k.company_id = c.id and k.day = (t.at at time zone c.time_zone)::date - 1))
$$;

create or replace function app.companies_with_old_figures() returns table (company_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.id from companies c
  join (select r.company_id, sum(r.changes) as changes from row_counts r
    where r.table_name in ('parts', 'products', 'assemblies', 'bom_lines') group by r.company_id) r on r.company_id = c.id
  where c.status = 'active' and not exists (select from company_figures f where f.company_id = c.id and f.changes = r.changes)
$$;

grant execute on function app.inventory_changes, app.inventory_on_days, app.tasks_on_days, app.sales_on_days, app.flows_on_days, app.write_company_days, app.write_sales,
  app.buildable_of, app.mark_days, app.max_buildable, app.rolled_up_costs, app.rolled_up_costs_of, app.unpriced_products, app.mean_margin to app_auth;
grant execute on function app.keep_company_days, app.keep_sales, app.keep_company_figures, app.companies_behind, app.companies_with_old_figures
  to app_worker;
