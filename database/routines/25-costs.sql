/* The max buildable of every product of a company, and costs: each function reads all bills of materials at once, with the rights of the
   caller. The settings after `set` are for the planner, which cannot know that a whole company is read: nested loops would look up 100,000
   parts one by one, and compiling costs more than it saves. Quantities are added up at every level, so a part that is reached over a million
   paths is one row. */

/* Doubles add up fast. Quantities and stocks are counted in ten-thousandths, so that doubles hold them as whole numbers, exactly: 0.30 of 0.10 builds
   3. A quantity larger than any stock (2^31 - 1) allows no build, so it is capped at 2^31. A part that only one item contains directly is divided
   once for that item; only shared parts are added up for each product. A bought product, which has no lines, counts like a part once it has been in stock.
   Products without any of these have no row. */
create or replace function app.max_buildable(company uuid) returns table (id uuid, buildable bigint)
language sql stable set search_path = pg_catalog, public, pg_temp set enable_nestloop = off set jit = off set work_mem = '32MB' as $$
  with recursive down(root, id, quantity) as (
    select p.id, p.id, 1::float8 from products p where p.company_id = company
    union all
    select s.root, s.id, least(s.quantity, 2147483648) from (
      select d.root, l.component_id as id, sum(d.quantity * l.quantity::int) over same as quantity, row_number() over same as n
      from down d join bom_lines l on l.company_id = company and l.parent_id = d.id and l.part_id is null
      window same as (partition by d.root, l.component_id)) s where s.n = 1
  ), item as materialized (
    select d.root, d.id, least(sum(d.quantity), 2147483648) as quantity from down d group by d.root, d.id
  ), bought as materialized (
    select p.id, p.stock_level from products p where p.company_id = company
      and exists (select from bom_lines l where l.company_id = company and l.component_id = p.id and l.part_id is null)
      and not exists (select from bom_lines l where l.company_id = company and l.parent_id = p.id)
  ), stocked as (
    select p.id, p.stock_level from parts p where p.company_id = company
    union all
    select b.id, b.stock_level from bought b where (select true from stock_items s where s.company_id = company and s.item_id = b.id)
  ), line as materialized (
    select l.parent_id, l.component_id, (l.quantity * 10000)::int8 as quantity, greatest(p.stock_level * 10000, 0)::int8 as stock, count(*) over (partition by l.component_id) = 1 as is_own
    from bom_lines l join stocked p on p.id = l.component_id where l.company_id = company
  ), own as (
    select parent_id, min(stock / quantity) as buildable from line where is_own group by parent_id
  )
  select b.root, min(b.buildable)::bigint from (
    select i.root, floor(o.buildable / i.quantity) as buildable from item i join own o on o.parent_id = i.id
    union all
    select s.root, floor(min(s.stock) / sum(s.quantity)) from (
      select i.root, l.component_id, l.stock, least(i.quantity * l.quantity, 21474836480000) as quantity
      from item i join line l on l.parent_id = i.id where not l.is_own) s
    group by s.root, s.component_id
  ) b group by b.root
$$;

/* Works up from the parts, one level at a time: each item passes its cost on to the items that contain it. A product without a BOM is
   bought: its stored cost counts, alone and inside other items (decision 0014). */
create or replace function app.rolled_up_costs(company uuid) returns table (id uuid, cost numeric)
language sql stable set search_path = pg_catalog, public, pg_temp set enable_nestloop = off set jit = off set work_mem = '32MB' as $$
  with recursive up(id, cost) as (
    (select l.parent_id, sum(l.quantity * p.cost) from bom_lines l
    join parts p on p.company_id = company and p.id = l.component_id where l.company_id = company group by l.parent_id
    union all
    select p.id, p.cost from products p
    where p.company_id = company and not exists (select from bom_lines l where l.company_id = company and l.parent_id = p.id))
    union all
    select s.id, s.cost from (
      select l.parent_id as id, row_number() over same as n, sum(u.cost * l.quantity) over same as cost
      from up u join bom_lines l on l.company_id = company and l.component_id = u.id and l.part_id is null
      window same as (partition by l.parent_id)) s where s.n = 1
  )
  select u.id, sum(u.cost) from up u group by u.id
$$;

/* The same for a few items: works down from them, so that it reads only what they contain. It is planned once for any items; `offset 0` and
   `limit 1` force the lookups by key that a few items need. */
create or replace function app.rolled_up_costs_of(company uuid, items uuid[]) returns table (id uuid, cost numeric)
language sql stable set search_path = pg_catalog, public, pg_temp set jit = off set plan_cache_mode = force_generic_plan as $$
  with recursive down(root, id, quantity) as (
    select i.id, i.id, 1::numeric from unnest(items) i (id)
    union all
    select s.root, s.id, s.quantity from (
      select d.root, l.component_id as id, sum(d.quantity * l.quantity) over same as quantity, row_number() over same as n
      from down d cross join lateral (
        select component_id, quantity from bom_lines where company_id = company and parent_id = d.id and part_id is null offset 0) l
      window same as (partition by d.root, l.component_id)) s where s.n = 1
  ), item as materialized (
    select d.root, d.id, sum(d.quantity) as quantity from down d group by d.root, d.id
  )
  select b.root, sum(b.cost) from (
    select i.root, i.quantity * l.quantity * p.cost as cost from item i
      cross join lateral (select component_id, quantity from bom_lines where company_id = company and parent_id = i.id and part_id is not null offset 0) l
      cross join lateral (select cost from parts where company_id = company and id = l.component_id limit 1) p
    union all
    select i.root, i.quantity * p.cost from item i
      cross join lateral (select id, cost from products where company_id = company and id = i.id limit 1) p
    where not exists (select from bom_lines l where l.company_id = company and l.parent_id = p.id)
  ) b group by b.root
$$;

/* The products that have a price and no stored cost, with their rolled-up cost, if they have a BOM: a cost of 0 would look like a margin of 100 %.
   A few of them are rolled up alone, many together with all others, which is faster then. */
create or replace function app.unpriced_products(company uuid) returns table (id uuid, retail_price numeric, cost numeric)
language sql stable set search_path = pg_catalog, public, pg_temp set jit = off set work_mem = '32MB' as $$
  with unpriced as materialized (
    select p.id, p.retail_price, exists (select from public.bom_lines l where l.company_id = company and l.product_id = p.id) as has_bom
    from public.products p where p.company_id = company and p.cost = 0 and p.retail_price > 0
  ), rolled_up as (
    select r.id, r.cost from app.rolled_up_costs_of(company, array(select u.id from unpriced u where u.has_bom)) r
      where (select count(*) from unpriced u where u.has_bom) <= 200
    union all
    select r.id, r.cost from app.rolled_up_costs(company) r where (select count(*) from unpriced u where u.has_bom) > 200
  )
  select u.id, u.retail_price, r.cost from unpriced u left join rolled_up r on r.id = u.id
$$;

-- The margin of each product in percent of its retail price, also below 0; null without a price or a cost.
create or replace function app.margins(company uuid) returns table (id uuid, margin numeric)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select p.id, app.margin(p.retail_price, coalesce(nullif(p.cost, 0), u.cost))
  from public.products p left join app.unpriced_products(company) u on u.id = p.id where p.company_id = company
$$;

/* The mean of the margins of the products that gain something, how many these are, and how many products have a price and no cost. Triggers
   add up the margins of products with a stored cost. */
create or replace function app.mean_margin(company uuid) returns table (products bigint, mean numeric, costless bigint)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with made as (
    select count(*) filter (where g.margin > 0) as margins, coalesce(sum(g.margin) filter (where g.margin > 0), 0) as margin_sum,
      count(*) filter (where coalesce(u.cost, 0) = 0) as costless
    from app.unpriced_products(company) u cross join lateral (select app.margin(u.retail_price, u.cost) as margin) g
  ), kept as (
    select coalesce(sum(k.margins), 0) as margins, coalesce(sum(k.margin_sum), 0) as margin_sum from public.row_counts k
    where k.company_id = company and k.table_name = 'products'
  )
  select (k.margins + m.margins)::bigint, round((k.margin_sum + m.margin_sum) / nullif(k.margins + m.margins, 0), 4), m.costless from kept k cross join made m
$$;

grant execute on function app.max_buildable, app.rolled_up_costs, app.rolled_up_costs_of, app.unpriced_products, app.margins, app.mean_margin to app_rt;
grant execute on function app.rolled_up_costs_of to app_audit; -- what an assembly is worth that comes into stock
