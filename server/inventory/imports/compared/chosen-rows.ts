// Takes compared rows and the numbers of the chosen ones; reduces the import to these.

import { ORPCError } from '@orpc/server'
import { itemCatalogues } from 'contract/inventory/catalogues.ts'
import type { ImportChoices } from 'contract/inventory/import-choices.ts'
import { type ImportProblem, problem, sentenceOf } from 'contract/inventory/import-problems.ts'
import type { ItemType, RowsNotChosen } from 'contract/inventory/imports.ts'
import { itemTypes, maxChosenRows } from 'contract/inventory/imports.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/handle.ts'
import { rowsOf } from '../../../platform/database/rows.ts'
import { type ImportKey, isOf, type Sql } from '../import-key.ts'
import type { StoredImport, StoredSection } from '../imports.queries.ts'
import { makeLineStages } from './line-tables.ts'
import { vendorLink } from './link-sql.ts'
import { keptRow } from './repeated-rows.ts'
import { sectionsWith, valueIn } from './stock-rows.ts'
import type { Target } from './targets.ts'

const toldErrors = 1_000

/** `needs`: the row that must be chosen too; null when no other row would help. */
type Obstacle = { needs: number | null; problem: ImportProblem }

type Chosen = Pick<StoredImport, 'sections' | 'choices'> & { targets: Target[]; only: number[] }

/**
 * Takes the rows that were not chosen out of the import: all later steps see only the chosen ones, as if the file held no others. Vendors
 * and parts that the import itself creates come with the rows that name them.
 * @throws 422 (RowsNotChosen) when a chosen row is not in the file, when another row replaces it, or when it needs a row that is not chosen
 */
export async function keepChosen(db: Db, key: ImportKey, { targets, sections, choices, only }: Chosen) {
  const chosen = sql`${only}::int[]`
  const obstacles = [
    ...(await unknownRows(db, key, chosen)),
    ...(await givingWay(db, key, choices, chosen)),
    ...(await missingRows(db, [...(await edgesOfItems(db, key, targets)), ...edgesOfStock(key, sections)], chosen)),
  ]
  if (obstacles.length > 0) throw notChosen(obstacles)
  const made = sql`${targets.flatMap(({ isOfBom, section }) => (isOfBom ? section : []))}::int[]`
  await sql`delete from import_rows r where ${isOf(key, 'r')} and r.row_number <> all (${chosen})
    and (r.row_number > 0 or r.section <> all (${made}))`.execute(db)
  if (targets.some(({ isOfBom }) => isOfBom)) await keepNamedParts(db, key, targets, made)
}

/** New parts of a bill of materials come only with the rows that name them. */
async function keepNamedParts(db: Db, key: ImportKey, targets: Target[], made: Sql) {
  const { lines } = await makeLineStages(db, key, targets)
  await sql`delete from import_rows r where ${isOf(key, 'r')} and r.row_number < 0 and r.section = any (${made})
    and not exists (select from ${lines.table} l where l.type = 'part' and app.folded(l.number) = r.entity_key)`.execute(
    db,
  )
}

function notChosen(obstacles: Obstacle[]) {
  const needed = new Set(obstacles.flatMap(({ needs }) => needs ?? []))
  const problems = obstacles.slice(0, toldErrors).map((obstacle) => obstacle.problem)
  return new ORPCError('UNPROCESSABLE', {
    status: 422,
    message: 'Some of the selected rows need rows that are not selected',
    data: {
      reason: 'not_chosen',
      errors: problems.map(sentenceOf),
      problems,
      needed: [...needed].toSorted((one, other) => one - other).slice(0, maxChosenRows),
    } satisfies z.infer<typeof RowsNotChosen>,
  })
}

const Unknown = z.object({ row: z.number() })

async function unknownRows(db: Db, key: ImportKey, chosen: Sql): Promise<Obstacle[]> {
  const rows = await rowsOf(
    db,
    Unknown,
    sql`select n as row from unnest(${chosen}) n
    where not exists (select from import_rows r where ${isOf(key, 'r')} and r.row_number = n) order by n`,
  )
  return rows.map(({ row }) => ({ needs: null, problem: problem('row_not_in_file', {}, { row }) }))
}

const GivingWay = z.object({ row: z.number(), to: z.number() })

/** One row with a number or name counts; choosing only another one does not revive it. */
async function givingWay(db: Db, key: ImportKey, choices: Partial<ImportChoices>, chosen: Sql): Promise<Obstacle[]> {
  const rows = await rowsOf(
    db,
    GivingWay,
    sql`
    with good as materialized (
      select r.row_number, ${keptRow(choices)} as kept_row from import_rows r
        where ${isOf(key, 'r')} and r.action <> 'error' and r.entity_key is not null
    ) select row_number as row, kept_row as to from good
    where kept_row <> row_number and row_number = any (${chosen}) and kept_row <> all (${chosen})
    order by row_number`,
  )
  return rows.map(({ row, to }) => ({ needs: to, problem: problem('gives_way_to_unchosen', { to }, { row }) }))
}

const Need = z.object({ row: z.number(), needs: z.number(), noun: z.string(), number: z.string() })

/** SQL of a query: rows, and those that create the vendors and components that they name. */
async function edgesOfItems(db: Db, key: ImportKey, targets: Target[]): Promise<Sql[]> {
  const edges = targets.flatMap((target) => {
    const link = vendorLink(target)
    if (!link) return []
    return [
      sql`select s.row_number, v.row_number as needs, 'vendor' as noun, v.values[1] as number
        from import_rows s join import_rows v on ${isOf(key, 'v')} and v.type = 'vendors' and v.action = 'create' and v.row_number > 0
          and v.entity_key = app.folded(s.values[${sql.lit(link.place)}])
        where ${isOf(key, 's')} and s.section = ${target.section} and s.action <> 'error'`,
    ]
  })
  if (targets.some(({ lines }) => lines)) {
    const { items, lines } = await makeLineStages(db, key, targets)
    edges.push(sql`select l.row_number, f.row_number as needs, l.type as noun, f.number
      from ${lines.table} l join ${items.table} f on f.type = l.type and f.number = l.number
      where not l.is_stored and f.row_number > 0`)
  }
  return edges
}

/** SQL of a query: rows of stock and of places, and those that create the item and the place that they name. */
const edgesOfStock = (key: ImportKey, sections: StoredSection[]): Sql[] =>
  [
    ...sectionsWith('stock', sections).flatMap((section) => [
      { section, field: 'itemNumber', types: itemTypes.filter((type) => type !== 'vendors') },
      { section, field: 'place', types: ['places'] },
    ]),
    ...sectionsWith('places', sections).map((section) => ({ section, field: 'inside', types: ['places'] })),
  ].map(
    ({ section, field, types }) => sql`select s.row_number, n.row_number as needs,
        case n.type ${sql.join(
          types.map((type) => sql`when ${sql.lit(type)} then ${sql.lit(singular(type))}`),
          sql` `,
        )} end as noun, ${valueIn(section, field)} as number
      from (select r.row_number, r.values as vals from import_rows r
        where ${isOf(key, 'r')} and r.section = ${section.section} and r.action <> 'error') s
      join import_rows n on ${isOf(key, 'n')} and n.type = any (${types}) and n.action = 'create' and n.row_number > 0
        and n.entity_key = app.folded(${valueIn(section, field)})`,
  )

const singular = (type: string) => (type === 'places' ? 'place' : itemCatalogues[type as ItemType].noun)

/** New records that chosen rows name but only unchosen rows create; also the rows that these need in turn. */
async function missingRows(db: Db, edges: Sql[], chosen: Sql): Promise<Obstacle[]> {
  if (edges.length === 0) return []
  const rows = await rowsOf(
    db,
    Need,
    sql`
    with recursive edges as materialized (${sql.join(edges, sql` union all `)}),
    needed as (
      select row_number, needs, noun, number from edges where row_number = any (${chosen}) and needs <> all (${chosen})
      union select e.row_number, e.needs, e.noun, e.number from needed n join edges e on e.row_number = n.needs
        where e.needs <> all (${chosen})
    ) select row_number as row, needs, noun, number from needed order by row_number, needs`,
  )
  return rows.map(({ row, ...need }) => ({
    needs: need.needs,
    problem: problem('needs_unchosen', need, { row }),
  }))
}

const RowNumber = z.object({ rowNumber: z.number() })

/** The numbers of the rows of one kind that can be chosen, at most 10,000; without the vendors that the import itself creates. */
export async function listRowNumbers(db: Db, key: ImportKey, action: string): Promise<number[]> {
  const rows = await rowsOf(
    db,
    RowNumber,
    sql`select r.row_number from import_rows r
    where ${isOf(key, 'r')} and r.action = ${action} and r.row_number > 0
    order by r.row_number limit ${maxChosenRows}`,
  )
  return rows.map(({ rowNumber }) => rowNumber)
}
