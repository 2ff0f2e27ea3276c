// Takes compared rows with components, makes the changes of their lines, and faulty rows.

import { maxLineQuantity } from 'contract/inventory/bom.ts'
import { problem } from 'contract/inventory/import-problems.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/handle.ts'
import { rowsOf } from '../../../platform/database/rows.ts'
import { type ImportKey, isOf, type Sql } from '../import-key.ts'
import { faultyRecords, markFaults, missingRecord } from './faults.ts'
import { nestingFaults } from './line-loops.ts'
import { type LineStages, makeLineStages } from './line-tables.ts'
import { problemSql } from './problem-sql.ts'
import type { Target } from './targets.ts'

// A faulty row makes the rows that contain it faulty too. After this many rounds the commit refuses the rest.
const maxRounds = 30

type WithLines = Target & { lines: NonNullable<Target['lines']> }

/**
 * Looks up the components that the rows of an import name, in the company and in the file, in any order. Marks rows whose components do not
 * exist or contain themselves, and records what changes in the others.
 * @returns null when no section has lines
 */
export async function settleLines(db: Db, key: ImportKey, targets: Target[]): Promise<LineStages | null> {
  const withLines = targets.filter((target): target is WithLines => target.lines !== null)
  if (withLines.length === 0) return null
  const stages = await makeLineStages(db, key, targets)
  for (let round = 0; round < maxRounds; round++) {
    const isFaulty =
      (await takeOut(db, key, stages, unknownComponents(key, stages, withLines, targets))) ||
      (await takeOut(db, key, stages, await nestingProblems(db, key, stages, withLines)))
    if (!isFaulty) break
  }
  if (targets.some(({ isOfBom }) => isOfBom)) await markFaults(db, key, [partsOfFaultyRows(key, stages, withLines)])
  for (const target of withLines) await compareLines(db, key, target, stages)
  return stages
}

/** New parts that only faulty rows of a bill of materials name: nobody would use them. */
const partsOfFaultyRows = (key: ImportKey, { lines }: LineStages, withLines: WithLines[]) => {
  const cells = sql`f.cells[${sql.lit(cellOfLines)}]`
  const parents = withLines.flatMap(({ isOfBom, section }) => (isOfBom ? section : []))
  return sql`
    select r.row_number, jsonb_build_array(${problemSql('part_of_faulty_row', { number: sql`u.number`, faulty: sql`u.faulty` }, { field: sql`null`, row: sql`r.row_number` })})
    from import_rows r join (
      select app.folded(l.number) as folded, min(l.number) as number, min(f.row_number) as faulty
      from import_rows f cross join lateral jsonb_to_recordset(
        case when ${cells} is json array then ${cells}::jsonb else '[]' end) l(type text, number text)
      where ${isOf(key, 'f')} and f.section = any (${parents}::int[]) and f.action = 'error' and l.type = 'part' group by 1
    ) u on u.folded = r.entity_key
    where ${isOf(key, 'r')} and r.type = 'parts' and r.row_number < 0 and r.action = 'create'
      and not exists (select from ${lines.table} l where l.type = 'part' and app.folded(l.number) = r.entity_key)`
}

/** Where the rows of a bill of materials have their lines: number, name, lines. */
const cellOfLines = 3

/** Takes faulty rows out of the file: other rows cannot refer to records that these would create. @returns whether there are any */
async function takeOut(db: Db, key: ImportKey, { items, lines }: LineStages, faulty: Sql | null): Promise<boolean> {
  const faults = faulty && (await markFaults(db, key, [faulty]))
  if (!faults) return false
  await sql`delete from ${lines.table} l using ${faults.table} f where l.row_number = f.row_number`.execute(db)
  await sql`delete from ${items.table} i using ${faults.table} f where i.row_number = f.row_number`.execute(db)
  return true
}

/** SQL: the header or the field of the lines, by the section of a row. */
const ofLines = (section: Sql, withLines: WithLines[], what: 'header' | 'field') =>
  sql`case ${section} ${sql.join(
    withLines.map((target) => sql`when ${target.section}::int then ${target.lines[what]}::text`),
    sql` `,
  )} end`

/** The problems of the components of rows: at most five for each row. */
function unknownComponents(
  key: ImportKey,
  { items, lines }: LineStages,
  withLines: WithLines[],
  targets: Target[],
): Sql {
  const at = { field: ofLines(sql`i.section`, withLines, 'field'), row: sql`l.row_number` }
  const column = ofLines(sql`i.section`, withLines, 'header')
  const nouns = sql`case l.type when 'assembly' then 'assemblies' else l.type || 's' end`
  const ambiguous = { column, name: sql`l.called`, nouns, matches: sql`l.matches` }
  const fine = { column, name: sql`l.number`, quantity: sql`trim_scale(l.quantity)::text`, max: sql`l.decimals` }
  const tooMany = { column, name: sql`l.number`, max: sql.lit(maxLineQuantity) }
  return sql`
    select n.row_number, jsonb_agg(n.problem order by n.place) from (
      select f.row_number, f.place, f.problem, row_number() over (partition by f.row_number order by f.place) as nth from (
        select l.row_number, l.place, case when l.matches > 1 then ${problemSql('ambiguous_name', ambiguous, at)}
          else ${missingRecord({ column, name: sql`l.called`, faulty: sql`faulty.row_number` }, at)} end as problem
        from ${lines.table} l join ${items.table} i on i.row_number = l.row_number
        left join ${faultyRecords(key)} faulty on faulty.type = ${nouns} and faulty.entity_key = app.folded(l.called)
        where l.number is null or (not l.is_stored and not exists (
          select from ${items.table} x where x.type = l.type and x.number = l.number))
        union all
        select l.row_number, l.place, ${problemSql('too_many_of', tooMany, at)}
        from (select row_number, min(place) as place, number from ${lines.table} where number is not null
          group by row_number, type, number having sum(quantity) > ${maxLineQuantity}) l
        join ${items.table} i on i.row_number = l.row_number
        union all
        select l.row_number, l.place, ${problemSql('line_decimals', fine, at)}
        from (select l.*, ${decimalsOfLine(key, items, targets)} as decimals from ${lines.table} l
          where l.quantity <> trunc(l.quantity) and l.number is not null) l
        join ${items.table} i on i.row_number = l.row_number
        where l.quantity <> trunc(l.quantity, l.decimals)
      ) f
    ) n where n.nth <= 5 group by n.row_number`
}

/** SQL: the decimals of the component of a line l after the import: those in the file, else those of the stored part, else none. */
function decimalsOfLine({ companyId, importId }: ImportKey, items: LineStages['items'], targets: Target[]): Sql {
  const inFile = targets.flatMap(({ section, columns }) => {
    const decimals = columns.find(({ field }) => field === 'decimals')
    return decimals ? [sql`when ${section}::int then r.values[${sql.lit(decimals.place)}]::int`] : []
  })
  const stored = sql`select p.decimals from parts p
    where p.company_id = ${companyId} and app.folded(p.part_number) = app.folded(l.number)`
  const ofFile = sql`select case x.section ${sql.join(inFile, sql` `)} end from ${items.table} x
    join import_rows r on r.company_id = ${companyId} and r.import_id = ${importId} and r.row_number = x.row_number
    where x.type = 'part' and x.folded = app.folded(l.number)`
  const both = inFile.length > 0 ? sql`coalesce((${ofFile}), (${stored}), 0)` : sql`coalesce((${stored}), 0)`
  return sql`case when l.type = 'part' then ${both} else 0 end`
}

const Nesting = z.object({ parent: z.string(), component: z.string() })
const OwnNesting = Nesting.extend({ rowNumber: z.number(), section: z.number() })

/** The problems of rows that contain themselves or have too many levels, once all their components are known. */
async function nestingProblems(
  db: Db,
  { companyId }: ImportKey,
  { items, lines }: LineStages,
  withLines: WithLines[],
): Promise<Sql | null> {
  const own = await rowsOf(
    db,
    OwnNesting,
    sql`
    select f.row_number, f.section, f.type || ' ' || f.number as parent, l.type || ' ' || l.number as component
    from ${lines.table} l join ${items.table} f on f.row_number = l.row_number where l.type <> 'part'`,
  )
  if (own.length === 0) return null
  const others = await rowsOf(
    db,
    Nesting,
    sql`
    select parent.word as parent, component.word as component from bom_lines l
    left join assemblies pa on pa.company_id = l.company_id and pa.id = l.assembly_id
    left join products pp on pp.company_id = l.company_id and pp.id = l.product_id
    left join assemblies ca on ca.company_id = l.company_id and ca.id = l.sub_assembly_id
    left join products cp on cp.company_id = l.company_id and cp.id = l.sub_product_id
    cross join lateral (select coalesce('assembly ' || pa.assembly_number, 'product ' || pp.sku) as word) parent
    cross join lateral (select coalesce('assembly ' || ca.assembly_number, 'product ' || cp.sku) as word) component
    where l.company_id = ${companyId} and l.part_id is null
      and not exists (select from ${items.table} f where f.entity_id = l.parent_id and f.has_lines)`,
  )
  const faults = nestingFaults([...own, ...others])
  const rowOf = new Map(own.map((row) => [row.parent, row]))
  const found = [...faults].flatMap(([item, path]) => {
    const row = rowOf.get(item)
    return row ? [{ rowNumber: row.rowNumber, problems: [nestingProblem(row, path, withLines)] }] : []
  })
  return found.length === 0
    ? null
    : sql`select x."rowNumber", x.problems from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) x("rowNumber" int, problems jsonb)`
}

function nestingProblem(
  { rowNumber, section }: { rowNumber: number; section: number },
  path: string[] | null,
  withLines: WithLines[],
) {
  const { header: column = '', field = null } = withLines.find((target) => target.section === section)?.lines ?? {}
  const at = { field, row: rowNumber }
  if (path === null) return problem('too_deep', { column }, at)
  return problem('contains_itself', { column, path: path.map((item) => item.slice(item.indexOf(' ') + 1)) }, at)
}

/** The lines of each row before and after, as text ('12 × P-1, 1 × A-2'); a row with the same lines is unchanged. */
const compareLines = (db: Db, key: ImportKey, { section, lines: { field } }: WithLines, { items, lines }: LineStages) =>
  sql`
  with wanted as (
    select l.row_number, ${listed(sql`l.quantity`, sql`l.type`, sql`l.number`, sql`l.place`)}
    from (select l.row_number, l.type, l.number, sum(l.quantity) as quantity, min(l.place) as place from ${lines.table} l
      join ${items.table} f using (row_number) where f.section = ${section} group by l.row_number, l.type, l.number) l
    group by l.row_number
  ), present as (
    select l.parent_id, ${listed(sql`l.quantity`, sql`l.component_type`, sql`coalesce(p.part_number, a.assembly_number, o.sku)`, sql`l.position, l.id`)}
    from bom_lines l
    left join parts p on p.company_id = l.company_id and p.id = l.part_id
    left join assemblies a on a.company_id = l.company_id and a.id = l.sub_assembly_id
    left join products o on o.company_id = l.company_id and o.id = l.sub_product_id
    where l.company_id = ${key.companyId} and l.parent_id in (select entity_id from ${items.table} where section = ${section})
    group by l.parent_id
  ), compared as (
    select f.row_number, f.entity_id, w.text as new_text, p.text as old_text, w.items as new_items, p.items as old_items,
      f.has_lines and w.items is distinct from p.items as is_changed
    from ${items.table} f left join wanted w using (row_number) left join present p on p.parent_id = f.entity_id
    where f.section = ${section}
  ), settled as (
    select c.row_number, x.changes,
      case when c.entity_id is null then 'create' when x.changes = '[]' then 'unchanged' else 'update' end as action
    from compared c join import_rows r on ${isOf(key, 'r')} and r.row_number = c.row_number
    cross join lateral (select jsonb_path_query_array(coalesce(r.changes, '[]'), '$[*] ? (@.field != ${sql.raw(`"${field}"`)})')
      || case when c.is_changed then jsonb_build_array(jsonb_build_object('field', ${field}::text,
        'oldValue', c.old_text, 'newValue', c.new_text, 'oldLines', c.old_items, 'newLines', c.new_items)) else '[]' end as changes) x
  )
  update import_rows r set changes = nullif(s.changes, '[]'), action = s.action
  from settled s where ${isOf(key, 'r')} and r.row_number = s.row_number
    and (r.changes, r.action) is distinct from (nullif(s.changes, '[]'), s.action)`.execute(db)

/** SQL: lines as text, and in a form that can be compared and shown (row-lines.queries.ts). */
const listed = (...[quantity, type, number, order]: [Sql, Sql, Sql, Sql]) => sql`
  string_agg(trim_scale(${quantity}) || ' × ' || ${number}, ', ' order by ${order}) as text,
  jsonb_agg(jsonb_build_array(${type}, ${number}, ${quantity}) order by ${order}) as items`
