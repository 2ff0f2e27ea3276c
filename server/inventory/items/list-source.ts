import type { Catalogue, Field } from 'contract/catalogue.ts'
import type { ListSource } from '../../platform/database/list-page.ts'

/** Where the list of a noun is read from, by its catalogue. */
export const listSourceOf = (
  { table, key, fields }: Catalogue,
  rest: Omit<ListSource, 'table' | 'keyColumn' | 'derivedSorts'>,
): ListSource => ({
  table,
  keyColumn: key,
  derivedSorts: Object.entries(fields).flatMap(([name, { sort }]: [string, Field]) =>
    sort === 'derived' ? [name] : [],
  ),
  ...rest,
})
