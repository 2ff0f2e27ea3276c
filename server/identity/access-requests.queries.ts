import type { AccessRequest } from 'contract/identity/access-requests.ts'
import type { Role } from 'contract/permissions.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database/handle.ts'
import { patternOf } from '../platform/database/list-page.ts'

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
      requests.where(sql<boolean>`lower(email || chr(10) || coalesce(name, '')) like ${pattern}`),
    )
  const [items, count] = await Promise.all([
    matching
      .select(['id', 'email', 'name', 'isManaged', 'status', 'requestedAt'])
      .orderBy(query.sort, query.order)
      .orderBy('id')
      .limit(query.pageSize)
      .offset((query.page - 1) * query.pageSize)
      .$castTo<AccessRequest>()
      .execute(),
    matching.select((is) => is.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { items, total: count.total, isCapped: false }
}

type Approval = {
  id: string
  role: Role
  companyId?: string | null | undefined
  allowsUnmanagedAccount?: boolean | undefined
}

/** @returns the id of the person who now has access; null when there is no such request */
export async function approveAccess(db: Db, approval: Approval, address: string): Promise<string | null> {
  const { rows } = await sql<{ person: string | null }>`select app.approve_access(${approval.id}, ${approval.role},
    ${approval.companyId ?? null}, ${approval.allowsUnmanagedAccount ?? false}, ${address}) as person`.execute(db)
  return rows[0]?.person ?? null
}

/** @returns whether there is such a request */
export async function dismissAccess(db: Db, id: string, address: string): Promise<boolean> {
  const { rows } = await sql<{ wasFound: boolean }>`select app.dismiss_access(${id}, ${address}) as was_found`.execute(
    db,
  )
  return rows[0]?.wasFound ?? false
}
