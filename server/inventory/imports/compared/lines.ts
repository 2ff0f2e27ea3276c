import { ruleErrors } from 'contract/errors.ts'
import { maxLineQuantity } from 'contract/inventory/bom.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/handle.ts'
import { makeStage } from '../stages.ts'
import { nestingFaults } from './line-loops.ts'
import { fillLineTables } from './line-tables.ts'
import type { Target } from './targets.ts'

// A row at fault may take along those that contain it; whatever is left after so many rounds the commit refuses.
const maxRounds = 30

/**
 * Looks up the components that the rows of an import name, in the company and in the file, whatever their order; marks rows
 * whose components do not exist or contain themselves, and says of the others what changes. Leaves `row_lines` behind.
 */
export async function settleLines(db: Db, companyId: string, importId: string, targets: Target[]) {
  const withLines = targets.filter(({ lines }) => lines !== null)
  if (withLines.length === 0) return
  await fillLineTables(
    db,
    companyId,
    importId,
    targets.filter(({ type }) => type !== 'vendors'),
  )
  for (let round = 0; round < maxRounds; round++) {
    const faults = (await unknownComponents(db)) || (await nestingErrors(db, companyId, withLines))
    if (!faults) break
    await markFaults(db, companyId, importId, withLines)
  }
  for (const target of withLines) await compareLines(db, companyId, importId, target)
}

/** Fills `faults` with what is wrong with the components of a row. @returns whether anything is */
async function unknownComponents(db: Db): Promise<boolean> {
  await makeStage(db, 'faults')
  await sql`insert into faults (row_number, fault)
    select row_number, string_agg(fault, '; ' order by place) as fault from (
      select row_number, place, fault, row_number() over (partition by row_number order by place) as nth from (
        select l.row_number, l.place, case when l.matches > 1
          then l.called || ' is the name of ' || l.matches || case l.type when 'assembly' then ' assemblies' else ' ' || l.type || 's' end
          else l.called || ' does not exist' end as fault
        from row_lines l where l.number is null or (not l.is_stored and not exists (
          select from file_items f where f.type = l.type and f.number = l.number))
        union all
        select row_number, min(place), 'more than ${sql.raw(maxLineQuantity.toLocaleString('en-US'))} of ' || number
        from row_lines where number is not null group by row_number, type, number having sum(quantity) > ${maxLineQuantity}
      ) f
    ) f where nth <= 5 group by row_number`.execute(db)
  const { rows } = await sql<{ hasFaults: boolean }>`select exists (select from faults) as has_faults`.execute(db)
  return rows[0]?.hasFaults ?? false
}

/** The same for rows that contain themselves or go too deep, once all their components are known. */
async function nestingErrors(db: Db, companyId: string, withLines: Target[]): Promise<boolean> {
  const own = await sql<{ rowNumber: number; parent: string; component: string }>`
    select f.row_number, f.type || ' ' || f.number as parent, l.type || ' ' || l.number as component
    from row_lines l join file_items f using (row_number) where l.type <> 'part'`.execute(db)
  if (withLines.length === 0 || own.rows.length === 0) return false
  const others = await sql<{ parent: string; component: string }>`
    select parent.word as parent, component.word as component from bom_lines l
    left join assemblies pa on pa.company_id = l.company_id and pa.id = l.assembly_id
    left join products pp on pp.company_id = l.company_id and pp.id = l.product_id
    left join assemblies ca on ca.company_id = l.company_id and ca.id = l.sub_assembly_id
    left join products cp on cp.company_id = l.company_id and cp.id = l.sub_product_id
    cross join lateral (select coalesce('assembly ' || pa.assembly_number, 'product ' || pp.sku) as word) parent
    cross join lateral (select coalesce('assembly ' || ca.assembly_number, 'product ' || cp.sku) as word) component
    where l.company_id = ${companyId} and l.part_id is null
      and not exists (select from file_items f where f.entity_id = l.parent_id and f.has_lines)`.execute(db)
  const faults = nestingFaults([...own.rows, ...others.rows])
  if (faults.size === 0) return false
  const rowOf = new Map(own.rows.map(({ parent, rowNumber }) => [parent, rowNumber]))
  const found = [...faults].flatMap(([item, path]) => {
    const row = rowOf.get(item)
    return row === undefined ? [] : [{ row, fault: faultOf(path) }]
  })
  await sql`insert into faults (row_number, fault) select row, fault from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) f(row int, fault text)`.execute(
    db,
  )
  return found.length > 0
}

const faultOf = (path: string[] | null): string =>
  path === null
    ? ruleErrors.bom_too_deep.message
    : `${ruleErrors.bom_loop.message}: ${path.map((item) => item.slice(item.indexOf(' ') + 1)).join(' > ')}`

/** Rows at fault leave the file: what they would have made exists for nobody else in it. */
async function markFaults(db: Db, companyId: string, importId: string, withLines: Target[]) {
  const headers = sql.join(
    withLines.map(({ section, lines }) => sql`when ${section}::int then ${lines?.header}::text`),
    sql` `,
  )
  await sql`update import_rows r set action = 'error', is_line_error = true,
      error = 'Row ' || r.row_number || ': ' || case r.section ${headers} end || ': ' || f.fault
    from faults f where r.company_id = ${companyId} and r.import_id = ${importId} and r.row_number = f.row_number`.execute(
    db,
  )
  await sql`delete from row_lines l using faults f where l.row_number = f.row_number`.execute(db)
  await sql`delete from file_items i using faults f where i.row_number = f.row_number`.execute(db)
}

/** What the lines of each row are and will be, in words ('12 × P-1, 1 × A-2'); a row that says the same is unchanged. */
const compareLines = (db: Db, companyId: string, importId: string, { section, lines }: Target) =>
  sql`
  with wanted as (
    select l.row_number, ${listed(sql`l.quantity`, sql`l.type`, sql`l.number`, sql`l.place`)}
    from (select l.row_number, l.type, l.number, sum(l.quantity) as quantity, min(l.place) as place from row_lines l
      join file_items f using (row_number) where f.section = ${section} group by l.row_number, l.type, l.number) l
    group by l.row_number
  ), present as (
    select l.parent_id, ${listed(sql`l.quantity`, sql`l.component_type`, sql`coalesce(p.part_number, a.assembly_number, o.sku)`, sql`l.position, l.id`)}
    from bom_lines l
    left join parts p on p.company_id = l.company_id and p.id = l.part_id
    left join assemblies a on a.company_id = l.company_id and a.id = l.sub_assembly_id
    left join products o on o.company_id = l.company_id and o.id = l.sub_product_id
    where l.company_id = ${companyId} and l.parent_id in (select entity_id from file_items where section = ${section})
    group by l.parent_id
  ), compared as (
    select f.row_number, f.entity_id, w.text as new_text, p.text as old_text, f.has_lines and w.items is distinct from p.items as is_changed
    from file_items f left join wanted w using (row_number) left join present p on p.parent_id = f.entity_id
    where f.section = ${section}
  ), settled as (
    select c.row_number, x.changes,
      case when c.entity_id is null then 'create' when x.changes = '[]' then 'unchanged' else 'update' end as action
    from compared c join import_rows r
      on r.company_id = ${companyId} and r.import_id = ${importId} and r.row_number = c.row_number
    cross join lateral (select jsonb_path_query_array(coalesce(r.changes, '[]'), '$[*] ? (@.field != ${sql.raw(`"${lines?.field}"`)})')
      || case when c.is_changed then jsonb_build_array(jsonb_build_object('field', ${lines?.field}::text,
        'oldValue', c.old_text, 'newValue', c.new_text)) else '[]' end as changes) x
  )
  update import_rows r set changes = nullif(s.changes, '[]'), action = s.action
  from settled s where r.company_id = ${companyId} and r.import_id = ${importId} and r.row_number = s.row_number
    and (r.changes, r.action) is distinct from (nullif(s.changes, '[]'), s.action)`.execute(db)

const listed = (...[quantity, type, number, order]: ReturnType<typeof sql>[]) => sql`
  string_agg(${quantity} || ' × ' || ${number}, ', ' order by ${order}) as text,
  jsonb_agg(jsonb_build_array(${type}, ${number}, ${quantity}) order by ${order}) as items`
