// Takes the stages `merging`, `file_items` and `row_lines`, makes stored lines.

import { sql } from 'kysely'
import type { Db } from '../../../platform/database/handle.ts'
import type { LineStages } from '../compared/line-tables.ts'
import { makeStage, type Stage } from '../stages.ts'

/**
 * Replaces the lines of the collected records after all items of the file are stored. It stores all lines at once: row by row, the database
 * would refuse a loop that a later row removes.
 */
export async function mergeLines(
  db: Db,
  companyId: string,
  { merging, items, lines }: LineStages & { merging: Stage<'merging'> },
): Promise<void> {
  const parents = await makeStage(db, 'parents', [
    sql`
    select f.row_number, a.id, p.id, coalesce(a.id, p.id)
    from ${merging.table} m join ${items.table} f using (row_number)
    left join assemblies a on f.type = 'assembly' and a.company_id = ${companyId} and app.folded(a.assembly_number) = f.folded
    left join products p on f.type = 'product' and p.company_id = ${companyId} and app.folded(p.sku) = f.folded
    where m.has_lines`,
  ])
  const wanted = await makeStage(db, 'wanted_lines', [
    sql`
    select w.id as parent_id, w.assembly_id, w.product_id, p.id as part_id, a.id as sub_assembly_id, o.id as sub_product_id,
      coalesce(p.id, a.id, o.id) as component_id, sum(l.quantity) as quantity,
      (row_number() over (partition by w.id order by min(l.place)) - 1)::int as position
    from ${parents.table} w join ${lines.table} l using (row_number)
    left join parts p on l.type = 'part' and p.company_id = ${companyId} and app.folded(p.part_number) = app.folded(l.number)
    left join assemblies a on l.type = 'assembly' and a.company_id = ${companyId} and app.folded(a.assembly_number) = app.folded(l.number)
    left join products o on l.type = 'product' and o.company_id = ${companyId} and app.folded(o.sku) = app.folded(l.number)
    group by w.id, w.assembly_id, w.product_id, p.id, a.id, o.id`,
  ])
  await sql`delete from bom_lines l using ${parents.table} w where l.company_id = ${companyId} and l.parent_id = w.id
    and not exists (select from ${wanted.table} x where x.parent_id = l.parent_id and x.component_id = l.component_id)`.execute(
    db,
  )
  await sql`update bom_lines l set quantity = w.quantity, position = w.position from ${wanted.table} w
    where l.company_id = ${companyId} and l.parent_id = w.parent_id and l.component_id = w.component_id
      and (l.quantity, l.position) <> (w.quantity, w.position)`.execute(db)
  await sql`insert into bom_lines (company_id, assembly_id, product_id, part_id, sub_assembly_id, sub_product_id, quantity, position)
    select ${companyId}, w.assembly_id, w.product_id, w.part_id, w.sub_assembly_id, w.sub_product_id, w.quantity, w.position
    from ${wanted.table} w where not exists (select from bom_lines l
      where l.company_id = ${companyId} and l.parent_id = w.parent_id and l.component_id = w.component_id)`.execute(db)
}
