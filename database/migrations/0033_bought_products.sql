-- As in 0021, but a product without a BOM is bought: it costs what is stored of it, alone and in what takes it. It counted as nothing.
create or replace function app.rolled_up_costs(company uuid) returns table (id uuid, cost numeric)
language sql stable set search_path = pg_catalog, public set enable_nestloop = off set jit = off set work_mem = '32MB' as $$
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
