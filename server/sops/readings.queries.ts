import { SopOverviewItem } from 'contract/sops/readings.ts'
import { readStates } from 'contract/sops/sops.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { countCap, type ListQuery } from '../platform/database/list-page.ts'
import { countOf, rowOf, rowsOf } from '../platform/database/rows.ts'
import { patternOf } from '../platform/database/search-words.ts'
import { slicePage } from '../platform/database/whole-list.ts'
import { versionToRead } from './public.ts'

const Read = z.object({ version: z.int(), readAt: z.string() })

/** Notes that the caller has read a version; once is enough. The fence takes only the version that is published now. */
export async function insertReading(db: Db, companyId: string, sopId: string, version: number) {
  await sql`insert into sop_readings (company_id, sop_id, user_id, version)
    values (${companyId}, ${sopId}, (select app.user_id()), ${version}) on conflict do nothing`.execute(db)
  return rowOf(
    db,
    Read,
    sql`select version, read_at from sop_readings
      where company_id = ${companyId} and sop_id = ${sopId} and user_id = (select app.user_id()) and version = ${version}`,
  )
}

const Person = z.object({ id: z.uuid(), name: z.string().nullable() })

/** The people of a company, by name. */
export const peopleOf = (db: Db, companyId: string) =>
  rowsOf(
    db,
    Person,
    sql`select r.user_id as id, app.shown_name(r.user_id) as name from user_roles r
      where r.company_id = ${companyId} order by app.shown_name(r.user_id) collate app.natural nulls last, r.user_id`,
  )

const PublishedSop = SopOverviewItem.omit({ standings: true }).extend({ toRead: z.int() })
const LastRead = z.object({ sopId: z.uuid(), userId: z.uuid(), version: z.int(), readAt: z.string() })

const published = (companyId: string, q: string | undefined) => sql`from sops s
  where s.status = 'published' and (s.company_id = ${companyId} or s.visibility = 'sbr_public') and s.visibility <> 'sbr_only'
    and (${patternOf(q)}::text is null or s.search_text like ${patternOf(q)})`

/** Reads the versions of all published SOPs at once. One lookup for each SOP took seconds when the planner had no statistics of the tables. */
const withVersions = (companyId: string, q: string | undefined) => sql`
  with found as materialized (select s.id, s.title, s.visibility ${published(companyId, q)}),
  standing as materialized (
    select v.sop_id, max(v.number) as published_version, max(v.published_at) as published_at,
      ${versionToRead} as to_read
    from sop_versions v where v.sop_id = any (array(select id from found)) group by v.sop_id)`

/** The published SOPs of a company and those that SBR shares, each with the reading of every person in `people`. */
export async function overviewOf(db: Db, query: Omit<ListQuery, 'sort'> & { sort: string }, people: { id: string }[]) {
  const { companyId, q, order } = query
  const by = query.sort === 'title' ? sql`s.title` : sql`v.published_at`
  const direction = order === 'desc' ? sql`desc` : sql`asc`
  const [sops, total] = await Promise.all([
    rowsOf(
      db,
      PublishedSop,
      sql`${withVersions(companyId, q)}
        select s.id, s.title, s.visibility, v.published_version, v.published_at, v.to_read
        from found s join standing v on v.sop_id = s.id where true ${slicePage(query, sql`${by} ${direction}, s.id`, 's')}`,
    ),
    countOf(db, sql`select count(*) from (select ${published(companyId, q)} limit ${countCap}) found`),
  ])
  const ids = sops.map(({ id }) => id)
  const last = await rowsOf(
    db,
    LastRead,
    sql`select distinct on (d.sop_id, d.user_id) d.sop_id, d.user_id, d.version, d.read_at
      from (select sop_id, user_id, version, read_at from sop_readings where company_id = ${companyId} and sop_id = any (${ids}::uuid[])
        union all select sop_id, published_by, number, published_at from sop_versions
          where sop_id = any (${ids}::uuid[]) and published_by = any (${people.map(({ id }) => id)}::uuid[])) d
      order by d.sop_id, d.user_id, d.version desc`,
  )
  const readings = new Map(last.map((each) => [`${each.sopId} ${each.userId}`, each]))
  const items = sops.map(({ toRead, ...sop }) => ({
    ...sop,
    standings: people.map(({ id }) => standing(id, readings.get(`${sop.id} ${id}`), toRead)),
  }))
  return { items, total, isCapped: total === countCap }
}

function standing(userId: string, last: z.infer<typeof LastRead> | undefined, toRead: number) {
  const [read, again, unread] = readStates
  const state = !last ? unread : last.version >= toRead ? read : again
  return { userId, state, version: last?.version ?? null, readAt: last?.readAt ?? null }
}

const Count = z.object({ companyId: z.uuid(), name: z.string(), people: z.int(), readers: z.int() })

/** How many people of each company have read a SOP that SBR shares. Only people who may share SOPs get the numbers. */
export const readingCounts = (db: Db, sopId: string) =>
  rowsOf(db, Count, sql`select company_id, name, people, readers from app.sop_reading_counts(${sopId})`)
