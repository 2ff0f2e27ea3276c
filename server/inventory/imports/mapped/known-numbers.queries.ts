// Takes a company, makes the numbers and names of its items: a bill of materials names components without their types.

import { foldText } from 'contract/same-text.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/handle.ts'
import { onlyRowOf, scalarsOf } from '../../../platform/database/rows.ts'
import { saysNothing } from './columns/by-content.ts'
import type { KnownNumbers } from './reading-options.ts'
import type { Survey } from './survey.ts'
import { isAtAllPlaces } from './total-rows.ts'

const Numbers = z.object({
  parts: z.record(z.string(), z.string()),
  assemblies: z.record(z.string(), z.string()),
  products: z.record(z.string(), z.string()),
  measures: z.record(z.string(), z.object({ unit: z.string(), decimals: z.int() })),
})

/** Numbers are folded, for comparison. They are sent to the thread that reads the file: 100,000 of them and their names take some 6 MB. */
export async function knownNumbers(db: Db, companyId: string): Promise<KnownNumbers> {
  const found = await onlyRowOf(
    db,
    Numbers,
    sql`select
      (select coalesce(jsonb_object_agg(app.folded(part_number), name), '{}') from parts where company_id = ${companyId}) as parts,
      (select coalesce(jsonb_object_agg(app.folded(assembly_number), name), '{}') from assemblies where company_id = ${companyId}) as assemblies,
      (select coalesce(jsonb_object_agg(app.folded(sku), name), '{}') from products where company_id = ${companyId}) as products,
      (select coalesce(jsonb_object_agg(app.folded(part_number), jsonb_build_object('unit', unit, 'decimals', decimals)), '{}') from parts
        where company_id = ${companyId} and unit <> 'each') as measures`,
  )
  return {
    parts: new Map(Object.entries(found.parts)),
    assemblies: new Map(Object.entries(found.assemblies)),
    products: new Map(Object.entries(found.products)),
    measures: new Map(Object.entries(found.measures)),
  }
}

const Folded = z.string()

/** Notes how many of the first values of each column are numbers of items of the company, where the header says nothing. */
export async function noteKnownNumbers(db: Db, companyId: string, { sections }: Survey): Promise<void> {
  const open = sections.flatMap(({ header, columns }) => columns.filter((_, at) => saysNothing(header[at] ?? '')))
  const values = [...new Set(open.flatMap((column) => column.values.map(foldText)))]
  if (values.length === 0) return
  const found = await scalarsOf(
    db,
    Folded,
    sql`select v from unnest(${values}::text[]) v
      where exists (select from parts where company_id = ${companyId} and app.folded(part_number) = v)
        or exists (select from assemblies where company_id = ${companyId} and app.folded(assembly_number) = v)
        or exists (select from products where company_id = ${companyId} and app.folded(sku) = v)`,
  )
  const known = new Set(found)
  for (const column of open) column.known = column.values.filter((value) => known.has(foldText(value))).length
}

const Code = z.string()

/** The codes of places of the company that another list would use for totals: 'Total', 'All'; folded. */
export async function placesLikeTotals(db: Db, companyId: string): Promise<string[]> {
  const codes = await scalarsOf(
    db,
    Code,
    sql`select app.folded(code) from locations where company_id = ${companyId} and code !~ '[0-9]'`,
  )
  return codes.filter(isAtAllPlaces)
}
