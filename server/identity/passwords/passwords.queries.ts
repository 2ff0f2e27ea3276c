import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/handle.ts'
import { isTrue, rowOf, scalarOf } from '../../platform/database/rows.ts'
import { recordSecurityEvent } from '../../platform/database/security-events.ts'
import { headerText } from '../../platform/http/connections/broken-text.ts'

const Stored = z.object({ person: z.uuid(), version: z.uuid(), sealedHash: z.string() })
export type StoredPassword = z.infer<typeof Stored>

/** The password of an address; undefined when there is none, or its person may not sign in. */
export const passwordOf = (db: Db, email: string) =>
  rowOf(db, Stored, sql`select person, version, sealed_hash from app.password_of(${email})`)

/** The password of the person who asks from a browser. */
export const ownPassword = (db: Db) =>
  rowOf(db, Own, sql`select person, version, sealed_hash, companies from app.own_password()`)

/** `companies`: the names of those that the person works for. */
const Own = Stored.extend({ companies: z.array(z.string()) })

/** @returns whether the session was opened: the password is unchanged since it was compared, and its person may sign in */
export function openPasswordSession(
  db: Db,
  { person, version }: StoredPassword,
  hashes: { secret: string; before: string | null },
  request: FastifyRequest,
): Promise<boolean> {
  const agent = headerText(request.headers['user-agent'] ?? '') || null
  return isTrue(
    db,
    sql`select app.sign_in_by_password(${person}, ${version}, ${hashes.secret}, ${hashes.before}, ${agent}, ${request.ip})`,
  )
}

const Linked = z.object({
  person: z.uuid(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  companies: z.array(z.string()),
})

/** The person of a link; undefined when the link cannot be used any more. */
export const personOfLink = (db: Db, linkHash: string) =>
  rowOf(db, Linked, sql`select person, email, first_name, last_name, companies from app.password_reset_of(${linkHash})`)

/** @returns whether the link could still be used */
export const setPasswordByLink = (db: Db, linkHash: string, sealedHash: string, address: string): Promise<boolean> =>
  isTrue(db, sql`select app.set_password_by_link(${linkHash}, ${sealedHash}, ${address})`)

/** @returns whether the password was still the one that was compared */
export const changePassword = (db: Db, version: string, sealedHash: string, address: string): Promise<boolean> =>
  isTrue(db, sql`select app.change_password(${version}, ${sealedHash}, ${address})`)

/** The parent firm, which every installation has and nobody can close: it owns jobs that belong to no other company. */
export async function firmOf(db: Db): Promise<string> {
  const id = await scalarOf(db, z.uuid(), sql`select app.firm()`)
  if (!id) throw new Error('There is no parent firm')
  return id
}

/** Notes a refused sign-in by password. */
export const recordWrongPassword = (db: Db, email: string, address: string) =>
  recordSecurityEvent(db, 'sign_in_refused', { reason: 'wrong_password', email }, address)
