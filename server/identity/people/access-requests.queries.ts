import { AccessRequest, type AskedPerson } from 'contract/identity/access-requests.ts'
import type { WholeList } from 'contract/list.ts'
import type { Role } from 'contract/permissions.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/handle.ts'
import { countOf, isTrue, rowsOf, scalarOf } from '../../platform/database/rows.ts'
import { patternOf } from '../../platform/database/search-words.ts'
import { changedSince, slicePage } from '../../platform/database/whole-list.ts'

export type AccessRequestsQuery = {
  q?: string | undefined
  status?: AccessRequest['status'] | undefined
  companyId?: string | undefined
  sort: 'requestedAt' | 'email' | 'name'
  order: 'asc' | 'desc'
  page: number
  pageSize: number
} & WholeList

/** For those who decide: an operator of a company may read what it has asked for, and decides nothing. */
export async function listAccessRequests(db: Db, query: AccessRequestsQuery) {
  const pattern = patternOf(query.q)
  const matching = sql`access_requests a where (select app.may('person.read')) and (${query.status ?? null}::text is null or a.status = ${query.status ?? null})
    and (${query.companyId ?? null}::uuid is null or a.wanted_company = ${query.companyId ?? null})
    and (${pattern}::text is null or app.searchable(a.email || chr(10) || coalesce(a.name, '')) like ${pattern})
    ${changedSince('a', query)}`
  const inOrder = sql`${sql.ref(`a.${query.sort}`)} ${query.order === 'desc' ? sql`desc` : sql`asc`}, a.id`
  const [items, total] = await Promise.all([
    rowsOf(
      db,
      AccessRequest,
      sql`select a.id, a.email, a.name, a.is_managed, a.status, a.requested_at, a.updated_at, a.wanted_company as company_id,
          app.asking_company(a.wanted_company) as company_name, a.wanted_role as role, app.shown_name(a.asked_by) as asked_by_name
        from ${matching} ${slicePage(query, inOrder, 'a')}`,
    ),
    countOf(db, sql`select count(*) from ${matching}`),
  ])
  return { items, total, isCapped: false }
}

/** @throws already_member when the person belongs to the company */
export const askForPerson = (
  db: Db,
  { companyId, email, name, role }: AskedPerson & { companyId: string },
  address: string,
) => sql`select app.ask_for_person(${companyId}, ${email}, ${name}, ${role}, ${address})`.execute(db)

type Approval = {
  id: string
  role: Role
  companyId?: string | null | undefined
  allowsUnmanagedAccount?: boolean | undefined
}

const PersonId = z.uuid().nullable()

/** @returns the id of the person who now has access; null when there is no such request */
export async function approveAccess(db: Db, approval: Approval, address: string): Promise<string | null> {
  const person = await scalarOf(
    db,
    PersonId,
    sql`select app.approve_access(${approval.id}, ${approval.role},
      ${approval.companyId ?? null}, ${approval.allowsUnmanagedAccount ?? false}, ${address})`,
  )
  return person ?? null
}

/** @returns whether there is such a request */
export async function dismissAccess(db: Db, id: string, address: string): Promise<boolean> {
  return isTrue(db, sql`select app.dismiss_access(${id}, ${address})`)
}
