import { BomPart, type LimitingPart, partsWithoutCost } from 'contract/inventory/bom-analysis.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { eachRow } from '../../platform/database/each-row.ts'
import type { Db } from '../../platform/database/handle.ts'
import { rowsOf } from '../../platform/database/rows.ts'

/**
 * The quantity of each part that some assemblies or products need over all levels, as CTEs ending in `need(root, part_id, quantity)`;
 * exact, however large. Assemblies and products below them are included. Quantities are added up at every level, so a part that is reached
 * over a million paths is one row.
 * @param roots SQL of their ids, as rows of one column
 */
export const needOf = (companyId: string, roots: RawBuilder<unknown>) => sql`down(root, id, quantity) as (
    select r.id, r.id, 1::numeric from (${roots}) r(id)
    union all
    select s.root, s.id, s.quantity from (
      select d.root, l.component_id as id, sum(d.quantity * l.quantity) over same as quantity, row_number() over same as n
      from down d join bom_lines l on l.company_id = ${companyId} and l.parent_id = d.id and l.part_id is null
      window same as (partition by d.root, l.component_id)) s where s.n = 1
  ), need as (
    select d.root, l.component_id as part_id, sum(d.quantity * l.quantity) as quantity
    from down d join bom_lines l on l.company_id = ${companyId} and l.parent_id = d.id group by d.root, l.component_id
  )`

/**
 * SQL that joins the parts to the needs n; what is not a part drops out. The lines are then read from their index alone. `limit 1` forces
 * lookups by key: a plan made for any company would read all of its parts.
 */
export const partsOf = (companyId: string) => sql`cross join lateral (
  select * from parts i where i.company_id = ${companyId} and i.id = n.part_id limit 1) p`

/**
 * The bought products, as a CTE `bought` after `needOf`, one row for each root and product. A product without a BOM is not made of parts:
 * its stored cost counts, also when it is the root. `on_hand` is null until it has been in stock: a company may keep no stock of what it buys so.
 */
export const boughtOf = (companyId: string) => sql`bought as (
    select d.root, d.quantity, p.id, p.sku, p.name, p.location, p.cost,
      (select s.on_hand from stock_items s where s.company_id = ${companyId} and s.item_id = d.id) as on_hand
    from (select root, id, sum(quantity) as quantity from down group by root, id) d
    cross join lateral (select * from products o where o.company_id = ${companyId} and o.id = d.id limit 1) p
    where not exists (select from bom_lines l where l.company_id = ${companyId} and l.parent_id = d.id)
  )`

/**
 * Parts and bought products, as a CTE `item` after `boughtOf`, with the number of builds that the stock allows. The root is not in its own
 * list.
 */
const itemsOf = (companyId: string) => sql`item as (
    select 'part' as type, p.id, p.part_number as number, p.name, p.location, p.unit, n.quantity, p.stock_level as on_hand, p.cost as unit_cost,
      div(greatest(p.stock_level, 0), n.quantity) as builds
    from need n ${partsOf(companyId)}
    union all
    select 'product', id, sku, name, location, 'each', quantity, on_hand, cost, div(case when on_hand < 0 then 0 else on_hand end, quantity) from bought where id <> root
  )`

export type NeededParts = {
  maxBuildable: number | null
  limiting: LimitingPart[]
  rolledUpCost: number
  partsWithoutCost: number
  items: BomPart[]
  total: number
}

const limitingShown = 100

/** @param most rows of the flat list; the figures cover all rows */
export async function listNeededParts(
  db: Db,
  companyId: string,
  root: string,
  target: number,
  most: number,
): Promise<NeededParts> {
  const rows = await rowsOf(db, Row, neededParts(companyId, root, target, { most, limiting: limitingShown }))
  const [first] = rows // exists even without any item
  return {
    maxBuildable: first?.maxBuildable ?? null,
    limiting: rows
      .filter(isItem)
      .filter(({ isLimiting }) => isLimiting)
      .slice(0, limitingShown)
      .map(({ type, id, number, name }) => ({ type, id, number, name })),
    rolledUpCost: first?.rolledUpCost ?? 0,
    partsWithoutCost: first?.partsWithoutCost ?? 0,
    items: rows.filter(isItem).filter(({ place }) => place <= most),
    total: first?.total ?? 0,
  }
}

/** Streams the same rows for a file. `total`: their number; without items there is no row. */
export async function* eachNeededPart(
  db: Db,
  companyId: string,
  root: string,
  target: number,
  most: number,
): AsyncGenerator<BomPart & { total: number }> {
  for await (const row of eachRow(db, Row, neededParts(companyId, root, target, { most, limiting: 0 })))
    if (isItem(row)) yield row
}

const orNull = <Shape extends z.ZodRawShape>(shape: Shape) =>
  Object.fromEntries(Object.entries(shape).map(([key, type]) => [key, z.nullable(type)])) as {
    [Key in keyof Shape]: z.ZodNullable<Shape[Key]>
  }

const Item = BomPart.extend({ place: z.int() })
const Row = z.object({
  ...orNull(Item.shape),
  total: z.int(),
  maxBuildable: z.int().nullable(),
  rolledUpCost: z.number(),
  partsWithoutCost,
})
type Row = z.infer<typeof Row>

/** The other rows hold only figures, without an item. */
const isItem = (row: Row): row is Row & z.infer<typeof Item> => row.place !== null

/** At least one row; without any item it has only figures. @param rows the first rows of all, and of those that limit */
const neededParts = (companyId: string, root: string, target: number, rows: { most: number; limiting: number }) =>
  sql`with recursive ${needOf(companyId, sql`select ${root}::uuid`)}, ${boughtOf(companyId)},
    ${itemsOf(companyId)}, figures as (
      select count(*) as total, min(builds) as max_buildable, count(*) filter (where unit_cost = 0) as parts_without_cost,
        coalesce(sum(quantity * unit_cost), (select cost from bought where id = root), 0) as rolled_up_cost from item
    ), ranked as (
      select i.*, k.is_limiting, row_number() over (order by i.number, i.id) as place,
        row_number() over (partition by k.is_limiting order by i.number, i.id) as place_of_kind
      from item i cross join figures f cross join lateral (select coalesce(i.builds = f.max_buildable, false)) k(is_limiting)
    )
    select type, id, number, name, location, unit, quantity, quantity * ${target}::int as required, on_hand,
      case when on_hand is not null then greatest(quantity * ${target}::int - on_hand, 0) end as missing, unit_cost,
      quantity * unit_cost as extended_cost, is_limiting, place, total, max_buildable, rolled_up_cost, parts_without_cost
    from figures left join ranked on place <= ${rows.most} or (is_limiting and place_of_kind <= ${rows.limiting}) order by place`
