-- Units sold: sums by day and month of the sale for each variant and SKU, kept in the transaction that changes the orders or their lines.

call app.let_people('units_sold', 'select', 'revenue.read');
grant select on units_sold to app_rt;
call app.caches_of('shopify', 'units_sold'); -- emptied after the lines, which are subtracted here when they are deleted
call app.allow_all_rows('units_sold', 'app_auth', 'insert,update');

/* A line counts by the order that is stored when the line changes; an order that becomes another sale moves the lines that are stored then. So no
   statement may change an order and its lines at once: the change would count twice. */
do $do$
declare
  -- Lookups by key: of a new store PostgreSQL has no statistics, and would read all orders or lines.
  of_lines text := $f$
    select l.company_id, o.processed_at, l.variant_id, l.sku, %s l.current_quantity as units from %s l
    cross join lateral (select r.processed_at, r.is_sale from public.store_orders r where r.company_id = l.company_id and r.id = l.order_id limit 1) o
    where o.is_sale$f$;
  of_orders text := $f$
    select o.company_id, o.processed_at, l.variant_id, l.sku, %1$s l.current_quantity as units
    from %2$s o join %3$s other on other.company_id = o.company_id and other.id = o.id
      and (other.is_sale, other.processed_at) is distinct from (o.is_sale, o.processed_at)
    cross join lateral (select * from public.store_order_lines l where l.company_id = o.company_id and l.order_id = o.id offset 0) l
    where o.is_sale$f$;
  body text := $f$
    insert into public.units_sold as u (company_id, period, begins_on, variant_id, sku, units)
    select s.company_id, p.period, date_trunc(p.period, s.processed_at at time zone c.time_zone)::date, coalesce(s.variant_id, 0), coalesce(s.sku, ''),
      sum(s.units)
    from (%s) s join public.companies c on c.id = s.company_id cross join (values ('day'), ('month')) p (period)
    group by 1, 2, 3, 4, 5 having sum(s.units) <> 0
    on conflict (company_id, period, begins_on, variant_id, sku) do update set units = u.units + excluded.units;$f$;
  plus text := format(of_lines, '', 'new_rows');
  minus text := format(of_lines, '-', 'old_rows');
begin
  call app.sums_of('sum_lines', body, plus, minus);
  execute format($f$
    create or replace function app.move_lines() returns trigger
    language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $body$
    begin
      %s
      return null;
    end $body$ $f$, format(body, format(of_orders, '', 'new_rows', 'old_rows') || ' union all ' || format(of_orders, '-', 'old_rows', 'new_rows')));
  execute format($f$
    create or replace function app.rebuild_units_sold(company uuid) returns void
    language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $body$
    begin
      perform app.lock_revenue(company);
      delete from public.units_sold where company_id = company; %s
    end $body$ $f$, format(body, $q$
      select o.company_id, o.processed_at, l.variant_id, l.sku, l.current_quantity as units
      from public.store_orders o
      cross join lateral (select * from public.store_order_lines l where l.company_id = o.company_id and l.order_id = o.id offset 0) l
      where o.company_id = company and o.is_sale$q$));
end $do$;

call app.each_statement('store_order_lines', 'sum', 'sum_lines()');
create trigger sum_units after update on store_orders referencing old table as old_rows new table as new_rows
  for each statement execute function app.move_lines();

-- The lines of a sale go before it: they are subtracted by its day.
create or replace function app.remove_lines() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from public.store_order_lines where company_id = old.company_id and order_id = old.id;
  return old;
end $$;
create trigger lines_first before delete on store_orders for each row when (old.is_sale) execute function app.remove_lines();
