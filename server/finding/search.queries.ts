import { pictured } from 'contract/files/pictures.ts'
import { Found as FoundRecord, foundKinds } from 'contract/finding/search.ts'
import { searchText } from 'contract/same-text.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { firstPictureOf } from '../files/public.ts'
import type { Db } from '../platform/database/handle.ts'
import { rowsOf } from '../platform/database/rows.ts'
import { escaped } from '../platform/database/search-words.ts'

const Found = FoundRecord.extend(pictured)

const FoundOrder = z.object({ id: z.string(), number: z.string(), name: z.string() })

const ofEachKind = 5
const atMost = 20
/** The candidates of a kind that are ranked. A word in more records is too common for their order to matter. */
const candidates = 1_000

/**
 * The records of a company that match, best first: the number itself, then numbers and names that begin with the text, then words that
 * begin with it, then any part of a word; each with its first picture. One statement, and so one round trip. Each kind is read below the
 * fence of its own table; only inventory, which may be large, is searched by a function that checks the fence itself.
 * @param q as typed; at most 200 characters
 */
export async function findRecords(db: Db, companyId: string, q: string): Promise<z.infer<typeof Found>[]> {
  if (!q) return []
  const words = typedWords(q)
  const begins = `${escaped(searchText(q))}%`
  return rowsOf(
    db,
    Found,
    sql`with found as materialized (${sql.join(sources(companyId, q, words), sql` union all `)}),
      exact as materialized (select coalesce(array_agg(id), '{}') as ids from found where is_exact),
      ranked as (select f.*, case
          when f.is_exact then 0
          when f.number is not null and f.search_text like ${`%\n${begins}`} then 1
          when f.search_text like ${begins} then 2
          when f.search_text like all (${words.begun}::text[]) or ${spaced(sql`f.search_text`)} like all (${words.begun}::text[]) then 3
          else 4 end as rank
        from found f where f.is_exact or f.id <> all ((select ids from exact)::uuid[])),
      placed as (select r.*, row_number() over (partition by kind order by rank, length(name), id) as place from ranked r)
    select kind, id, number, name, is_exact, ${firstPictureOf(companyId, sql`placed.id`)} as picture_id
    from placed where place <= ${ofEachKind} order by rank, array_position(${[...foundKinds]}::text[], kind), place limit ${atMost}`,
  )
}

/**
 * The orders of the online store with this number, with or without its '#', for those who may read the revenue. Only orders that count are
 * in the tables of the revenue. Numbers are compared as they are: the index knows nothing else below the fence.
 */
export async function findOrders(db: Db, companyId: string, q: string): Promise<z.infer<typeof Found>[]> {
  if (!q) return []
  const numbers = [q, q.toUpperCase()].flatMap((number) => [number, `#${number}`])
  const orders = await rowsOf(
    db,
    FoundOrder,
    sql`select id::text, order_number as number, coalesce(email, 'Order of the online store') as name from store_orders
      where company_id = ${companyId} and is_counted and order_number = any (${numbers}::text[])
      order by processed_at desc limit ${ofEachKind}`,
  )
  return orders.map((order) => ({ ...order, kind: 'order', isExact: true, pictureId: null }))
}

/** A text with a blank before each word: 8 ms for 1,000 texts, so it is used only when no blank comes before the word already. */
const spaced = (text: RawBuilder<unknown>) =>
  sql`' ' || translate(${text}, ${separators}, ${' '.repeat(separators.length)})`

function sources(companyId: string, q: string, { patterns, starts, begun }: TypedWords): RawBuilder<unknown>[] {
  const items = sql`select * from app.find_items(${companyId}, ${q}, ${patterns}, ${starts}, ${candidates})`
  if (begun.length === 0) return [items]
  const matches = (text: RawBuilder<unknown>) =>
    sql`${text} like all (${patterns}::text[])
      and ${text} ~ all (array(select app.word_begins(word) from unnest(${starts}::text[]) word))`
  // Only people who may know addresses find a person by the address.
  const ofPerson = sql`case when (select app.may('colleague.readEmail')) then p.search_text else split_part(p.search_text, chr(10), 1) end`
  return [
    items,
    sql`(select 'location', l.id, l.code::text, l.name::text, l.search_text, app.folded(l.code) = app.folded(${q}) from locations l
      where l.company_id = ${companyId} and ${matches(sql`l.search_text`)} limit ${candidates})`,
    sql`(select 'sop', s.id, null, s.title::text, s.search_text, false from sops s
      where (s.company_id = ${companyId} or s.visibility <> 'company') and ${matches(sql`s.search_text`)} limit ${candidates})`,
    sql`(select 'task', t.id, null, t.title::text, t.search_text, false from tasks t
      where t.company_id = ${companyId} and ${matches(sql`t.search_text`)} limit ${candidates})`,
    sql`(select 'person', p.user_id, null, app.shown_name(p.user_id), ${ofPerson}, false
      from user_roles r join profiles p on p.user_id = r.user_id
      where r.company_id = ${companyId} and p.deleted_at is null and ${matches(ofPerson)} limit ${candidates})`,
  ]
}

const maxWords = 8

/** The words of a search, for `search_text`, which holds the folded texts of a record. */
type TypedWords = {
  /** LIKE patterns for words that may be anywhere. */
  patterns: string[]
  /** Words of two letters, which a trigram index finds only at the beginning of a word. */
  starts: string[]
  /** LIKE patterns for a text whose separators are blanks: each word begins one. */
  begun: string[]
}

/**
 * The words of a search, in any order. A trigram index cannot find a single letter or signs alone, so a word without two adjacent
 * letters or digits is left out, and so is one after a sign: searching for it would read the whole company.
 * @param q as typed; at most 200 characters
 */
export function typedWords(q: string): TypedWords {
  const words = [...new Set(searchText(q).split(/\s+/u))].filter(isFindable).slice(0, maxWords)
  const [short, long] = [words.filter(isShort), words.filter((word) => !isShort(word))]
  return {
    patterns: long.map((word) => `%${escaped(word)}%`),
    starts: short,
    begun: words.map((word) => `% ${escaped(apart(word))}%`),
  }
}

/** The characters that end a word, for `translate` in SQL and for `apart`. */
const separators = '\n-/.,:;()[]_#'

const apart = (word: string) =>
  [...word]
    .map((sign) => (separators.includes(sign) ? ' ' : sign))
    .join('')
    .trimStart()
const isFindable = (word: string) => /[\p{L}\p{N}]{2}|[^\p{L}\p{N}][\p{L}\p{N}]/u.test(word)
const isShort = (word: string) => /^[\p{L}\p{N}]{2}$/u.test(word)
