import { z } from 'zod'
import { Instant } from './calendar-day.ts'
import { clean } from './text.ts'

const longestSearch = 200

/** The sentence for a text that is too long to search for; undefined for every other. */
export const searchProblem = (text: string): string | undefined =>
  text.length > longestSearch ? `Search for at most ${longestSearch} characters` : undefined

/** The text of a search. */
export const searchText = () =>
  z
    .string()
    .max(longestSearch, { error: ({ input }) => searchProblem(String(input)), abort: true })
    .overwrite(clean)

export const maxPageSize = 500

/** A page of a list. `total` counts all matches; with `isCapped` it is the cap, because counting further is slow. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), total: z.int(), isCapped: z.boolean() })

/**
 * The query of a list of a company: `pageQuery`, plus the company in the path.
 * @param sortKeys the keys that callers may sort by; the first is the default
 */
export const listQuery = <const Keys extends readonly [string, ...string[]], Filters extends z.ZodRawShape>(
  sortKeys: Keys,
  filters: Filters,
) => pageQuery(sortKeys, { companyId: z.uuid(), ...filters })

/**
 * The query of a list: `q` (substring), `sort`, `order`, `page` (from 1), `pageSize` (at most 500), plus filters.
 * @param sortKeys the keys that callers may sort by; the first is the default
 */
export const pageQuery = <const Keys extends readonly [string, ...string[]], Filters extends z.ZodRawShape>(
  sortKeys: Keys,
  filters: Filters,
) =>
  z.strictObject({
    q: searchText().optional(),
    sort: z.enum(sortKeys).default(sortKeys[0] as Keys[number]),
    order: z.enum(['asc', 'desc']).default('asc'),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(maxPageSize).default(50),
    ...filters,
  })

/**
 * The query of a list that puts the best matches of a search first, as long as the caller names no `order`: `listQuery`, without a
 * default for it.
 * @param sortKeys the keys that callers may sort by; the first is the default, and must be the name
 */
export const rankedListQuery = <const Keys extends readonly [string, ...string[]], Filters extends z.ZodRawShape>(
  sortKeys: Keys,
  filters: Filters,
) => listQuery(sortKeys, filters).extend({ order: z.enum(['asc', 'desc']).optional() })

/** For the question before a bulk action, which says how many. */
export const exactCount = { count: z.literal('all').optional().describe('`total` counts all matches, without a cap') }

/** @param ids what a cursor may be: `start`, or an id */
export function cursorOf(ids: RegExp) {
  return z.string().regex(ids, 'Begin with start, then take the cursor from Link').optional()
}

/**
 * How a program reads a whole list. `updatedSince`: only records that were changed at that moment or later. `cursor`: `start`, then what `Link` says:
 * pages in the order of their ids, so that no record is missing or comes twice while others write.
 */
export const wholeList = {
  updatedSince: Instant.optional(),
  cursor: cursorOf(/^(start|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/),
}

/** As `wholeList`, for records whose id is a number. */
export const wholeNumberedList = { ...wholeList, cursor: cursorOf(/^(start|-?\d{1,18})$/) }

/** The moment and the place that a program reads from. */
export type WholeList = { updatedSince?: string | undefined; cursor?: string | undefined }

/** A filter that is on or off: `?isLowStock=true`. Only the two words are accepted. */
export const flag = () =>
  z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional()

/** The rows of a bulk action: chosen rows, or all that match the list's search and filters. */
export const selectionOf = <Filter extends z.ZodType>(filter: Filter) =>
  z.union([
    z.strictObject({
      ids: z.array(z.uuid().toLowerCase()).min(1, 'Choose at least one').max(10_000, 'Choose at most 10,000'),
    }),
    z.strictObject({ matching: filter }),
  ])

/** The result of a bulk action, and the change set that undoes it. */
export const BulkResult = z.object({ count: z.int(), changeSetId: z.uuid().nullable() })

/** A record as saved, and the change set that undoes the save; null when nothing had to change. */
export const savedOf = <Shape extends z.ZodRawShape>(item: z.ZodObject<Shape>) =>
  item.extend({ changeSetId: z.uuid().nullable() })
