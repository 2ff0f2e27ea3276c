/* What could be built of every product of a company, and what it costs: each reads all bills of materials at once. They obey the fence:
   they run with the rights of whoever asks. What follows `set` is for the planner, which cannot know that they read a whole company:
   nested loops would look up 100,000 parts one by one, and compiling costs more than it saves. Quantities are added up at every level:
   what is reached over a million paths is one row. */

/* A quantity above what can be on hand (2^31 - 1) builds nothing, however large it is: it is held at 2^31, so that doubles, which add
   up fast, are exact. A part that only one item takes directly is divided once for that item; only shared parts have to be
   added up for each product. Products without parts are not in the answer. */
create or replace function app.max_buildable(company uuid) returns table (id uuid, buildable bigint)
language sql stable set search_path = pg_catalog, public, pg_temp set enable_nestloop = off set jit = off set work_mem = '32MB' as $$
  with recursive down(root, id, quantity) as (
    select p.id, p.id, 1::float8 from products p where p.company_id = company
    union all
    select s.root, s.id, least(s.quantity, 2147483648) from (
      select d.root, l.component_id as id, sum(d.quantity * l.quantity) over same as quantity, row_number() over same as n
      from down d join bom_lines l on l.company_id = company and l.parent_id = d.id and l.part_id is null
      window same as (partition by d.root, l.component_id)) s where s.n = 1
  ), item as materialized (
    select d.root, d.id, least(sum(d.quantity), 2147483648) as quantity from down d group by d.root, d.id
  ), line as materialized (
    select l.parent_id, l.component_id, l.quantity, p.stock_level, count(*) over (partition by l.component_id) = 1 as is_own
    from bom_lines l join parts p on p.company_id = company and p.id = l.component_id where l.company_id = company
  ), own as (
    select parent_id, min(stock_level / quantity) as buildable from line where is_own group by parent_id
  )
  select b.root, min(b.buildable)::bigint from (
    select i.root, floor(o.buildable / i.quantity) as buildable from item i join own o on o.parent_id = i.id
    union all
    select s.root, floor(min(s.stock_level) / sum(s.quantity)) from (
      select i.root, l.component_id, l.stock_level, i.quantity * l.quantity as quantity
      from item i join line l on l.parent_id = i.id where not l.is_own) s
    group by s.root, s.component_id
  ) b group by b.root
$$;

/* From the parts upwards, a level at a time: the cost of an item is passed on to whatever takes it. A product without a BOM is bought: it
   costs what is stored of it, alone and in what takes it (decision 0017). */
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

/* What is earned on each product, in percent of its retail price. A product without a stored cost counts by its rolled-up cost: a
   cost of 0 looked like a margin of 100 %. One without either has none, and is costless. The bills of materials are read
   only where such a product has one. */
create or replace function app.margins(company uuid) returns table (id uuid, margin numeric, is_costless boolean)
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

grant execute on function app.max_buildable, app.rolled_up_costs, app.margins to app_rt;
