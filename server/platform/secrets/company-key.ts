import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { z } from 'zod'
import type { Db } from '../database/handle.ts'
import { rowOf } from '../database/rows.ts'
import { type ComparableSeals, comparableSeals } from './comparable-seals.ts'
import type { Key } from './derived-keys.ts'
import { type Keyring, UnreadableSecret } from './keyring.ts'

/**
 * The seals of a company's bank data, for readers. The data key is in the database, sealed by a key of KEYRING: after a change of that
 * key, only the data key is sealed again. The fence gives the data key only to readers of bank data. Without it each seal is refused with
 * `UnreadableSecret`.
 */
export const companySeals = async (db: Db, keyring: Keyring, companyId: string): Promise<ComparableSeals> =>
  sealsOfStored(keyring, companyId, await storedKey(db, companyId))

/** The same for the job of the nightly backup. The fence refuses the data key to every other job. */
export const companySealsForBackup = async (db: Db, keyring: Keyring, companyId: string): Promise<ComparableSeals> =>
  sealsOfStored(
    keyring,
    companyId,
    await rowOf(
      db,
      SealedKey,
      sql`select k.sealed from app.company_key_for_backup() as k(sealed) where k.sealed is not null`,
    ),
  )

function sealsOfStored(keyring: Keyring, companyId: string, stored: SealedKey | undefined): ComparableSeals {
  if (!stored) return refusing(new UnreadableSecret('unknown key'))
  return sealsOf(() => openCompanyKey(keyring, companyId, stored.sealed))
}

/**
 * The data key itself, in a transaction that writes; created if the company has none. Writing bank data needs the key, even to empty a
 * field: data that nobody can read must not be overwritten.
 * @throws {UnreadableSecret} when no key of KEYRING fits
 */
export const ownCompanyKey = async (db: Db, keyring: Keyring, companyId: string): Promise<Key> =>
  openCompanyKey(keyring, companyId, await ownStoredKey(db, keyring, companyId))

/** The seals for the owner of the database, without the fence. @throws {UnreadableSecret} when no key of KEYRING fits */
export async function companySealsOfOwner(
  client: Pick<pg.ClientBase, 'query'>,
  keyring: Keyring,
  companyId: string,
): Promise<ComparableSeals> {
  const made = 'insert into company_keys (company_id, sealed) values ($1, $2) on conflict (company_id) do nothing'
  await client.query(made, [companyId, newCompanyKey(keyring, companyId)])
  const { rows } = await client.query<{ sealed: string }>('select sealed from company_keys where company_id = $1', [
    companyId,
  ])
  return comparableSeals(openCompanyKey(keyring, companyId, rows[0]?.sealed ?? ''))
}

const SealedKey = z.object({ sealed: z.string() })
type SealedKey = z.infer<typeof SealedKey>

const storedKey = (db: Db, companyId: string) =>
  rowOf(db, SealedKey, sql`select k.sealed from company_keys k where k.company_id = ${companyId}`)

async function ownStoredKey(db: Db, keyring: Keyring, companyId: string): Promise<string> {
  const key = await storedKey(db, companyId)
  if (key) return key.sealed
  await sql`select app.keep_company_key(${companyId}, ${newCompanyKey(keyring, companyId)})`.execute(db)
  const made = await storedKey(db, companyId) // ours, or that of somebody who was faster
  if (!made) throw new Error('A company has no key')
  return made.sealed
}

/** A new data key, sealed. */
const newCompanyKey = (keyring: Keyring, companyId: string): string =>
  keyring.seal(randomBytes(32).toString('base64'), placeOf(companyId))

/** A stored data key. @throws {UnreadableSecret} */
const openCompanyKey = (keyring: Keyring, companyId: string, sealed: string): Key => ({
  id: companyId,
  secret: Buffer.from(keyring.open(sealed, placeOf(companyId)), 'base64'),
})

const placeOf = (companyId: string) => ({ companyId, owner: 'company', field: 'data key' })

function sealsOf(key: () => Key): ComparableSeals {
  try {
    return comparableSeals(key())
  } catch (error) {
    if (error instanceof UnreadableSecret) return refusing(error)
    throw error
  }
}

function refusing(error: UnreadableSecret): ComparableSeals {
  const refuse = () => {
    throw error
  }
  return { seal: refuse, open: refuse }
}
