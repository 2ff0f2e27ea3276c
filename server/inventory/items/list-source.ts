import type { Catalogue, Field } from 'contract/catalogue.ts'
import type { z } from 'zod'
import type { ListSource } from '../../platform/database/list-page.ts'

/** Where the list of a noun is read from, by its catalogue. @param row what an item of the list is */
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
