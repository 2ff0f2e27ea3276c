import { z } from 'zod'
import type { Catalogue } from '../catalogue.ts'
import { listQuery } from '../list.ts'
import { route } from '../route.ts'

export const listFileFormats = ['csv', 'xlsx'] as const

/** `columns`: the fields of the list, in order, separated by commas; those that a list shows at first when it is left out. */
export type ListFileQuery = { format: (typeof listFileFormats)[number]; columns?: string | undefined }

/** A list as a file: all rows that search and filters find, whatever page is asked for. */
export function listFileOf<const Keys extends readonly [string, ...string[]], Filters extends z.ZodRawShape>(
  { table, fields }: Pick<Catalogue, 'table' | 'fields'>,
  sortKeys: Keys,
  filters: Filters,
) {
  const known = new Set(Object.keys(fields).filter((name) => fields[name]?.list))
  const columns = z
    .string()
    .max(1_000)
    .refine((text) => text.split(',').every((name) => known.has(name)), `Must be some of ${[...known].join(', ')}`)
  return {
    listFile: route
      .meta({ needs: 'inventory.read', answer: 'stream', limit: 'export' })
      .route({
        method: 'GET',
        path: `/companies/{companyId}/lists/${table}`,
        summary: `The list of ${table} as a file`,
      })
      .input(
        listQuery(sortKeys, {
          ...filters,
          format: z.enum(listFileFormats).default('csv'),
          columns: columns.optional(),
        }),
      ),
  }
}
