import { Preferences } from 'contract/settings/preferences.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database/handle.ts'
import { api } from '../platform/http/api.ts'

const { preferences } = api

export const preferencesRoutes = preferences.router({
  get: preferences.get.handler(({ context }) =>
    context.read(async (db) => {
      const values: Preferences = {}
      for (const { key, value } of await listPreferences(db)) {
        // A value that an older or newer version stored and this one does not understand counts as not chosen.
        const one = Preferences.safeParse({ [key]: value })
        if (one.success) Object.assign(values, one.data)
      }
      return values
    }),
  ),

  put: preferences.put.handler(({ input: { key, value }, context }) =>
    context.write(async (db) => {
      await savePreference(db, key, value)
      return value
    }),
  ),

  putAppearance: preferences.putAppearance.handler(({ input, context }) =>
    context.write(async (db) => {
      await savePreference(db, 'appearance', input)
      return input
    }),
  ),
})

/** Preferences of the signed-in person: the fence shows no others. */
const listPreferences = (db: Db) => db.selectFrom('userPreferences').select(['key', 'value']).execute()

async function savePreference<Key extends keyof Preferences>(
  db: Db,
  key: Key,
  value: NonNullable<Preferences[Key]>,
): Promise<void> {
  await sql`insert into user_preferences (user_id, key, value) values (app.user_id(), ${key}, ${JSON.stringify(value)})
    on conflict (user_id, key) do update set value = excluded.value, updated_at = now()`.execute(db)
}
