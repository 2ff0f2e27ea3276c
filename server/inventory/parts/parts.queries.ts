import { ListedPart, Part, PartDetails, type PartFields, partCatalogue } from 'contract/inventory/parts.ts'
import { sql } from 'kysely'
import { attachedTo } from '../../files/public.ts'
import { compiledOnce } from '../../platform/database/compiled-once.ts'
import type { Db } from '../../platform/database/handle.ts'
import { isTrue, onlyRowOf, rowOf } from '../../platform/database/rows.ts'
import { readableSopOf } from '../items/linked-sop.queries.ts'
import { listSourceOf, pictured } from '../items/list-source.ts'

const { vendorName: _vendorName, ...shape } = Part.shape
const columns = Object.keys(shape) as (keyof typeof shape)[]

// The name is always read from the vendor's own record, never copied (product.md 12).
const vendorNameOf = (part: string) =>
  sql`(select v.name from vendors v where v.company_id = ${sql.ref(`${part}.companyId`)} and v.id = ${sql.ref(`${part}.vendorId`)})`

export const partSource = listSourceOf(partCatalogue, Part, {
  columns,
  extra: sql`${vendorNameOf('t')} as vendor_name`,
  marked: 'isLowStock',
})
export const partPage = pictured(partSource, ListedPart)

/** The columns of an answer about a part. @param row the name of the part's row */
export const partColumns = (part: 'parts') => [...columns, vendorNameOf(part).as('vendorName')] as const

const StoredPart = PartDetails.omit({ pictureId: true })

export const getPart = (db: Db, companyId: string, id: string) =>
  rowOf(
    db,
    StoredPart,
    compiledOnce(StoredPart, { companyId, id }, (of) =>
      db
        .selectFrom('parts')
        .select([...partColumns('parts'), readableSopOf('parts').as('sop'), attachedTo('parts').as('files')])
        .where('companyId', '=', of.companyId)
        .where('id', '=', of.id),
    ),
  )

export const insertPart = (
  db: Db,
  companyId: string,
  fields: Partial<PartFields> & Pick<PartFields, 'name' | 'partNumber'>,
): Promise<Part> =>
  onlyRowOf(
    db,
    Part,
    db
      .insertInto('parts')
      .values({ ...fields, companyId })
      .returning(partColumns('parts')),
  )

/** Whether some part of a company has a unit. */
export const hasUnits = (db: Db, companyId: string) =>
  isTrue(db, sql`select exists (select from parts where company_id = ${companyId} and unit <> 'each')`)

/** Whether some part of a company keeps lots. */
export const hasLots = (db: Db, companyId: string) => isTrue(db, sql`select ${someHaveLots(companyId)}`)
export const someHaveLots = (companyId: string) =>
  sql`exists (select from parts where company_id = ${companyId} and has_lots)`

const Measured = Part.pick({ unit: true, decimals: true, stockLevel: true, reorderThreshold: true })

/** The unit of a part and its quantities. They stay as they are until the end of the transaction. */
export const holdMeasure = (db: Db, companyId: string, id: string) =>
  rowOf(
    db,
    Measured,
    sql`select unit, decimals, stock_level, reorder_threshold from parts
      where company_id = ${companyId} and id = ${id} for no key update`,
  )

/** @param version the version that was edited; null takes any. @returns undefined when no such part has that version */
export function updatePart(db: Db, companyId: string, id: string, fields: Partial<PartFields>, version: number | null) {
  const change = db
    .updateTable('parts')
    .set({ ...fields, updatedAt: new Date().toISOString() })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .$if(version !== null, (query) => query.where('version', '=', version))
  return rowOf(db, Part, change.returning(partColumns('parts')))
}
