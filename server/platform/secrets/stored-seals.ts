import pg from 'pg'
import { asOwner } from '../database/schema/owner-connection.ts'
import { type Keyring, unlessUnreadable } from './keyring.ts'

/** Seals in one column by key. `keyId` null: texts that are no seals. */
export type SealCount = { place: string; keyId: string | null; readable: number; unreadable: number }

const batch = 500

/**
 * Wraps the data keys of all stored secrets by the current key; no secret is opened. Servers may run meanwhile: those that know both keys
 * read both. An interrupted run can be started again: seals of the current key are left alone.
 * @param adminUrl connection of the owner of a migrated database
 * @returns how many were wrapped anew, and how many no key opens; those stay as they are
 */
export async function rotateSeals(
  adminUrl: string,
  keyring: Keyring,
): Promise<{ rotated: number; unreadable: number }> {
  const done = { rotated: 0, unreadable: 0 }
  await eachColumn(adminUrl, async (client, place) => {
    for (let pass = await rotateColumn(client, place, keyring); ; pass = await rotateColumn(client, place, keyring)) {
      done.rotated += pass.rotated
      if (pass.missed > 0 && pass.rotated > 0) continue
      done.unreadable += pass.unreadable
      break
    }
  })
  return done
}

/** `missed`: rows that somebody changed at the same moment. */
async function rotateColumn(client: pg.Client, { table, column }: SealColumn, keyring: Keyring) {
  const pass = { rotated: 0, missed: 0, unreadable: 0 }
  await eachSeal(client, { table, column, except: keyring.currentKeyId }, async (ctid, sealed) => {
    const moved = unlessUnreadable(() => keyring.rewrap(sealed))
    if (moved === undefined) {
      pass.unreadable++
      return
    }
    const update = `update ${table} set ${column} = $1 where ctid = $2 and ${column} = $3`
    const { rowCount } = await client.query(update, [moved, ctid, sealed])
    pass[rowCount === 1 ? 'rotated' : 'missed']++
  })
  return pass
}

/** Tries the key of every stored secret, without opening the secrets: it finds missing and wrong keys, not damaged texts. */
export async function countSeals(adminUrl: string, keyring: Keyring): Promise<SealCount[]> {
  const counts = new Map<string, SealCount>()
  await eachColumn(adminUrl, async (client, { table, column }) => {
    const place = `${table}.${column}`
    await eachSeal(client, { table, column, except: null }, async (_, sealed) => {
      const keyId = keyring.keyIdOf(sealed) ?? null
      const count = counts.get(`${place} ${keyId}`) ?? { place, keyId, readable: 0, unreadable: 0 }
      counts.set(`${place} ${keyId}`, count)
      const isReadable = unlessUnreadable(() => keyring.check(sealed)) !== undefined
      count[isReadable ? 'readable' : 'unreadable']++
    })
  })
  return [...counts.values()]
}

type SealColumn = { table: string; column: string }

/** All columns that hold seals: by their names, `sealed` and `sealed_…`, so that no table is forgotten. */
async function eachColumn(adminUrl: string, work: (client: pg.Client, column: SealColumn) => Promise<void>) {
  return asOwner(adminUrl, async (client) => {
    const { rows } = await client.query<SealColumn>(
      `select c.oid::regclass::text as table, quote_ident(a.attname) as column
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'app'::regnamespace)
         and a.attname ~ '^sealed(_|$)' and a.atttypid = 'text'::regtype order by 1, 2`,
    )
    for (const column of rows) await work(client, column)
  })
}

/** The seals of a column with another key than `except`, in steps, and without a transaction around all of them. */
async function eachSeal(
  client: pg.Client,
  { table, column, except }: SealColumn & { except: string | null },
  work: (ctid: string, sealed: string) => Promise<void>,
) {
  await client.query(
    `declare seals cursor with hold for select ctid::text, ${column} as sealed from ${table}
     where ${column} is not null${except === null ? '' : ` and split_part(${column}, '.', 2) <> ${pg.escapeLiteral(except)}`}`,
  )
  for (;;) {
    const { rows } = await client.query<{ ctid: string; sealed: string }>(`fetch ${batch} from seals`)
    if (rows.length === 0) break
    for (const { ctid, sealed } of rows) await work(ctid, sealed)
  }
  await client.query('close seals')
}
