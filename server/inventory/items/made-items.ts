import type { BomLine, NewBomLine } from 'contract/inventory/bom.ts'
import { itemCatalogues } from 'contract/inventory/catalogues.ts'
import { picturesOf } from '../../files/public.ts'
import { currentChangeSet, staleSave } from '../../platform/database/changes.ts'
import type { Db } from '../../platform/database/handle.ts'
import { type BomParent, listLines, replaceLines } from '../bom/lines.queries.ts'
import { insertMade, type MadeFields, type MadeTable, updateMade } from './made-items.queries.ts'
import { refuseOtherSpelling } from './other-spelling.ts'

type Added<Table extends MadeTable> = {
  companyId: string
  fields: Partial<MadeFields[Table]> & Pick<MadeFields[Table], 'name'>
  /** The number or SKU as sent; undefined when the request does not change it. */
  number: string | undefined
  lines: NewBomLine[] | undefined
}
type Changed<Table extends MadeTable> = Omit<Added<Table>, 'fields'> & {
  id: string
  fields: Partial<MadeFields[Table]>
  /** The version that was edited; null takes any. */
  version: number | null
}

/**
 * Reads and saves items that have lines: assemblies and products.
 * @param get the record without its lines, and the record as shown, with them
 */
export function madeItems<Table extends MadeTable, Row, Whole>(
  table: Table,
  get: (db: Db, companyId: string, id: string) => Promise<Row | undefined>,
  whole: (row: Row, lines: BomLine[]) => Whole,
) {
  const type = itemCatalogues[table].noun as BomParent['type']
  const field = table === 'assemblies' ? 'components' : 'bom'

  async function read(db: Db, companyId: string, id: string): Promise<Whole | undefined> {
    const [row, lines] = await Promise.all([get(db, companyId, id), listLines(db, companyId, id)])
    return row && whole(row, lines)
  }

  async function finish(db: Db, companyId: string, id: string, lines: NewBomLine[] | undefined, gone: () => Error) {
    if (lines) await replaceLines(db, companyId, { type, id }, field, lines)
    const [saved, changeSetId] = await Promise.all([read(db, companyId, id), currentChangeSet(db)])
    if (!saved) throw gone()
    return { ...saved, changeSetId }
  }

  /** With the first picture of the item, and those of its components. */
  async function readPictured(db: Db, companyId: string, id: string) {
    const [row, lines] = await Promise.all([get(db, companyId, id), listLines(db, companyId, id)])
    if (!row) return undefined
    const pictures = await picturesOf(db, companyId, [id, ...lines.map((line) => line.id)])
    return {
      ...whole(row, lines),
      pictureId: pictures.get(id) ?? null,
      linePictures: Object.fromEntries(pictures),
    }
  }

  return {
    readPictured,

    /** @throws 409 when another item has the number, 422 for a line whose component does not exist */
    async create(db: Db, { companyId, fields, number, lines }: Added<Table>, gone: () => Error) {
      await refuseOtherSpelling(db, table, companyId, number)
      const { id } = await insertMade(db, table, companyId, fields)
      return finish(db, companyId, id, lines, gone)
    },

    /** @throws 409 for a stale version or a number that another item has, 422 as above */
    async update(db: Db, { companyId, id, fields, number, lines, version }: Changed<Table>, gone: () => Error) {
      await refuseOtherSpelling(db, table, companyId, number, id)
      if (!(await updateMade(db, table, companyId, id, fields, version))) {
        const current = await read(db, companyId, id)
        throw current ? staleSave(current) : gone()
      }
      return finish(db, companyId, id, lines, gone)
    },
  }
}
