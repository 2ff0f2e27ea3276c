/** What other features may use of the SOPs as well. */
import { type RawBuilder, sql } from 'kysely'

/** The SQL of the versions of a SOP that a person has read: those that they confirmed, and those that they published. */
export const versionsRead = (sop: string, company: RawBuilder<unknown>, person: RawBuilder<unknown>) =>
  sql`(select d.version from sop_readings d where d.company_id = ${company} and d.sop_id = ${sql.ref(sop)} and d.user_id = ${person}
    union all select o.number from sop_versions o where o.sop_id = ${sql.ref(sop)} and o.published_by = ${person})`

/**
 * The SQL of a ReadState: whether a person has read the published version of a SOP. People see their own readings, and those of their company
 * if they may see the overview; everybody else seems to have read nothing.
 * @param sop the column with its id: 't.sopId'; @param company the company of the person
 */
export const readingOf = (sop: string, company: RawBuilder<unknown>, person: RawBuilder<unknown>) =>
  sql`(select case when max(d.version) is null then 'unread'
      when max(d.version) >= (select ${versionToRead} from sop_versions v where v.sop_id = ${sql.ref(sop)}) then 'read' else 'again' end
    from ${versionsRead(sop, company, person)} d)`

/** The number of the version that people must have read, or a later one: the last version, of those in `v` that the reader sees, which asked for it. */
export const versionToRead = sql`coalesce(max(v.number) filter (where v.asks_again), min(v.number))`
