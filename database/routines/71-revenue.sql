-- Revenue: sums by month of the sale and status, kept in the transaction that changes the orders.

call app.let_people('revenue_months', 'select', 'revenue.readTotals', who => 'app_rt, app_worker');
grant select on revenue_months to app_rt, app_worker;
call app.allow_all_rows('revenue_months', 'app_auth', 'select,insert,update,delete');

/* Transactions that change orders of a company run one after the other. Otherwise two that change several months would deadlock, and one
   that reads the time zone while another changes it would count in the old zone. Take the lock before changing the first row. */
create or replace function app.lock_revenue(company uuid) returns void language sql volatile set search_path = pg_catalog, pg_temp as $$
  select pg_advisory_xact_lock(7203099, hashtext(company::text))
$$;

/* Makes the trigger function `named`, which keeps sums with each statement: it adds what new rows make, and takes away what old rows made.
   `body`: the insert that adds the rows of %s to the sums; `plus` and `minus`: the rows made of new_rows and of old_rows. */
create or replace procedure app.sums_of(named name, body text, plus text, minus text)
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  execute format($f$
    create or replace function app.%I() returns trigger
    language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $body$
    begin
      if tg_op = 'INSERT' then
        perform app.lock_revenue(company_id) from (select distinct company_id from new_rows order by 1) r; %s
      elsif tg_op = 'DELETE' then
        perform app.lock_revenue(company_id) from (select distinct company_id from old_rows order by 1) r; %s
      else
        perform app.lock_revenue(company_id) from (select distinct company_id from new_rows order by 1) r; %s
      end if;
      return null;
    end $body$ $f$, named, format(body, plus), format(body, minus), format(body, plus || ' union all ' || minus));
end $$;

do $do$
declare
  sums text := $f$
    select r.company_id, extract(year from r.processed_at at time zone c.time_zone)::int as year,
      extract(month from r.processed_at at time zone c.time_zone)::int as month, r.financial_status as status,
      %s as orders, %s as amount, %s as refunded
    from %s r join public.companies c on c.id = r.company_id where r.is_counted$f$;
  plus text := format(sums, '1', 'r.current_total', 'r.refunded', 'new_rows');
  minus text := format(sums, '-1', '-r.current_total', '-r.refunded', 'old_rows');
  body text := $f$
    insert into public.revenue_months as m (company_id, year, month, status, orders, amount, refunded)
    select company_id, year, month, status, sum(orders), sum(amount), sum(refunded) from (%s) changed group by 1, 2, 3, 4
    having sum(orders) <> 0 or sum(amount) <> 0 or sum(refunded) <> 0
    on conflict (company_id, year, month, status) do update
      set orders = m.orders + excluded.orders, amount = m.amount + excluded.amount, refunded = m.refunded + excluded.refunded;$f$;
begin
  call app.sums_of('sum_orders', body, plus, minus);
  execute format($f$
    create or replace function app.rebuild_revenue(company uuid) returns void
    language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $body$
    begin
      perform app.lock_revenue(company);
      delete from public.revenue_months where company_id = company; %s
    end $body$ $f$, format(body, format(sums, '1', 'r.current_total', 'r.refunded', 'public.store_orders') || ' and r.company_id = company'));
end $do$;

call app.each_statement('store_orders', 'sum', 'sum_orders()');

grant execute on function app.lock_revenue to app_auth, app_worker;

-- Whether and when all orders of the store were read, since when it shows them, and their currency, for everybody who may see totals; the rest of the store's row is for
-- operators.
create or replace function app.store_reach(company uuid)
returns table (currency text, has_all_orders boolean, is_connected boolean, read_at timestamptz, orders_since timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.currency, s.orders_until is not null,
    coalesce(c.is_enabled and not c.needs_reconnect and (c.credentials_set_at is not null or c.status <> 'disconnected'), false), s.read_at,
    s.orders_since
  from public.stores s left join public.integration_configs c on c.company_id = s.company_id and c.integration_name = 'shopify'
  where s.company_id = company and company = any ((select app.scope_for('revenue.readTotals'))::uuid[])
$$;
grant execute on function app.store_reach to app_rt;
