import { AccessRequest, type AskedPerson } from 'contract/identity/access-requests.ts'
import type { Role } from 'contract/permissions.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/handle.ts'
import { countOf, isTrue, rowsOf, scalarOf } from '../../platform/database/rows.ts'
import { patternOf } from '../../platform/database/search-words.ts'

export type AccessRequestsQuery = {
  q?: string | undefined
  status?: AccessRequest['status'] | undefined
  sort: 'requestedAt' | 'email' | 'name'
  order: 'asc' | 'desc'
  page: number
  pageSize: number
}

export async function listAccessRequests(db: Db, query: AccessRequestsQuery) {
  const pattern = patternOf(query.q)
  const matching = db
    .selectFrom('accessRequests')
    .$if(query.status !== undefined, (requests) => requests.where('status', '=', query.status as string))
    .$if(pattern !== null, (requests) =>
      requests.where(sql<boolean>`app.searchable(email || chr(10) || coalesce(name, '')) like ${pattern}`),
    )
  const [items, total] = await Promise.all([
    rowsOf(
      db,
      AccessRequest,
      matching
        .select([
          'id',
          'email',
          'name',
          'isManaged',
          'status',
          'requestedAt',
          'wantedCompany as companyId',
          'wantedRole as role',
        ])
        .select([
          sql`app.asking_company(wanted_company)`.as('companyName'),
          sql`app.shown_name(asked_by)`.as('askedByName'),
        ])
        .orderBy(query.sort, query.order)
        .orderBy('id')
        .limit(query.pageSize)
        .offset((query.page - 1) * query.pageSize),
    ),
    countOf(
      db,
      matching.select((is) => is.fn.countAll().as('total')),
    ),
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
