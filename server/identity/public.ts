/** What other features may use of identity (CONTRIBUTING.md). */
import type { Role } from 'contract/permissions.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database/handle.ts'
import { isTrue } from '../platform/database/rows.ts'

export type Access = { role?: Role | null | undefined; companyId?: string | null | undefined }

/** Gives a role, a company or both; what is left out stays. @returns whether there is such a person */
export async function setAccess(db: Db, id: string, { role, companyId }: Access, address: string): Promise<boolean> {
  return isTrue(db, sql`select app.set_access(${id}, ${role ?? null}, ${companyId ?? null}, ${address})`)
}

/** Takes role and company away and ends all sessions. @returns whether there is such a person */
export async function removeAccess(db: Db, id: string, address: string): Promise<boolean> {
  return isTrue(db, sql`select app.remove_access(${id}, ${address})`)
}
