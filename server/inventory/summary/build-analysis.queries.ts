import { BuildAnalysis, maxLimitingShown } from 'contract/inventory/summary.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { allowSeconds } from '../../platform/database/changes.ts'
import type { Db } from '../../platform/database/handle.ts'
import { countsOf, idsMatching, type ListQuery, type ListSource, listPage } from '../../platform/database/list-page.ts'
import { rowsOf, scalarsOf } from '../../platform/database/rows.ts'
import { boughtOf, needOf, partsOf } from '../bom/needed-parts.queries.ts'

const Named = z.object({ id: z.uuid() })
const ProductId = Named.shape.id
const source: ListSource<typeof Named> = { table: 'products', row: Named, keyColumn: 'sku', columns: ['id'] }

/** A page of products with how many of each could be built. Three of the sort keys need to read all bills of materials. */
export async function listBuildAnalysis(db: Db, query: ListQuery) {
  const { ids, ...page } =
    !query.cursor && (query.sort === 'maxBuildable' || query.sort === 'calculatedCost' || query.sort === 'margin')
      ? await sortedByBom(db, query, query.sort)
      : await sortedByColumn(db, query)
  return { items: await analyse(db, query.companyId, ids), ...page }
}

async function sortedByColumn(db: Db, query: ListQuery) {
  const { items, total, isCapped } = await listPage(db, source, query)
  return { ids: items.map(({ id }) => id), total, isCapped }
}

const figures = {
  maxBuildable: (companyId: string) => sql`select id, buildable from app.max_buildable(${companyId})`,
  calculatedCost: (companyId: string) => sql`select id, cost from app.rolled_up_costs(${companyId})`,
  margin: (companyId: string) => sql`select id, margin from app.margins(${companyId})`,
}

async function sortedByBom(db: Db, query: ListQuery, by: keyof typeof figures) {
  const { companyId, q, order, page, pageSize } = query
  const [matching, counts] = await Promise.all([
    q ? idsMatching(db, 'products', companyId, q, {}) : null,
    countsOf(db, 'products', companyId),
    allowSeconds(db, 20), // usually a second; longer on a busy machine
  ])
  const direction = order === 'desc' ? sql`desc` : sql`asc`
  // A product without parts has no limit: it comes last.
  const figure = by === 'calculatedCost' ? sql`coalesce(f.figure, 0)` : sql`f.figure`
  const ids = await scalarsOf(
    db,
    ProductId,
    sql`select p.id from products p left join (${figures[by](companyId)}) f(id, figure) on f.id = p.id
    where p.company_id = ${companyId} ${matching ? sql`and p.id = any (${matching}::uuid[])` : sql``}
    order by ${figure} ${direction} nulls last, p.name, p.id limit ${pageSize} offset ${(page - 1) * pageSize}`,
  )
  return { ids, total: matching?.length ?? counts.total, isCapped: false }
}

/** A product without a cost has no margin: 100 % would be a guess. */
const percent = (cost: RawBuilder<unknown>) => sql`app.margin(p.retail_price, ${cost})`

async function analyse(db: Db, companyId: string, ids: string[]): Promise<BuildAnalysis[]> {
  if (ids.length === 0) return []
  return rowsOf(
    db,
    BuildAnalysis,
    sql`with recursive ${needOf(companyId, sql`select unnest(${ids}::uuid[])`)}, ${boughtOf(companyId)},
    stocked as (
      select n.root, 'part' as type, p.id, p.part_number, p.name, p.cost = 0 as is_costless, n.quantity * p.cost as cost, p.stock_level, n.quantity
      from need n ${partsOf(companyId)}
      union all
      select root, 'product', id, sku, name, false, 0, on_hand, quantity from bought where on_hand is not null and id <> root
    ), part as (
      select s.*, b.builds, min(b.builds) over (partition by s.root) as max_buildable
      from stocked s cross join lateral (select div(greatest(s.stock_level, 0), s.quantity) as builds) b
    ), needed as materialized ( -- without statistics PostgreSQL would compute it again for each product
      select root, min(max_buildable) as max_buildable, sum(cost) as cost, count(*) filter (where is_costless) as costless, count(*) filter (where builds = max_buildable) as limiting_count,
        to_json((array_agg(json_build_object('type', type, 'id', id, 'number', part_number, 'name', name) order by part_number, id)
          filter (where builds = max_buildable))[:${sql.lit(maxLimitingShown)}]) as limiting
      from part group by root
    ), costs as (
      select root, sum(cost) as cost, sum(costless) as costless from (
        select root, cost, costless from needed union all select root, quantity * cost, (cost = 0 and id <> root)::int from bought) c group by root
    )
    select p.id, p.sku, p.name, n.max_buildable, coalesce(n.limiting, '[]') as limiting, coalesce(n.limiting_count, 0) as limiting_count,
      p.cost, coalesce(c.cost, 0) as calculated_cost, coalesce(c.costless, 0)::int as parts_without_cost, p.retail_price, ${percent(sql`coalesce(nullif(p.cost, 0), c.cost)`)} as margin,
      ${percent(sql`c.cost`)} as calculated_margin
    from unnest(${ids}::uuid[]) with ordinality as wanted(id, place)
    join products p on p.company_id = ${companyId} and p.id = wanted.id left join needed n on n.root = p.id left join costs c on c.root = p.id
    order by wanted.place`,
  )
}
