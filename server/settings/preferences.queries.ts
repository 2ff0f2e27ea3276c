import type { Preferences } from 'contract/settings/preferences.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database/handle.ts'

/** Preferences of the signed-in person: the fence shows no others. */
export const listPreferences = (db: Db) => db.selectFrom('userPreferences').select(['key', 'value']).execute()

export async function savePreference<Key extends keyof Preferences>(
  db: Db,
  key: Key,
  value: NonNullable<Preferences[Key]>,
): Promise<void> {
  await sql`insert into user_preferences (user_id, key, value) values (app.user_id(), ${key}, ${JSON.stringify(value)})
    on conflict (user_id, key) do update set value = excluded.value, updated_at = now()`.execute(db)
}
