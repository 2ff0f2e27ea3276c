import { z } from 'zod'
import type { Fields } from './catalogue.ts'
import type { Action } from './permissions.ts'
import { route } from './route.ts'

export const listFileFormats = ['csv', 'xlsx'] as const

/** `columns`: of the list, in order, separated by commas; the usual ones when it is left out. */
export type ListFileQuery = { format: (typeof listFileFormats)[number]; columns?: string | undefined }

type ListFile<Shape extends z.ZodRawShape> = {
  /** the end of its address, and the name of the file: 'tasks' */
  name: string
  needs: Action
  refusal?: string
  /** the query of the list */
  query: z.ZodObject<Shape>
  /** of the noun; the list and its file have columns for those with `list` */
  fields: Fields
  /** Whether the list belongs to no single company. */
  isOfAll?: boolean
}

const listedOf = (fields: Fields) => Object.keys(fields).filter((name) => fields[name]?.list)

/** A list as a file: all rows that search and filters find, on all pages. */
export const listFileRoute = <Shape extends z.ZodRawShape>({
  name,
  needs,
  refusal,
  query,
  fields,
  isOfAll = false,
}: ListFile<Shape>) =>
  route
    .meta({ needs, ...(refusal && { refusal }), answer: listFileFormats, limit: 'export' })
    .route({
      method: 'GET',
      path: isOfAll ? `/lists/${name}` : `/companies/{companyId}/lists/${name}`,
      summary: `The list of ${name.replaceAll('-', ' ')} as a file: all rows that search and filters find`,
    })
    .input(
      query.extend({
        format: z.enum(listFileFormats).default('csv').describe('The kind of file'),
        columns: z
          .string()
          .max(1_000)
          .refine((text) => text.split(',').every((column) => listedOf(fields).includes(column)), {
            error: `Must be some of ${listedOf(fields).join(', ')}`,
          })
          .meta({ examples: [listedOf(fields).slice(0, 2).join()] })
          .optional(),
      }),
    )
