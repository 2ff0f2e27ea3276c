import { z } from 'zod'
import type { Action } from './permissions.ts'
import { route } from './route.ts'

export const listFileFormats = ['csv', 'xlsx'] as const

/** `columns`: of the list, in order, separated by commas; the usual ones when it is left out. */
export type ListFileQuery = { format: (typeof listFileFormats)[number]; columns?: string | undefined }

/**
 * A column of a file: its title and its kind. `amount` has two to four decimals; `day` is a date, or a time of which the day counts; `time` a
 * time, to the minute. Times are those of the company's clock.
 */
export type FileColumn = { title: string; kind: 'text' | 'count' | 'amount' | 'day' | 'time' }
export type FileColumns = Readonly<Record<string, FileColumn>>

type ListFile<Shape extends z.ZodRawShape> = {
  /** the end of its address, and the name of the file: 'tasks' */
  name: string
  needs: Action
  refusal?: string
  /** the query of the list */
  query: z.ZodObject<Shape>
  /** the names of all columns that a file can have */
  columns: readonly string[]
  /** Whether the list belongs to no company. */
  isOfAll?: boolean
}

/** A list as a file: all rows that search and filters find, whatever page is asked for. */
export const listFileRoute = <Shape extends z.ZodRawShape>({
  name,
  needs,
  refusal,
  query,
  columns,
  isOfAll = false,
}: ListFile<Shape>) =>
  route
    .meta({ needs, ...(refusal && { refusal }), answer: 'stream', limit: 'export' })
    .route({
      method: 'GET',
      path: isOfAll ? `/lists/${name}` : `/companies/{companyId}/lists/${name}`,
      summary: `The list of ${name} as a file`,
    })
    .input(
      query.extend({
        format: z.enum(listFileFormats).default('csv'),
        columns: z
          .string()
          .max(1_000)
          .refine((text) => text.split(',').every((column) => columns.includes(column)), {
            error: `Must be some of ${columns.join(', ')}`,
          })
          .optional(),
      }),
    )
