import { fileTypes } from 'contract/files/file-types.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/handle.ts'
import { scalarOf } from '../../platform/database/rows.ts'

const imageTypes = Object.entries(fileTypes).flatMap(([type, { isImage }]) => (isImage ? [type] : []))

/** The first picture of a record, as a column of another query; null without one. @param recordId an expression of that query */
export const firstPictureOf = (
  companyId: string | RawBuilder<unknown>,
  recordId: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`(select f.id from files f where f.company_id = ${companyId} and f.parent_id = ${recordId} and f.type in (${sql.join(imageTypes.map((type) => sql.lit(type)))})
    order by f.id limit 1)`

/** The first picture among the files of a record, which come by id (attachedTo). */
export const pictureAmong = (files: { id: string; type: string }[]): string | null =>
  files.find(({ type }) => imageTypes.includes(type))?.id ?? null

/** The files of parts, assemblies and products of a company, as JSON by the id of the item (app.files_of_items). */
const filesOfItems = (companyId: unknown, ids: unknown) =>
  sql`app.files_of_items(${companyId}, ${ids}, array[${sql.join(imageTypes.map((type) => sql.lit(type)))}])`

const ofItem = (what: 'files' | 'picture') => sql`together.files -> t.id::text ->> ${sql.lit(what)}`

/** Columns of a list of items: how many files each has, and its first picture. One call of the function answers for the whole page. */
export const itemFiles = {
  values: { files: (company: RawBuilder<unknown>) => filesOfItems(company, sql`array(select id from rows)`) },
  fileCount: sql`coalesce((${ofItem('files')})::bigint, 0) as file_count`,
  pictureId: sql`(${ofItem('picture')})::uuid as picture_id`,
}

const FilesOfItems = z.record(z.uuid(), z.object({ files: z.int(), picture: z.uuid().nullable() }))

/** The first picture of each of these parts, assemblies and products, by its id; those without one are missing. One query for all. */
export async function picturesOf(db: Db, companyId: string, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const files = await scalarOf(db, FilesOfItems, sql`select ${filesOfItems(companyId, sql`${ids}::uuid[]`)}`)
  return new Map(Object.entries(files ?? {}).flatMap(([id, { picture }]) => (picture ? [[id, picture]] : [])))
}

/** The same items, each with its first picture. */
export async function withPictures<Row extends { id: string }>(db: Db, companyId: string, rows: Row[]) {
  const pictures = await picturesOf(
    db,
    companyId,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, pictureId: pictures.get(row.id) ?? null }))
}
