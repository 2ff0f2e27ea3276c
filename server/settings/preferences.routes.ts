import { Preferences } from 'contract/settings/preferences.ts'
import { api } from '../platform/http/api.ts'
import { listPreferences, savePreference } from './preferences.queries.ts'

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
