import type { Catalogue, Field } from 'contract/catalogue.ts'
import type { z } from 'zod'
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
