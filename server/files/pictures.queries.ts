import { fileTypes } from 'contract/files/file-types.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { rowsOf } from '../platform/database/rows.ts'

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

const FirstPicture = z.object({ recordId: z.uuid(), pictureId: z.uuid() })

/** The first picture of each of these records, by the id of the record; records without one are missing. One query for all. */
export async function picturesOf(db: Db, companyId: string, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await rowsOf(
    db,
    FirstPicture,
    sql`select distinct on (f.parent_id) f.parent_id as record_id, f.id as picture_id from files f
      where f.company_id = ${companyId} and f.parent_id = any (${ids}::uuid[]) and f.type = any (${imageTypes}::text[])
      order by f.parent_id, f.id`,
  )
  return new Map(found.map(({ recordId, pictureId }) => [recordId, pictureId]))
}

/** The same records, each with its first picture. */
export async function withPictures<Row extends { id: string }>(db: Db, companyId: string, rows: Row[]) {
  const pictures = await picturesOf(
    db,
    companyId,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, pictureId: pictures.get(row.id) ?? null }))
}
