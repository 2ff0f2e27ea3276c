import type { Catalogue, Field } from 'contract/catalogue.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { itemFiles } from '../../files/public.ts'
import type { ListSource } from '../../platform/database/list-page.ts'

/** The source of a noun's list, by its catalogue. @param row the shape of an item of the list */
export const listSourceOf = <Row extends z.ZodObject>(
  { table, key, fields }: Catalogue,
  row: Row,
  rest: Omit<ListSource, 'table' | 'row' | 'keyColumn' | 'derivedSorts'>,
): ListSource<Row> => ({
  table,
  row,
  keyColumn: key,
  derivedSorts: Object.entries(fields).flatMap(([name, { sort }]: [string, Field]) =>
    sort === 'derived' ? [name] : [],
  ),
  ...rest,
})

/** The same records, each with its first picture: for a page, not for a file of all of them. @param row the shape with `pictureId` */
export const pictured = <Row extends z.ZodObject>({ together, ...source }: ListSource, row: Row): ListSource<Row> => ({
  ...source,
  row,
  together: {
    values: { ...together?.values, ...itemFiles.values },
    columns: together ? sql`${together.columns}, ${itemFiles.pictureId}` : itemFiles.pictureId,
  },
})
