-- Parts, products and assemblies.

-- How urgent it is to order a part, the most urgent first: by the share of its threshold that is in stock, then the larger threshold.
-- Without a threshold nobody said how many there should be, so such parts come last.
create or replace function app.urgency(stock int, threshold int) returns float8[] language sql immutable parallel safe
return array[case when threshold > 0 then stock::float8 / threshold else 'infinity' end, -threshold];
grant execute on function app.urgency to app_auth, app_rt;

/* The list shows the name of a linked vendor as the supplier. `value` is the value of a part at retail; the total value adds these up. */
call app.tenant_table('parts', 'part', 'inventory.read', 'inventory.write', undo_order => 30, number_column => 'part_number',
  loose_references => '{"sop_id": "sops"}', log_actions => '{"stock_level": "stock_changed", "vendor_id": "vendor_assigned"}',
  search_columns => array['name', 'part_number', 'supplier_name', 'location', 'stock_level', 'cost', 'retail_price', 'created_at',
    'updated_at', 'is_low_stock', 'vendor_id', 'value', 'urgency', 'barcode'],
  sort_expressions => jsonb_build_object(
    'supplier_name', 'coalesce((select v.name from public.vendors v where v.company_id = r.company_id and v.id = r.vendor_id), r.supplier_name)',
    'value', 'r.retail_price * r.stock_level', 'urgency', 'row(app.urgency(r.stock_level, r.reorder_threshold), r.name)'),
  marked => 'r.is_low_stock', at_cost => 'r.cost * r.stock_level', at_retail => 'r.retail_price * r.stock_level');
call app.let_in('parts', 'app_audit', 'select'); -- the log of bills of materials names them
create trigger version before update on parts for each row execute function app.bump_version();

call app.tenant_table('products', 'product', 'inventory.read', 'inventory.write', undo_order => 40, number_column => 'sku',
  loose_references => '{"sop_id": "sops"}',
  search_columns => array['name', 'sku', 'cost', 'retail_price', 'created_at', 'updated_at', 'category', 'location'],
  at_cost => 'r.cost', at_retail => 'r.retail_price');
call app.let_in('products', 'app_audit', 'select');
create trigger version before update on products for each row execute function app.bump_version();

call app.tenant_table('assemblies', 'assembly', 'inventory.read', 'inventory.write', undo_order => 50, number_column => 'assembly_number',
  loose_references => '{"sop_id": "sops"}', log_actions => '{"vendor_id": "vendor_assigned"}',
  search_columns => array['name', 'assembly_number', 'location', 'vendor_id', 'created_at', 'updated_at']);
call app.let_in('assemblies', 'app_audit', 'select');
create trigger version before update on assemblies for each row execute function app.bump_version();
