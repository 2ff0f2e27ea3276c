import { columnName } from 'contract/catalogue.ts'
import type { WholeList } from 'contract/list.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { compiledOnce } from './compiled-once.ts'
import type { Db } from './handle.ts'
import { countOf, rowOf, rowsOf } from './rows.ts'
import { searchWords } from './search-words.ts'

/** Counting further costs more time than the number is worth (performance.md 4). */
export const countCap = 10_000

/** More rows than a company may have. */
const everything = 1_000_000

export type ListQuery = {
  companyId: string
  q?: string | undefined
  sort: string
  /** without it ascending, but the best matches of a search come first when it is sorted by name */
  order?: 'asc' | 'desc' | undefined
  page: number
  pageSize: number
  /** Counts all matches, without a cap. */
  count?: 'all' | undefined
} & WholeList

/** The facts that a list needs about a table with a fence, a search and counters (app.tenant_table). */
export type ListSource<Row extends z.ZodObject = z.ZodObject> = {
  table: string
  /** the shape of a row: the columns and the further ones */
  row: Row
  columns: readonly string[]
  /** the column that is unique in a company, ignoring case: its index uses app.folded */
  keyColumn: string
  /** further columns, of a row with the alias t */
  extra?: RawBuilder<unknown>
  /** columns that are asked for once for all rows that are read together */
  together?: Together
  /** sort keys whose order app.search_page computes (app.tenant_tables.sort_expressions); no index has their order */
  derivedSorts?: readonly string[]
  /** the boolean column that the counters count as `marked`; it has an index of its own */
  marked?: string
}

/** `values`: each one value for all `rows`, the table of what was read. `columns`: what a row takes of them, with the aliases t and `together`. */
type Together = {
  values: Record<string, (company: RawBuilder<unknown>) => RawBuilder<unknown>>
  columns: RawBuilder<unknown>
}

/** Filters by column; an undefined filter has no effect. */
export type Filters = Record<string, string | boolean | undefined>

export type Page<Row> = { items: Row[]; total: number; isCapped: boolean; counts: { total: number; marked: number } }

/**
 * One page of a list. Without search and filters it walks an index and takes the total from the counters. Otherwise
 * app.search_page finds the ids and counts them up to the cap. With a cursor the page follows it in the order of the ids.
 */
export async function listPage<Row extends z.ZodObject>(
  db: Db,
  source: ListSource<Row>,
  query: ListQuery,
  filters: Filters = {},
): Promise<Page<z.infer<Row>>> {
  const { cursor, updatedSince } = query
  const narrowing: Filters = { ...filters, updatedSince }
  const wanted = Object.entries(narrowing).filter(([, value]) => value !== undefined)
  const isMarkedOnly = wanted.length === 1 && wanted[0]?.[0] === source.marked && wanted[0]?.[1] === true
  const isWhole = !query.q && (wanted.length === 0 || isMarkedOnly)
  const counting = countsOf(db, source.table, query.companyId)
  if (isWhole && !cursor && !source.derivedSorts?.includes(query.sort)) {
    const [items, counts] = await Promise.all([walk(db, source, query, isMarkedOnly), counting])
    return { items, total: isMarkedOnly ? counts.marked : counts.total, isCapped: false, counts }
  }
  const skip = cursor ? 0 : (query.page - 1) * query.pageSize
  const sought: Searched[0] = cursor ? { ...query, sort: 'id', order: 'asc' } : query
  const searched = cursor ? [...wanted, ['after', cursor] as [string, unknown]] : wanted
  const cap = isWhole ? 0 : query.count ? everything : countCap + 1
  const [hits, items, counts] = await Promise.all([
    find(db, source.table, sought, searched, skip, query.pageSize, cap),
    fetchFound(db, source, query.companyId),
    counting,
  ])
  if (isWhole) return { items, total: isMarkedOnly ? counts.marked : counts.total, isCapped: false, counts }
  const isCapped = hits > countCap && !query.count
  return { items, total: isCapped ? countCap : hits, isCapped, counts }
}

const rowsAtOnce = 1_000
const longestList = 1_000_000

/** All rows of a list, in its order, whatever page its query names; a few at a time are in memory. */
export async function* eachListed<Row extends z.ZodObject>(
  db: Db,
  source: ListSource<Row>,
  query: ListQuery,
  filters: Filters = {},
): AsyncGenerator<z.infer<Row>> {
  const wanted = Object.entries(filters).filter(([, value]) => value !== undefined)
  const { ids } = await findIds(db, source.table, query, wanted, 0, longestList, 0)
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    yield* await fetch(db, source, query.companyId, ids.slice(from, from + rowsAtOnce))
  }
}

/** Chosen records: these ids, or all records that a list's search and filters match. */
export type Selection = { ids: string[] } | { matching: { q?: string | undefined } & Filters }

/** The ids of chosen records, without duplicates. */
export async function idsOf(db: Db, table: string, companyId: string, selection: Selection): Promise<string[]> {
  if ('ids' in selection) return [...new Set(selection.ids)]
  const { q, ...filters } = selection.matching
  return idsMatching(db, table, companyId, q, filters)
}

/** The ids of chosen records as SQL of an array: those that match stay in the database, since 200,000 of them on their way delay all other answers. */
export const chosenIds = (table: string, companyId: string, selection: Selection) => {
  if ('ids' in selection) return arrayOf([...new Set(selection.ids)])
  const { q, ...filters } = selection.matching
  return sql`(select ids from ${searchPage(valuesOf(table, ...allMatching(companyId, q, filters)))})::uuid[]`
}

/** The ids of all records that a list's search and filters match: for 'select all matching'. */
export async function idsMatching(
  db: Db,
  table: string,
  companyId: string,
  q: string | undefined,
  filters: Filters,
): Promise<string[]> {
  const ids = await findIds(db, table, ...allMatching(companyId, q, filters))
  return ids.ids
}

const allMatching = (companyId: string, q: string | undefined, filters: Filters): Searched => [
  { companyId, q, sort: 'name', order: 'asc' },
  Object.entries(filters).filter(([, value]) => value !== undefined),
  ...([0, everything, 0] as const),
]

/** @param rest what follows the columns: `from` a table with the alias t, in order */
function selectOf({ columns, extra, together }: ListSource, companyId: string, rest: RawBuilder<unknown>) {
  const rows = sql`select ${sql.join(columns.map((column) => sql.ref(`t.${column}`)))}${extra ? sql`, ${extra}` : sql``} ${rest}`
  if (!together) return rows
  const values = Object.entries(together.values).map(
    ([name, ask]) => sql`${ask(sql`${companyId}::uuid`)} as ${sql.ref(name)}`,
  )
  return sql`with rows as materialized (${rows}), together as materialized (select ${sql.join(values)})
    select t.*, ${together.columns} from rows t, together`
}

function walk<Row extends z.ZodObject>(db: Db, source: ListSource<Row>, query: ListQuery, onlyMarked: boolean) {
  const { companyId, sort, order, page, pageSize } = query
  const direction = order === 'desc' ? sql`desc` : sql`asc`
  /**
   * PostgreSQL keeps a plan only if it cannot hope for a better one from the values; planning again costs more than running the statement.
   * So the usual first page has its limit as a literal, and the company comes from a subquery.
   */
  const isUsual = page === 1 && pageSize === 50
  const variant = ['walk', sort, order === 'desc', onlyMarked, isUsual].join()
  const values = { companyId, ...(!isUsual && { pageSize, skip: (page - 1) * pageSize }) }
  const build = (of: { companyId: string; pageSize?: number; skip?: number }) => {
    const column = sql.ref(`t.${sort}`)
    const where = onlyMarked && source.marked ? sql`and ${sql.ref(`t.${source.marked}`)}` : sql``
    return selectOf(
      source,
      of.companyId,
      sql`from ${sql.table(source.table)} t
      where t.company_id = (select ${of.companyId}::uuid) ${where}
      order by ${sort === source.keyColumn ? sql`app.folded(${column})` : column} ${direction}, t.id ${direction}
      ${isUsual ? sql`limit 50` : sql`limit ${of.pageSize} offset ${of.skip}`}`,
    )
  }
  return rowsOf(db, source.row, compiledOnce(source, values, build, variant))
}

const FoundIds = z.object({ ids: z.array(z.string()), hits: z.int() })

type Searched = [
  query: Pick<ListQuery, 'companyId' | 'q' | 'sort' | 'order'>,
  filters: [string, unknown][],
  skip: number,
  take: number,
  cap: number,
]

async function findIds(db: Db, table: string, ...searched: Searched) {
  const found = await rowOf(
    db,
    FoundIds,
    compiledOnce(FoundIds, valuesOf(table, ...searched), (of) => sql`select ids, hits from ${searchPage(of)}`),
  )
  return found ?? { ids: [], hits: 0 }
}

/** Finds the ids of a page, and leaves them in a setting for the statement behind it (fetchFound): so both are one packet. @returns the hits */
const find = (db: Db, table: string, ...searched: Searched): Promise<number> =>
  countOf(
    db,
    compiledOnce(
      find,
      valuesOf(table, ...searched),
      (of) => sql`select hits from ${searchPage(of)} where set_config('app.found', ids::text, true) is not null`,
    ),
  )

function valuesOf(table: string, ...[query, filters, skip, take, cap]: Searched) {
  const columns = Object.fromEntries(filters.map(([key, value]) => [columnName(key), value]))
  const { words, starts } = searchWords(query.q)
  const ranked = query.order ? null : query.q?.trim() || null
  const { companyId, order } = query
  return {
    ...{ table, companyId, words, starts, ranked, columns: JSON.stringify(columns), sort: columnName(query.sort) },
    ...{ isDescending: order === 'desc', skip, take, cap },
  }
}

const searchPage = (of: ReturnType<typeof valuesOf>) => sql`app.search_page(
  ${of.table}, ${of.companyId}, ${of.words}::text[], ${of.starts}::text[], ${of.ranked}::text, ${of.columns}, ${of.sort},
  ${of.isDescending}, ${of.skip}, ${of.take}, ${of.cap})`

const fetch = <Row extends z.ZodObject>(db: Db, source: ListSource<Row>, companyId: string, ids: string[]) =>
  rowsOf(
    db,
    source.row,
    compiledOnce(source, { ids, companyId }, (of) => selectThese(source, of.companyId, sql`${of.ids}`), 'fetch'),
  )

/** The rows that `find` found right before. */
const fetchFound = <Row extends z.ZodObject>(db: Db, source: ListSource<Row>, companyId: string) =>
  rowsOf(
    db,
    source.row,
    compiledOnce(
      source,
      { companyId },
      (of) => selectThese(source, of.companyId, sql`current_setting('app.found')`),
      'fetch found',
    ),
  )

/** `limit 1` makes the planner look up by key: a plan for an array of unknown length would walk the whole company. */
const selectThese = (source: ListSource, companyId: string, ids: RawBuilder<unknown>) =>
  selectOf(
    source,
    companyId,
    sql`from unnest(${ids}::uuid[]) with ordinality as found(id, place)
      cross join lateral (select * from ${sql.table(source.table)} r where r.company_id = ${companyId} and r.id = found.id limit 1) t
      order by found.place`,
  )

const Counts = z.object({ total: z.int(), marked: z.int() })

/** Rows, marked rows and values of a table, from the counters that the triggers keep. */
export async function countsOf(db: Db, table: string, companyId: string) {
  const counts = await rowOf(
    db,
    Counts,
    compiledOnce(
      Counts,
      { companyId, table },
      (of) => sql`select coalesce(sum(total), 0)::int8 as total,
        coalesce(sum(marked), 0)::int8 as marked from row_counts where company_id = ${of.companyId} and table_name = ${of.table}`,
    ),
  )
  return counts ?? { total: 0, marked: 0 }
}

/**
 * `column = any (ids)`: one statement for any number of ids, where `in` would make a new statement for each number. The ids are sent as one
 * text: the driver would look at each of 200,000 for characters to escape, and stop all other answers meanwhile.
 */
export const isOneOf = (column: string, ids: string[]) => sql<boolean>`${sql.ref(column)} = any (${arrayOf(ids)})`

const arrayOf = (ids: string[]) => sql`${`{${ids.join()}}`}::uuid[]`
