/* The max buildable of every product of a company, and costs: each function reads all bills of materials at once, with the rights of the
   caller. The settings after `set` are for the planner, which cannot know that a whole company is read: nested loops would look up 100,000
   parts one by one, and compiling costs more than it saves. Quantities are added up at every level, so a part that is reached over a million
   paths is one row. */

/* Doubles add up fast. Quantities and stocks are counted in ten-thousandths, so that doubles hold them as whole numbers, exactly: 0.30 of 0.10 builds
   3. A quantity larger than any stock (2^31 - 1) allows no build, so it is capped at 2^31. A part that only one item contains directly is divided
   once for that item; only shared parts are added up for each product. Products without parts have no row. */
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
  ), line as materialized (
    select l.parent_id, l.component_id, (l.quantity * 10000)::int8 as quantity, greatest(p.stock_level * 10000, 0)::int8 as stock, count(*) over (partition by l.component_id) = 1 as is_own
    from bom_lines l join parts p on p.company_id = company and p.id = l.component_id where l.company_id = company
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

/* The margin of each product, in percent of its retail price. A product without a stored cost counts with its rolled-up cost: a cost of 0
   would look like a margin of 100 %. A product without either has no margin, and `is_costless`. Only products without a stored
   cost are rolled up: a few of them alone, many together with all others, which is faster then. */
create or replace function app.margins(company uuid) returns table (id uuid, margin numeric, is_costless boolean)
language sql stable set search_path = pg_catalog, public, pg_temp set jit = off set work_mem = '32MB' as $$
  with costless as materialized (
    select c.id from public.products c where c.company_id = company and c.cost = 0 and c.retail_price > 0
      and exists (select from public.bom_lines l where l.company_id = company and l.product_id = c.id)
  ), rolled_up as (
    select r.id, r.cost from app.rolled_up_costs_of(company, array(select c.id from costless c)) r where (select count(*) from costless) <= 200
    union all
    select r.id, r.cost from app.rolled_up_costs(company) r where (select count(*) from costless) > 200
  )
  select p.id,
    case when p.retail_price > 0 and k.cost > 0 then round((p.retail_price - k.cost) * 100 / p.retail_price, 4) end,
    p.retail_price > 0 and coalesce(k.cost, 0) = 0
  from public.products p
  left join rolled_up r on p.cost = 0 and r.id = p.id
  cross join lateral (select coalesce(nullif(p.cost, 0), r.cost) as cost) k
  where p.company_id = company
$$;

grant execute on function app.max_buildable, app.rolled_up_costs, app.rolled_up_costs_of, app.margins to app_rt;
grant execute on function app.rolled_up_costs_of to app_audit; -- what an assembly is worth that comes into stock
