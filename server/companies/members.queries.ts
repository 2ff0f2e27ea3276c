import { Candidate, Member } from 'contract/companies/members.ts'
import type { WholeList } from 'contract/list.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { countOf, rowOf, rowsOf } from '../platform/database/rows.ts'
import { patternOf } from '../platform/database/search-words.ts'
import { slicePage } from '../platform/database/whole-list.ts'

export type MembersQuery = {
  companyId: string
  q?: string | undefined
  sort: 'name' | 'email' | 'role'
  order: 'asc' | 'desc'
  page: number
  pageSize: number
} & WholeList

// Selects the whole row; readers do not get fields that they may not see.
const Row = Member.required()
type Row = z.infer<typeof Row>

// sort_name falls back to the address: sorting by it would tell something of the address to readers who may not see it.
const nameAlone = sql`trim(concat(p.first_name, ' ', p.last_name)) collate app.natural`

const sortedBy = (sort: MembersQuery['sort'], mayReadEmail: boolean) =>
  ({ name: mayReadEmail ? sql`p.sort_name` : nameAlone, email: sql`p.email`, role: sql`r.role` })[sort]

/** One page of the people of a company. When `mayReadEmail` is false, search and order use only names, so that they reveal no address. */
export async function listMembers(db: Db, query: MembersQuery, mayReadEmail: boolean) {
  const { companyId, q, sort, order } = query
  const inOrder = sql`${sortedBy(sort, mayReadEmail)} ${order === 'desc' ? sql`desc` : sql`asc`}, p.user_id`
  const [items, total] = await Promise.all([
    rowsOf(
      db,
      Row,
      sql`select ${memberColumns} from ${membersOf(companyId, q, mayReadEmail)}
        ${slicePage(query, inOrder, 'p', { id: 'userId' })}`,
    ),
    countOf(db, sql`select count(*) as total from ${membersOf(companyId, q, mayReadEmail)}`),
  ])
  return { items, total }
}

const memberColumns = sql`p.user_id, p.first_name, p.last_name, p.email, r.role,
  case when p.is_pre_authorized then 'pre_authorized' else 'active' end as status`

const membersOf = (companyId: string, q: string | undefined, inEmail: boolean) => sql`
  user_roles r join profiles p on p.user_id = r.user_id
  where r.company_id = ${companyId} and p.deleted_at is null
    and (${patternOf(q)}::text is null
         or ${inEmail ? sql`p.search_text` : sql`split_part(p.search_text, chr(10), 1)`} like ${patternOf(q)})`

export async function getMember(db: Db, companyId: string, userId: string): Promise<Row | undefined> {
  return rowOf(
    db,
    Row,
    sql`select ${memberColumns} from user_roles r join profiles p on p.user_id = r.user_id
    where r.company_id = ${companyId} and r.user_id = ${userId}`,
  )
}

/** People who are not in the company. People without any company come first, since adding one of the others moves them. */
export async function listCandidates(db: Db, companyId: string, q: string | undefined): Promise<Candidate[]> {
  return rowsOf(
    db,
    Candidate,
    sql`select p.user_id, p.first_name, p.last_name, p.email, r.role, c.name as company_name
    from profiles p left join user_roles r on r.user_id = p.user_id
    left join app.company_records() c on c.id = r.company_id
    where p.deleted_at is null and r.company_id is distinct from ${companyId}::uuid and p.user_id <> (select app.user_id())
      and (${patternOf(q)}::text is null or p.search_text like ${patternOf(q)})
    order by r.role is not null, p.sort_name, p.user_id limit 50`,
  )
}
