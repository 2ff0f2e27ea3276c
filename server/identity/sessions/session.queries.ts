import type { ProfileFields } from 'contract/identity/profile.ts'
import { Session, type SignedInPerson } from 'contract/identity/session.ts'
import { AccessToken, type AccessTokenFields } from 'contract/identity/tokens.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/handle.ts'
import { countOf, isTrue, rowsOf, scalarOf } from '../../platform/database/rows.ts'

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
export const listOwnCompanies = (db: Db): Promise<Session['companies']> =>
  rowsOf(
    db,
    Session.shape.companies.element,
    db
      .selectFrom('companies')
      .select(['id', 'name', 'companyType as type', 'status', 'isSbr', 'timeZone', 'color', 'allowsNegativeStock'])
      .select((of) => [
        of.exists(of.selectFrom('locations').select('id').whereRef('companyId', '=', 'companies.id')).as('hasPlaces'),
        of
          .exists(
            of
              .selectFrom('stockMovements')
              .select('id')
              .whereRef('companyId', '=', 'companies.id')
              .where('lotNumber', 'is not', null),
          )
          .as('hasLots'),
      ])
      .orderBy('isSbr', 'desc')
      .orderBy('name'),
  )

/** Whether this server runs on the demo data. */
export async function isDemo(db: Db): Promise<boolean> {
  return isTrue(db, sql`select is_demo from app.installation`)
}

/** The caller's sessions in browsers that have not ended, the one used last first. */
export const listSessions = (db: Db) =>
  db
    .selectFrom('sessions')
    .select(['id', 'createdAt', 'lastSeenAt', 'lastAddress', 'userAgent'])
    .where('userId', '=', self)
    .where('kind', '=', 'browser')
    .where('expiresAt', '>', sql<string>`now()`)
    .where('idleExpiresAt', '>', sql<string>`now()`)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** The caller's personal access tokens that have not ended, newest first; only the one of that id when there is one. */
export const listTokens = (db: Db, id?: string): Promise<AccessToken[]> =>
  rowsOf(
    db,
    AccessToken,
    sql`select s.id, s.name, s.is_read_only, s.areas, s.only_company_id as company_id, c.name as company_name, s.created_at, s.expires_at,
        case when s.last_seen_at > s.created_at then s.last_seen_at end as last_used_at, s.last_address
      from sessions s left join companies c on c.id = s.only_company_id
      where s.user_id = ${self} and s.kind = 'token' and s.expires_at > now() and s.idle_expires_at > now()
        and (${id ?? null}::uuid is null or s.id = ${id ?? null})
      order by s.created_at desc, s.id desc`,
  )

/** Ends the session or token of this transaction, as soon as the transaction is committed. */
export const signOut = (db: Db) => sql`select app.end_session(null, null)`.execute(db)

/** Ends a session of the caller. @returns whether it existed */
export async function endSession(db: Db, id: string, kind: 'browser' | 'token'): Promise<boolean> {
  return isTrue(db, sql`select app.end_session(${id}, ${kind})`)
}

/** Ends the caller's browser sessions except that of this transaction. @returns how many */
export async function endOtherSessions(db: Db): Promise<number> {
  return countOf(db, sql`select app.end_other_sessions() as count`)
}

/** Stores a personal access token. @returns its id; undefined when the caller used a token: tokens cannot create tokens */
export async function insertAccessToken(db: Db, token: AccessTokenFields, tokenHash: string) {
  const { name, expiresInDays, isReadOnly, companyId, areas } = token
  return scalarOf(
    db,
    z.uuid(),
    sql`select id from app.create_access_token(${name}, ${tokenHash}, ${expiresInDays}, ${isReadOnly}, ${companyId},
      ${areas && JSON.stringify(areas)}::jsonb)`,
  )
}
