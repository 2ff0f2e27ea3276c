/** The limit's statements about bills of materials: plain explosions that follow every line of every path. */

const down = (roots: string) => `with recursive down(root, id, quantity) as (
    ${roots}
    union all
    select d.root, l.component_id, d.quantity * l.quantity from down d
    join bom_lines l on l.company_id = $1 and l.parent_id = d.id and l.part_id is null
  ), need as (
    select d.root, l.part_id, sum(d.quantity * l.quantity) as quantity from down d
    join bom_lines l on l.company_id = $1 and l.parent_id = d.id and l.part_id is not null group by 1, 2
  )`
const one = down('select $2::uuid, $2::uuid, 1::numeric')
const analysis = `select n.root, min(floor(p.stock_level / n.quantity)) as builds, sum(n.quantity * p.cost) as cost from need n
  join parts p on p.company_id = $1 and p.id = n.part_id group by 1 order by 2 limit 50`
const rows = (query: string) => `(select coalesce(json_agg(row_to_json(r)), '[]')::text as body from (${query}) r)`

export const bomStatements: Record<string, string> = {
  'bom-parts': `${one} ${rows(`select p.id, p.part_number, p.name, p.location, n.quantity, p.stock_level, p.cost,
    floor(p.stock_level / n.quantity) as builds from need n join parts p on p.company_id = $1 and p.id = n.part_id`)}`,
  'bom-tree': `with recursive walk as (
      select l.*, 1 as level from bom_lines l where company_id = $1 and parent_id = $2
      union all select l.*, w.level + 1 from walk w join bom_lines l on l.company_id = $1 and l.parent_id = w.component_id
    ) ${rows(`select w.level, w.component_id, w.quantity, coalesce(p.name, a.name) as name, p.cost from walk w
      left join parts p on p.company_id = $1 and p.id = w.part_id
      left join assemblies a on a.company_id = $1 and a.id = w.sub_assembly_id`)}`,
  'where-used': `with recursive up(id, level, quantity) as (
      select parent_id, 1, quantity::numeric from bom_lines where company_id = $1 and component_id = $2
      union all select l.parent_id, u.level + 1, u.quantity * l.quantity from up u join bom_lines l on l.company_id = $1 and l.component_id = u.id
    ), used as (select id, min(level) as level, sum(quantity) as quantity from up group by id)
    ${rows(`select u.*, i.* from used u cross join lateral (select assembly_number, name from assemblies where company_id = $1 and id = u.id
      union all select sku, name from products where company_id = $1 and id = u.id) i order by level, name, id limit 500`)}`,
  products: `with page as materialized (
      select p.*, (select count(*) from bom_lines l where l.company_id = $1 and l.parent_id = p.id) as bom_count
      from products p where company_id = $1 order by name, id limit 50
    ), made as (select * from app.rolled_up_costs_of($1, array(select id from page where cost = 0)))
    select json_build_object('items', json_agg(row_to_json(t)), 'total', (select sum(total) from row_counts
      where company_id = $1 and table_name = 'products'))::text as body
    from (select page.*, made.cost as rolled_up_cost from page left join made on made.id = page.id order by name, page.id) t`,
  summary: rows(`select sum(value_at_cost), sum(value_at_retail),
      (select avg((retail_price - cost) * 100 / retail_price) from products where company_id = $1 and retail_price > cost)
    from row_counts where company_id = $1`),
  'build-50': `${down('(select id, id, 1::numeric from products where company_id = $1 order by name, id limit 50)')} ${rows(analysis)}`,
  'build-all': `${down('select id, id, 1::numeric from products where company_id = $1')} ${rows(analysis)}`,
}
