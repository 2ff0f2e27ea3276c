-- Parts, products and assemblies.

-- A movement of stock is no edit: a form that is open stays current. Conditions of triggers are not in SQL: see templates/01-schema.sql.
create or replace function app.is_edited() returns boolean language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return current_setting('app.names_movements', true) is distinct from 'on';
end $$;

/* Names the movements that the next changes of stock post (app.post_differences); '' ends it. Triggers of a row read the short setting: the lines
   may be thousands, and reading them for each row would take longer than all else. */
create or replace function app.name_movements(lines text) returns void language sql set search_path = pg_catalog, pg_temp as $$
  select set_config('app.stock_lines', lines, true), set_config('app.names_movements', case when lines <> '' then 'on' else '' end, true)
$$;
grant execute on function app.name_movements to app_rt, app_worker;
grant execute on function app.is_edited to app_rt, app_worker, app_auth, app_audit;

-- '2,400 m', '2,400': a quantity in words, as formatQuantity of contract/units.ts shows it on the screens; of each only the number.
create or replace function app.quantity_text(quantity numeric, unit text) returns text language sql stable parallel safe
return rtrim(rtrim(to_char(quantity, 'FM9,999,999,990.0000'), '0'), '.') || coalesce(' ' || nullif(unit, 'each'), '');
grant execute on function app.quantity_text to app_rt, app_worker, app_audit;

-- How urgent it is to order a part, the most urgent first: by the share of its threshold that is in stock, then the larger threshold.
-- Without a threshold nobody said how many there should be, so such parts come last.
create or replace function app.urgency(stock numeric, threshold numeric) returns float8[] language sql immutable parallel safe
return array[case when threshold > 0 then stock::float8 / threshold::float8 else 'infinity' end, -threshold];
grant execute on function app.urgency to app_auth, app_rt;

/* The list shows the name of a linked vendor as the supplier. `value` is the value of a part at retail; the total value adds these up. */
call app.tenant_table('parts', 'part', 'inventory.read', 'inventory.write', undo_order => 30, number_column => 'part_number',
  loose_references => '{"sop_id": "sops"}', rules => array['unit_moved', 'decimals_used', 'stock_short', 'place_short'], log_actions => '{"stock_level": "stock_changed", "vendor_id": "vendor_assigned"}',
  ledger_column => 'stock_level',
  search_columns => array['name', 'part_number', 'supplier_name', 'location', 'stock_level', 'cost', 'retail_price', 'created_at',
    'updated_at', 'is_low_stock', 'vendor_id', 'value', 'urgency', 'barcode'],
  sort_expressions => jsonb_build_object(
    'supplier_name', 'coalesce((select v.name from public.vendors v where v.company_id = r.company_id and v.id = r.vendor_id), r.supplier_name)',
    'value', 'r.retail_price * r.stock_level', 'urgency', 'row(app.urgency(r.stock_level, r.reorder_threshold), r.name)'),
  marked => 'r.is_low_stock', at_cost => 'r.cost * r.stock_level', at_retail => 'r.retail_price * r.stock_level');
call app.allow_all_rows('parts', 'app_audit', 'select'); -- the log of bills of materials names them
create trigger version before update on parts for each row when (app.is_edited()) execute function app.bump_version();

-- The margin in percent of the price, also below 0; null without a price or a cost.
create or replace function app.margin(price numeric, cost numeric) returns numeric language sql immutable parallel safe
return case when price > 0 and cost > 0 then round((price - cost) * 100 / price, 4) end;
grant execute on function app.margin to app_rt, app_auth, app_audit;

call app.tenant_table('products', 'product', 'inventory.read', 'inventory.write', undo_order => 50, number_column => 'sku',
  loose_references => '{"sop_id": "sops"}', rules => array['stock_short', 'place_short'], log_actions => '{"stock_level": "stock_changed"}', ledger_column => 'stock_level',
  search_columns => array['name', 'sku', 'cost', 'retail_price', 'created_at', 'updated_at', 'category', 'location', 'stock_level'],
  at_cost => 'r.cost', at_retail => 'r.retail_price', margin => 'app.margin(r.retail_price, r.cost)');
call app.allow_all_rows('products', 'app_audit', 'select');
create trigger version before update on products for each row when (app.is_edited()) execute function app.bump_version();

-- The id of a product of the store, however it is written: '123' for 'gid://shopify/Product/123'.
create or replace function app.store_product_key(link text) returns text language sql immutable parallel safe
return regexp_replace(btrim(link), '^gid://shopify/Product/', '');
grant execute on function app.store_product_key to app_rt;

/* Two products cannot be linked to the same product of the store: its price and sales would count twice. The refusal names the first one. Links
   that were twofold before this rule stay until somebody changes them. */
create or replace function app.expect_own_links(company uuid, changed uuid[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare first text;
begin
  perform pg_advisory_xact_lock(7203111, hashtext(company::text));
  select o.sku || ' · ' || o.name into first from unnest(changed) c(id)
    join public.products l on l.company_id = company and l.id = c.id
    join public.products o on o.company_id = company and o.id <> l.id
      and o.shopify_product_id in (app.store_product_key(l.shopify_product_id), 'gid://shopify/Product/' || app.store_product_key(l.shopify_product_id))
    order by o.id limit 1;
  if first is not null then raise exception 'store_product_taken' using errcode = 'SB001', detail = first; end if;
end $$;

grant execute on function app.expect_own_links to app_rt;

create or replace function app.check_store_links() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform app.expect_own_links(n.company_id, array_agg(n.id)) from changed n where n.shopify_product_id is not null group by n.company_id;
  else
    perform app.expect_own_links(n.company_id, array_agg(n.id)) from changed n join before o using (company_id, id)
    where n.shopify_product_id is distinct from o.shopify_product_id and n.shopify_product_id is not null group by n.company_id;
  end if;
  return null;
end $$;
create trigger store_link_insert after insert on products referencing new table as changed for each statement
  execute function app.check_store_links();
create trigger store_link_update after update on products referencing old table as before new table as changed for each statement
  execute function app.check_store_links();

call app.tenant_table('assemblies', 'assembly', 'inventory.read', 'inventory.write', undo_order => 40, number_column => 'assembly_number',
  loose_references => '{"sop_id": "sops"}', rules => array['stock_short', 'place_short'], log_actions => '{"stock_level": "stock_changed", "vendor_id": "vendor_assigned"}', ledger_column => 'stock_level',
  search_columns => array['name', 'assembly_number', 'location', 'vendor_id', 'created_at', 'updated_at', 'stock_level']);
call app.allow_all_rows('assemblies', 'app_audit', 'select');
create trigger version before update on assemblies for each row when (app.is_edited()) execute function app.bump_version();
