-- The data of an online store. Operators read them, and only the worker of the company writes them. They have no log and no undo: the store has both.

create or replace procedure app.store_table(target text, readable_by text default 'revenue.read')
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  call app.close_table(target);
  execute format('create policy may_read on public.%I for select to app_rt using (%s)', target, app.within(readable_by));
  execute format('create policy worker_all on public.%I for all to app_worker
    using (company_id = any ((select app.scope())::uuid[])) with check (company_id = any ((select app.scope())::uuid[]))', target);
  execute format('grant select on public.%I to app_rt', target);
  execute format('grant select, insert, update, delete on public.%I to app_worker', target);
end $$;

grant execute on function app.folded to app_worker; -- an index of variants uses it

call app.store_table('stores');
call app.store_table('store_orders');
call app.store_table('store_order_lines');
call app.store_table('store_customers');
call app.store_table('store_products');
call app.store_table('store_variants');
call app.store_table('store_webhooks');
call app.counted_table('store_customers');
call app.counted_table('store_products');

-- Emptied when the connection is moved to another company, or points at another store (security.md 2.2, row 37). Lines go with their orders.
call app.caches_of('shopify', 'store_order_lines');
call app.caches_of('shopify', 'store_orders');
call app.caches_of('shopify', 'store_customers');
call app.caches_of('shopify', 'store_variants');
call app.caches_of('shopify', 'store_products');
call app.caches_of('shopify', 'store_webhooks');
call app.caches_of('shopify', 'stores');
