import { BomTree, BomTreeRow, partsWithoutCost } from 'contract/inventory/bom-analysis.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { eachRow } from '../../platform/database/each-row.ts'
import type { Db } from '../../platform/database/handle.ts'
import { rowOf, rowsOf } from '../../platform/database/rows.ts'
import { itemOf } from './lines.queries.ts'
import { partsOf } from './needed-parts.queries.ts'

const BomRoot = BomTree.omit({ rolledUpCost: true, partsWithoutCost: true, rows: true, isCut: true })
export type BomRoot = z.infer<typeof BomRoot>

/** The assembly or product whose BOM the caller wants. */
export async function getRoot(db: Db, companyId: string, id: string): Promise<BomRoot | undefined> {
  return rowOf(
    db,
    BomRoot,
    sql`select id, 'assembly' as type, assembly_number as number, name, null::numeric as cost from assemblies
    where company_id = ${companyId} and id = ${id}
    union all select id, 'product', sku, name, cost from products where company_id = ${companyId} and id = ${id}`,
  )
}

/**
 * The rolled-up cost of the root and of everything below it except parts, as CTEs ending in `cost(id, cost)`. Each item passes its cost on
 * to its parents; costs are added up at every level, so a million paths cost no more than their lines. The sum starts at parts and at
 * bought products (without a BOM), with their stored costs.
 */
const costsBelow = (companyId: string, root: string) => sql`nested(id) as (
    select ${root}::uuid union
    select l.component_id from nested n
    join bom_lines l on l.company_id = ${companyId} and l.parent_id = n.id and l.part_id is null
  ), edge as materialized (
    select l.parent_id, l.component_id, l.quantity from nested n
    join bom_lines l on l.company_id = ${companyId} and l.parent_id = n.id and l.part_id is null
  ), up(id, cost) as (
    (select n.parent_id, sum(n.quantity * p.cost) from (
      select l.parent_id, l.component_id as part_id, l.quantity from nested n
      join bom_lines l on l.company_id = ${companyId} and l.parent_id = n.id) n ${partsOf(companyId)} group by n.parent_id
    union all
    select n.id, p.cost from nested n
    cross join lateral (select o.cost from products o where o.company_id = ${companyId} and o.id = n.id limit 1) p
    where not exists (select from bom_lines l where l.company_id = ${companyId} and l.parent_id = n.id))
    union all
    select s.id, s.cost from (
      select e.parent_id as id, sum(u.cost * e.quantity) over same as cost, row_number() over same as n
      from up u join edge e on e.component_id = u.id window same as (partition by e.parent_id)) s where s.n = 1
  ), cost as (select id, sum(cost) as cost from up group by id)`

/** SQL of the number of parts and bought products below the root that cost 0, after `costsBelow`. */
const withoutCost = (
  companyId: string,
) => sql`(select count(*) from (select distinct l.component_id as part_id from nested m
      join bom_lines l on l.company_id = ${companyId} and l.parent_id = m.id and l.part_id is not null) n ${partsOf(companyId)} where p.cost = 0)
    + (select count(*) from nested n join products p on p.company_id = ${companyId} and p.id = n.id
      where p.cost = 0 and not exists (select from bom_lines l where l.company_id = ${companyId} and l.parent_id = n.id))`

/** `rolledUpCost` of the root; null when it has no lines: then the stored cost applies. */
type ExplodedBom = { rows: TreeRow[]; rolledUpCost: number | null; partsWithoutCost: number }

/** Sorts a line after its parent and before the next line of its parent. */
const place = sql`lpad(l.position::text, 10, '0') || l.id::text`

/** The same row by row, for files: memory use does not grow. @param most rows; one more shows that there are others */
export const eachTreeRow = (db: Db, companyId: string, root: string, most: number): AsyncGenerator<TreeRow> =>
  eachRow(db, TreeRow, treeOf(companyId, root, most))

/**
 * The lines of all levels, depth first. The search goes level by level, and stops as soon as it has enough rows.
 * @param most rows; one more shows that there are others
 */
export async function listTree(db: Db, companyId: string, root: string, most: number): Promise<ExplodedBom> {
  const rows = await rowsOf(db, TreeRow, treeOf(companyId, root, most))
  const [first] = rows
  return {
    rows,
    rolledUpCost: first ? (first.rolledUpCost ?? 0) : null,
    partsWithoutCost: first?.partsWithoutCost ?? 0,
  }
}

const TreeRow = BomTreeRow.omit({ pictureId: true }).extend({ rolledUpCost: z.number().nullable(), partsWithoutCost })
type TreeRow = z.infer<typeof TreeRow>

const treeOf = (
  companyId: string,
  root: string,
  most: number,
) => sql`with recursive walk(id, part_id, sub_assembly_id, sub_product_id, type, level, quantity, total, path, place) as (
      select l.component_id, l.part_id, l.sub_assembly_id, l.sub_product_id, l.component_type, 1, l.quantity, l.quantity::numeric,
        array[l.component_id], array[${place}]
      from bom_lines l where l.company_id = ${companyId} and l.parent_id = ${root}
      union all
      select l.component_id, l.part_id, l.sub_assembly_id, l.sub_product_id, l.component_type, w.level + 1, l.quantity, w.total * l.quantity,
        w.path || l.component_id, w.place || (${place})
      from walk w join bom_lines l on l.company_id = ${companyId} and l.parent_id = w.id where w.part_id is null
    ), seen as materialized (select ${companyId}::uuid as company_id, w.* from walk w limit ${most}),
    ${costsBelow(companyId, root)}
    select array_to_string(l.path, '/') as key, nullif(array_to_string(l.path[:l.level - 1], '/'), '') as parent_key, l.level, l.type, l.id, i.number,
      i.name, l.quantity, i.unit, l.total as total_quantity, coalesce(i.cost, c.cost, 0) as unit_cost,
      l.total * coalesce(i.cost, c.cost, 0) as extended_cost,
      exists (select from bom_lines b where b.company_id = ${companyId} and b.parent_id = l.id) as has_children,
      (select r.cost from cost r where r.id = ${root}) as rolled_up_cost, ${withoutCost(companyId)} as parts_without_cost
    from seen l ${itemOf} left join cost c on c.id = l.id
    order by l.place collate "C"`
