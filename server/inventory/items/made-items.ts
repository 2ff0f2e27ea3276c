import type { AssemblyChanges, AssemblyFields, NewAssembly } from 'contract/inventory/assemblies.ts'
import type { BomLine, NewBomLine } from 'contract/inventory/bom.ts'
import { itemCatalogues } from 'contract/inventory/catalogues.ts'
import type { NewProduct, ProductChanges, ProductFields } from 'contract/inventory/products.ts'
import type { z } from 'zod'
import { picturesOf } from '../../files/public.ts'
import { currentChangeSet, staleSave } from '../../platform/database/changes.ts'
import type { Db } from '../../platform/database/handle.ts'
import { type BomParent, listLines, replaceLines } from '../bom/lines.queries.ts'
import { refuseOtherSpelling } from './other-spelling.ts'

/** An item as the contract takes it; its lines are in `components` or `bom`. */
type New = { assemblies: z.infer<typeof NewAssembly>; products: z.infer<typeof NewProduct> }
type Changes = { assemblies: z.infer<typeof AssemblyChanges>; products: z.infer<typeof ProductChanges> }
/** `version`: the version that was edited; null takes any. */
type Edited = { companyId: string; id: string; version: number | null }

/**
 * Reads and saves items that have lines: assemblies and products.
 * @param get the record without its lines, and the record as shown, with them
 */
export function madeItems<Table extends MadeTable, Row, Whole>(
  table: Table,
  get: (db: Db, companyId: string, id: string) => Promise<Row | undefined>,
  whole: (row: Row, lines: BomLine[]) => Whole,
) {
  const { noun, key } = itemCatalogues[table]
  const linesField = table === 'assemblies' ? 'components' : 'bom'

  /** `number`: undefined when the request does not change it. */
  function split(sent: Changes[Table]) {
    const { components, bom, ...fields } = sent as Changes['assemblies'] & Changes['products']
    return { fields, number: (fields as Record<string, unknown>)[key] as string | undefined, lines: components ?? bom }
  }

  async function read(db: Db, companyId: string, id: string): Promise<Whole | undefined> {
    const [row, lines] = await Promise.all([get(db, companyId, id), listLines(db, companyId, id)])
    return row && whole(row, lines)
  }

  async function finish(db: Db, companyId: string, id: string, lines: NewBomLine[] | undefined, gone: () => Error) {
    if (lines) await replaceLines(db, companyId, { type: noun as BomParent['type'], id }, linesField, lines)
    const [saved, changeSetId] = await Promise.all([read(db, companyId, id), currentChangeSet(db)])
    if (!saved) throw gone()
    return { ...saved, changeSetId }
  }

  return {
    /** With the first picture of the item, and those of its components. */
    async readPictured(db: Db, companyId: string, id: string) {
      const [row, lines] = await Promise.all([get(db, companyId, id), listLines(db, companyId, id)])
      if (!row) return undefined
      const pictures = await picturesOf(db, companyId, [id, ...lines.map((line) => line.id)])
      return {
        ...whole(row, lines),
        pictureId: pictures.get(id) ?? null,
        linePictures: Object.fromEntries(pictures),
      }
    },

    /** @throws 409 when another item has the number, 422 for a line whose component does not exist */
    async create(db: Db, companyId: string, sent: New[Table], gone: () => Error) {
      const { fields, number, lines } = split(sent)
      await refuseOtherSpelling(db, table, companyId, number)
      const { id } = await insertMade(db, table, companyId, fields as NewFields<Table>)
      return finish(db, companyId, id, lines, gone)
    },

    /** @throws 409 for a stale version or a number that another item has, 422 as above */
    async update(db: Db, { companyId, id, version }: Edited, sent: Changes[Table], gone: () => Error) {
      const { fields, number, lines } = split(sent)
      await refuseOtherSpelling(db, table, companyId, number, id)
      if (!(await updateMade(db, table, companyId, id, fields as Partial<MadeFields[Table]>, version))) {
        const current = await read(db, companyId, id)
        throw current ? staleSave(current) : gone()
      }
      return finish(db, companyId, id, lines, gone)
    },
  }
}

/** The items that have lines, with the fields of their own tables. */
type MadeFields = { assemblies: AssemblyFields; products: ProductFields }
type MadeTable = keyof MadeFields
type NewFields<Table extends MadeTable> = Partial<MadeFields[Table]> & Pick<MadeFields[Table], 'name'>

/** @returns only the id: the caller reads the rest after the lines are stored. */
function insertMade<Table extends MadeTable>(db: Db, table: Table, companyId: string, fields: NewFields<Table>) {
  return db
    .insertInto(table as MadeTable)
    .values({ ...fields, companyId })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** @param version the version that was edited; null takes any. @returns undefined when no such record has that version */
function updateMade<Table extends MadeTable>(
  db: Db,
  table: Table,
  companyId: string,
  id: string,
  fields: Partial<MadeFields[Table]>,
  version: number | null,
) {
  return db
    .updateTable(table as MadeTable)
    .set({ ...fields, updatedAt: new Date().toISOString() })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .$if(version !== null, (query) => query.where('version', '=', version))
    .returning('id')
    .executeTakeFirst()
}
