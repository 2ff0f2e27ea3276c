import { searchText } from 'contract/same-text.ts'
import { Sop, type SopFields, SopItem, SopUse } from 'contract/sops/sops.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { attachedTo, fileCountOf } from '../files/public.ts'
import { eachRow } from '../platform/database/each-row.ts'
import type { Db } from '../platform/database/handle.ts'
import { countCap, type ListQuery } from '../platform/database/list-page.ts'
import { countOf, onlyRowOf, rowOf, rowsOf } from '../platform/database/rows.ts'
import { patternOf } from '../platform/database/search-words.ts'
import { behindCursor, changedSince } from '../platform/database/whole-list.ts'
import { readingOf } from './public.ts'
import { snippetOf } from './search-snippet.ts'

const {
  createdByName: _name,
  publishedVersion: _version,
  reading: _reading,
  files: _files,
  content: _content,
  ...shape
} = Sop.shape
const itemColumns = Object.keys(shape) as (keyof typeof shape)[]

/** Other companies do not learn who wrote a SOP that SBR shares (security.md 2.2, row 3). */
const createdByName = (of: string) => sql`case when ${sql.ref(`${of}.companyId`)} = any ((select app.scope())::uuid[])
  then app.shown_name(${sql.ref(`${of}.createdBy`)}) end`

/** The ReadState of the caller; null for a draft. */
const readingBy = (of: string, companyId: string) =>
  sql`case when ${sql.ref(`${of}.status`)} = 'published' then ${readingOf(`${of}.id`, sql`${companyId}::uuid`, sql`(select app.user_id())`)} end`

/** The properties of a Sop that are no columns of its row. @param of the alias of the row */
const derived = (of: string, companyId: string) => sql`${createdByName(of)} as created_by_name,
  (select max(v.number) from sop_versions v where v.sop_id = ${sql.ref(`${of}.id`)}) as published_version,
  ${readingBy(of, companyId)} as reading`

/** The columns of Sop, for a select or after `returning`. */
const whole = (companyId: string) => [
  ...[...itemColumns, 'content' as const].map((column) => sql.ref(`sops.${column}`)),
  derived('sops', companyId),
  sql`${attachedTo('sops')} as files`,
]

export type SopFilter = { [Key in 'visibility' | 'type' | 'stage' | 'status']?: SopFields[Key] | undefined } & {
  isLinkable?: boolean | undefined
  isUnread?: boolean | undefined
}

/**
 * One page. The fence alone decides which SOPs the caller sees, including drafts and those of SBR. The total counts what the caller can find:
 * counters kept by triggers would reveal drafts, and a library is small.
 */
export async function listSops(db: Db, query: ListQuery, filter: SopFilter) {
  const slice = sql`limit ${query.pageSize} offset ${query.cursor ? 0 : (query.page - 1) * query.pageSize}`
  const words = wordsOf(query.q ?? '')
  const { page, counting } = queriesOf(query, filter, slice, words[0])
  const count = () => countOf(db, counting)
  // The page of a search brings its total. Only a page beyond the last has no row to bring it, so it is counted apart.
  const [rows, all] = await Promise.all([rowsOf(db, Hit, page), query.q && !query.cursor ? null : count()])
  const hits = all ?? rows[0]?.hits ?? (query.page > 1 ? await count() : 0)
  const items = rows.map(({ hits: _hits, ...item }) => ({
    ...item,
    snippet: item.snippet === null ? null : snippetOf(item.snippet, words),
  }))
  return { items, total: Math.min(hits, countCap), isCapped: hits > countCap }
}

/** All SOPs of a list, in its order, whatever page its query names. */
export const eachSop = (db: Db, query: ListQuery, filter: SopFilter): AsyncGenerator<SopItem> =>
  eachRow(db, Hit, queriesOf(query, filter, sql``).page)

/**
 * @param slice SQL: which of the hits are on the page
 * @param shownWord the word, folded, around which the text is shown as `snippet`
 */
function queriesOf(query: ListQuery, filter: SopFilter, slice: RawBuilder<unknown>, shownWord?: string) {
  const where = sql`${sql.join(conditions(query, filter), sql` and `)} ${changedSince('s', query)}`
  const words =
    wordsOf(query.q ?? '')
      .map((word) => `${word}:*`)
      .join(' & ') || undefined
  const foundBy = (ranks: boolean) =>
    query.q
      ? sql`app.sop_hits(${query.companyId}, ${words ?? null}, ${patternOf(query.q)}, ${countCap + 1}, ${ranks}) h join sops s on s.id = h.id`
      : sql`sops s`
  const { cursor } = query
  const by = cursor
    ? sql`s.id`
    : query.sort !== 'rank'
      ? sql.ref(`s.${query.sort}`)
      : query.q
        ? sql`h.rank`
        : sql`s.created_at`
  const snippet = shownWord === undefined ? sql`null::text` : around(shownWord)
  const direction = query.order === 'desc' && !cursor ? sql`desc` : sql`asc`
  const page = sql`select ${sql.join(itemColumns.map((column) => sql.ref(`s.${column}`)))}, ${derived('s', query.companyId)},
      ${fileCountOf('s')} as file_count, ${snippet} as snippet, p.hits
    from (select s.id as hit, ${by} as place, ${query.q ? sql`count(*) over ()` : sql`0`} as hits from ${foundBy(query.sort === 'rank')}
      where ${where} ${behindCursor('s', query)} order by 2 ${direction}, 1 ${direction} ${slice}) p join sops s on s.id = p.hit
    order by p.place ${direction}, s.id ${direction}`
  const counting = sql`select count(*) from (select from ${foundBy(false)} where ${where} limit ${countCap + 1}) found`
  return { page, counting }
}

const Hit = SopItem.extend({ hits: z.int() })

/** A few lines of the text with the word, behind '…' if it begins before them. Folding a text takes long, so it is done only for a word that is not there as it was typed. */
const around = (word: string) => {
  const text = sql`coalesce(s.content, '')`
  const place = sql`coalesce(nullif(strpos(lower(${text}), ${word}), 0), strpos(app.searchable(${text}), ${word}))`
  return sql`(select case when at > 1 then '…' else '' end || substr(${text}, at, 600) from greatest(${place} - 150, 1) at)`
}

/** The words of a search, folded: each begins a word of the text. */
const wordsOf = (q: string): string[] =>
  searchText(q)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 10)

function conditions({ companyId }: ListQuery, { isLinkable, isUnread, ...fields }: SopFilter) {
  const wanted = Object.entries(fields).filter(([, value]) => value !== undefined)
  const linkable = sql<SqlBool>`(s.status = 'published' and s.visibility <> 'sbr_only')`
  return [
    sql<SqlBool>`(s.company_id = ${companyId} or s.visibility <> 'company')`,
    ...wanted.map(([name, value]) => sql<SqlBool>`${sql.ref(`s.${name}`)} = ${value}`),
    ...(isLinkable === undefined ? [] : [sql<SqlBool>`${linkable} = ${isLinkable}`]),
    ...(isUnread === undefined
      ? []
      : [sql<SqlBool>`coalesce(${readingBy('s', companyId)} <> 'read', false) = ${isUnread}`]),
  ]
}

/** Looks a SOP up by its id alone, because a SOP of SBR is read by the path of every company. The fence hides those of other companies. */
export const getSop = (db: Db, companyId: string, id: string): Promise<Sop | undefined> =>
  rowOf(db, Sop, sql`select ${sql.join(whole(companyId))} from sops where sops.id = ${id}`)

const Neighbour = z.object({ id: z.uuid(), title: z.string(), isNext: z.boolean() })

/** The published SOPs before and after one, by title, among those of its visibility. */
export async function neighboursOf(db: Db, companyId: string, id: string) {
  const beside = (isNext: boolean) => sql`(select n.id, n.title, ${isNext}::boolean as is_next from sops n, sops s
    where s.id = ${id} and n.visibility = s.visibility and n.status = 'published' and (n.company_id = ${companyId} or n.visibility <> 'company')
      and (n.title, n.id) ${isNext ? sql`>` : sql`<`} (s.title, s.id)
    order by n.title ${isNext ? sql`asc` : sql`desc`}, n.id ${isNext ? sql`asc` : sql`desc`} limit 1)`
  const neighbours = await rowsOf(db, Neighbour, sql`${beside(false)} union all ${beside(true)}`)
  const one = (isNext: boolean) => {
    const neighbour = neighbours.find((each) => each.isNext === isNext)
    return neighbour ? { id: neighbour.id, title: neighbour.title } : null
  }
  return { previous: one(false), next: one(true) }
}

export async function insertSop(db: Db, companyId: string, fields: Partial<SopFields>): Promise<Sop> {
  const { id } = await db
    .insertInto('sops')
    .values({ ...fields, companyId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return onlyRowOf(db, Sop, sql`select ${sql.join(whole(companyId))} from sops where sops.id = ${id}`)
}

/** @param version the version that was edited; null takes any. @returns undefined when no such SOP has that version */
export async function updateSop(
  db: Db,
  companyId: string,
  id: string,
  fields: Partial<SopFields>,
  version: number | null,
) {
  const change = await db
    .updateTable('sops')
    .set({ ...fields, updatedAt: new Date().toISOString() })
    .where('id', '=', id)
    .$if(version !== null, (query) => query.where('version', '=', version))
    .executeTakeFirst()
  return change.numUpdatedRows > 0n ? getSop(db, companyId, id) : undefined
}

export async function deleteSop(db: Db, id: string): Promise<boolean> {
  const gone = await db.deleteFrom('sops').where('id', '=', id).executeTakeFirst()
  return gone.numDeletedRows > 0n
}

const CountedUse = z.object({ type: z.string(), id: z.uuid(), name: z.string(), count: z.int() })

const ListedUse = SopUse.extend({ total: z.int() })

/** The items and tasks of a company that name a SOP, as far as the caller may read them: the first fifty, and how many there are. */
export async function listUses(db: Db, companyId: string, id: string) {
  const of = sql`u.company_id = ${companyId} and u.sop_id = ${id}`
  const rows = await rowsOf(
    db,
    ListedUse,
    sql`select f.type, f.id, f.number, f.name, count(*) over () as total from (
      select 1 as place, 'part' as type, u.id, u.part_number::text as number, u.name::text as name from parts u where ${of}
      union all select 2, 'assembly', u.id, u.assembly_number::text, u.name::text from assemblies u where ${of}
      union all select 3, 'product', u.id, u.sku::text, u.name::text from products u where ${of}
      union all select 4, 'task', u.id, null, u.title::text from tasks u where ${of} and u.status <> 'complete') f
      order by f.place, f.name collate app.natural, f.id limit 50`,
  )
  return { items: rows.map(({ total: _total, ...use }) => use), total: rows[0]?.total ?? 0 }
}

/** The items that keep a SOP from being deleted: the first ten, and how many there are. */
export async function usesOfSop(db: Db, id: string) {
  const rows = await rowsOf(
    db,
    CountedUse,
    sql`select u.type, u.id, u.name, count(*) over () as count from app.sop_uses(${id}) u order by u.name limit 10`,
  )
  return { uses: rows.map(({ count: _count, ...use }) => use), count: rows[0]?.count ?? 0 }
}
