import { ORPCError } from '@orpc/server'
import { BomLine, type ComponentType, type NewBomLine } from 'contract/inventory/bom.ts'
import { excessDecimals } from 'contract/units.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Uses } from '../../platform/database/changes.ts'
import type { Db } from '../../platform/database/handle.ts'
import { countOf, rowsOf, scalarOf } from '../../platform/database/rows.ts'
import { notValid } from '../../platform/http/answers/error-replies.ts'

/** An assembly or a product: an item with lines. */
export type BomParent = { type: Exclude<ComponentType, 'part'>; id: string }

/** SQL: the number, name, unit, decimals and (for a part) cost of the component of the row l of bom_lines; a lookup by key for every kind. */
export const itemOf = sql`cross join lateral (
  select part_number as number, name, cost, unit, decimals from parts i where i.company_id = l.company_id and i.id = l.part_id
  union all select assembly_number, name, null, 'each', 0 from assemblies i where i.company_id = l.company_id and i.id = l.sub_assembly_id
  union all select sku, name, null, 'each', 0 from products i where i.company_id = l.company_id and i.id = l.sub_product_id) i`

/** The lines of one assembly or product, in their order. */
export async function listLines(db: Db, companyId: string, parentId: string): Promise<BomLine[]> {
  return rowsOf(
    db,
    BomLine,
    sql`
    select l.component_type as type, l.component_id as id, i.number, i.name, l.quantity, i.unit, i.decimals
    from bom_lines l ${itemOf}
    where l.company_id = ${companyId} and l.parent_id = ${parentId} order by l.position, l.id`,
  )
}

const Position = z.int()

/**
 * Replaces the lines of an assembly or product by `lines`: deletes missing ones and updates changed ones, so that the log shows only these.
 * New components are locked, so that nobody deletes them before the end. The database refuses loops.
 * @throws 422 with the first line whose component does not exist in this company, 400 for a quantity with more decimals than its part
 */
export async function replaceLines(db: Db, companyId: string, parent: BomParent, field: string, lines: NewBomLine[]) {
  const wanted = JSON.stringify(lines.map(({ type, id, quantity }, position) => ({ type, id, quantity, position })))
  const given = sql`jsonb_to_recordset(${wanted}::jsonb) w(type text, id uuid, quantity numeric, position int)`
  const own = sql`l.company_id = ${companyId} and l.parent_id = ${parent.id}`
  const unknown = await scalarOf(
    db,
    Position,
    sql`select w.position from ${given}
    where not exists (select from bom_lines l where ${own} and l.component_id = w.id and l.component_type = w.type) and not case w.type
      when 'part' then exists (select from parts i where i.company_id = ${companyId} and i.id = w.id for key share)
      when 'assembly' then exists (select from assemblies i where i.company_id = ${companyId} and i.id = w.id for key share)
      else exists (select from products i where i.company_id = ${companyId} and i.id = w.id for key share) end
    order by 1 limit 1`,
  )
  if (unknown !== undefined) throw unknownComponent(field, unknown)
  if (lines.some(({ quantity }) => !Number.isInteger(quantity))) await refuseExcess(db, companyId, field, lines)
  await sql`delete from bom_lines l where ${own} and not exists (select from ${given} where w.id = l.component_id)`.execute(
    db,
  )
  await sql`update bom_lines l set quantity = w.quantity, position = w.position from ${given}
    where ${own} and w.id = l.component_id and (l.quantity, l.position) <> (w.quantity, w.position)`.execute(db)
  await sql`insert into bom_lines (company_id, assembly_id, product_id, part_id, sub_assembly_id, sub_product_id, quantity, position)
    select ${companyId}, ${parent.type === 'assembly' ? parent.id : null}::uuid, ${parent.type === 'product' ? parent.id : null}::uuid,
      case w.type when 'part' then w.id end, case w.type when 'assembly' then w.id end, case w.type when 'product' then w.id end,
      w.quantity, w.position
    from ${given} where not exists (select from bom_lines l where ${own} and l.component_id = w.id)`.execute(db)
}

const Decimals = z.object({ id: z.string(), decimals: z.int() })

/** @throws 400 for the first quantity with more decimals than its part */
async function refuseExcess(db: Db, companyId: string, field: string, lines: NewBomLine[]) {
  const ids = lines.flatMap(({ type, id }) => (type === 'part' ? [id] : []))
  const parts = await rowsOf(
    db,
    Decimals,
    sql`select id, decimals from parts where company_id = ${companyId} and id = any (${ids}::uuid[])`,
  )
  const decimalsOf = new Map(parts.map(({ id, decimals }) => [id, decimals]))
  for (const [index, { id, quantity }] of lines.entries()) {
    const message = excessDecimals(quantity, decimalsOf.get(id) ?? 0)
    if (message) throw new ORPCError('BAD_REQUEST', notValid([{ field: `${field}.${index}.quantity`, message }]))
  }
}

const unknownComponent = (field: string, position: number) =>
  new ORPCError('UNPROCESSABLE', {
    status: 422,
    message: 'This component does not exist',
    data: { field: `${field}.${position}.id` },
  })

/**
 * Locks these items until the transaction ends. Lock the item before its lines: a save and a delete that lock in another order would
 * wait for each other, and one would be refused as a deadlock.
 */
export async function lockItems(db: Db, companyId: string, ids: string[]) {
  const lock = (table: string) =>
    sql`select from ${sql.table(table)} where company_id = ${companyId} and id = any (${ids}::uuid[]) order by id for update`.execute(
      db,
    )
  await Promise.all([lock('parts'), lock('assemblies'), lock('products')])
}

export const deleteLinesOf = (db: Db, companyId: string, parentIds: string[]) =>
  sql`delete from bom_lines where company_id = ${companyId} and parent_id = any (${parentIds}::uuid[])`.execute(db)

const namedComponents = 3

const UseOfItem = z.object({
  type: z.string(),
  id: z.uuid(),
  number: z.string(),
  name: z.string(),
  of: z.array(z.string()).optional(),
})

const UsedItem = z.object({ id: z.string() })

/** The assemblies and products that contain one of these items. `of`: the items that each contains. */
export async function usesOfItems(db: Db, companyId: string, ids: string[]): Promise<Uses> {
  const uses = sql`select distinct parent_id, assembly_id is null as is_product from bom_lines
    where company_id = ${companyId} and component_id = any (${ids}::uuid[])`
  const [first, count, used] = await Promise.all([
    rowsOf(
      db,
      UseOfItem,
      sql`
      select case when u.is_product then 'product' else 'assembly' end as type, u.parent_id as id, i.number, i.name
        ${ids.length > 1 ? componentsAmong(companyId, ids) : sql``}
      from (${uses}) u cross join lateral (
        select assembly_number as number, name from assemblies i where i.company_id = ${companyId} and i.id = u.parent_id
        union all select sku, name from products i where i.company_id = ${companyId} and i.id = u.parent_id) i
      order by i.name limit 10`,
    ),
    countOf(db, sql`select count(*) from (${uses}) u`),
    rowsOf(
      db,
      UsedItem,
      sql`select distinct component_id as id from bom_lines where company_id = ${companyId} and component_id = any (${ids}::uuid[])`,
    ),
  ])
  return { uses: first, count, used: used.map(({ id }) => id) }
}

/** The numbers of these items, as far as the parent u contains them. */
const componentsAmong = (companyId: string, ids: string[]) => sql`, array(select i.number from bom_lines l ${itemOf}
  where l.company_id = ${companyId} and l.parent_id = u.parent_id and l.component_id = any (${ids}::uuid[])
  order by l.position limit ${namedComponents}) as "of"`
