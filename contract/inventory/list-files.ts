import type { z } from 'zod'
import type { Catalogue } from '../catalogue.ts'
import { rankedListQuery } from '../list.ts'
import { listFileRoute } from '../list-files.ts'

/** The list of a noun as a file; a column is a field that the list can show. */
export const listFileOf = <const Keys extends readonly [string, ...string[]], Filters extends z.ZodRawShape>(
  { table, fields }: Pick<Catalogue, 'table' | 'fields'>,
  sortKeys: Keys,
  filters: Filters,
) => ({
  listFile: listFileRoute({
    name: table,
    needs: 'inventory.read',
    query: rankedListQuery(sortKeys, filters),
    fields,
  }),
})
