/** The parts of identity that other features may use (CONTRIBUTING.md). */
import type { Role } from 'contract/permissions.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database/handle.ts'
import { isTrue } from '../platform/database/rows.ts'
import { listAccessRequests } from './people/access-requests.queries.ts'

/** Access requests that wait, for people who may answer them: the oldest first, and their number. @param companyId only those for this company */
export const listWaitingRequests = (db: Db, limit: number, companyId?: string) =>
  listAccessRequests(db, { status: 'open', companyId, sort: 'requestedAt', order: 'asc', page: 1, pageSize: limit })

export type Access = { role?: Role | null | undefined; companyId?: string | null | undefined }

/** Gives a role, a company or both; omitted fields stay. @returns whether the person exists */
export async function setAccess(db: Db, id: string, { role, companyId }: Access, address: string): Promise<boolean> {
  return isTrue(db, sql`select app.set_access(${id}, ${role ?? null}, ${companyId ?? null}, ${address})`)
}

/** Takes away role and company and ends all sessions. @returns whether the person exists */
export async function removeAccess(db: Db, id: string, address: string): Promise<boolean> {
  return isTrue(db, sql`select app.remove_access(${id}, ${address})`)
}
