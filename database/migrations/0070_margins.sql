/* What is earned on each product, in percent of its retail price. A product without a stored cost counts by its rolled-up cost: a
   cost of 0 looked like a margin of 100 % (review I22). One without either has none, and is costless. The bills of materials are read
   only where such a product has one. */
create function app.margins(company uuid) returns table (id uuid, margin numeric, is_costless boolean)
language sql stable set search_path = pg_catalog, public, pg_temp set enable_nestloop = off set jit = off set work_mem = '32MB' as $$
  select p.id,
    case when p.retail_price > 0 and k.cost > 0 then round((p.retail_price - k.cost) * 100 / p.retail_price, 4) end,
    p.retail_price > 0 and coalesce(k.cost, 0) = 0
  from public.products p
  left join (
    select r.id, r.cost from app.rolled_up_costs(company) r where exists (
      select from public.products c join public.bom_lines l on l.company_id = company and l.product_id = c.id
      where c.company_id = company and c.cost = 0 and c.retail_price > 0)
  ) r on p.cost = 0 and r.id = p.id
  cross join lateral (select coalesce(nullif(p.cost, 0), r.cost) as cost) k
  where p.company_id = company
$$;
grant execute on function app.margins(uuid) to app_rt;

-- The list of margins is worked out by it, no longer by the stored cost alone.
update app.tenant_tables set search_columns = array_remove(search_columns, 'margin'), sort_expressions = sort_expressions - 'margin'
  where table_name = 'products';
