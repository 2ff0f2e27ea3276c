import { CompanyName } from 'contract/companies/companies.ts'
import type { ProfileFields } from 'contract/identity/profile.ts'
import type { SignedInPerson } from 'contract/identity/session.ts'
import { AccessToken } from 'contract/identity/tokens.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database/handle.ts'
import { isTrue, rowOf, rowsOf } from '../platform/database/rows.ts'

const self = sql<string>`(select app.user_id())`

/** The person signed in. */
export const getSelf = (db: Db): Promise<SignedInPerson> =>
  db
    .selectFrom('profiles')
    .select(['userId as id', 'email', 'firstName', 'lastName'])
    .where('userId', '=', self)
    .executeTakeFirstOrThrow()

export const updateSelf = (db: Db, names: Partial<ProfileFields>) =>
  db.updateTable('profiles').set(names).where('userId', '=', self).execute()

/** The companies the switcher offers, the parent firm first. */
export const listOwnCompanies = (db: Db): Promise<CompanyName[]> =>
  rowsOf(
    db,
    CompanyName,
    db
      .selectFrom('companies')
      .select(['id', 'name', 'companyType as type', 'status', 'isSbr', 'timeZone'])
      .orderBy('isSbr', 'desc')
      .orderBy('name'),
  )

/** Whether this server runs on the demo data. */
export async function isDemo(db: Db): Promise<boolean> {
  return isTrue(db, sql`select is_demo from app.installation`)
}

/** The caller's sessions of one kind that have not ended, newest first. */
export const listSessions = (db: Db, kind: 'browser' | 'token') =>
  db
    .selectFrom('sessions')
    .select(['id', 'name', 'createdAt', 'lastSeenAt', 'expiresAt', 'userAgent'])
    .where('userId', '=', self)
    .where('kind', '=', kind)
    .where('expiresAt', '>', sql<string>`now()`)
    .where('idleExpiresAt', '>', sql<string>`now()`)
    .orderBy('createdAt', 'desc')
    .execute()

/** Ends the session or token of this transaction, as soon as the transaction is committed. */
export const signOut = (db: Db) => sql`select app.end_session(null, null)`.execute(db)

/** Ends a session of the caller. @returns whether it existed */
export async function endSession(db: Db, id: string, kind: 'browser' | 'token'): Promise<boolean> {
  return isTrue(db, sql`select app.end_session(${id}, ${kind})`)
}

const NewToken = AccessToken.omit({ lastUsedAt: true })

/** Stores a personal access token. @returns undefined when the caller used a token: tokens cannot create tokens */
export async function insertAccessToken(db: Db, name: string, tokenHash: string, days: number) {
  return rowOf(
    db,
    NewToken,
    sql`select id, name, created_at, expires_at from app.create_access_token(${name}, ${tokenHash}, ${days})`,
  )
}
