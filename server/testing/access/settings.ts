import type { FeatureAccess } from './access.ts'

/** The personal settings of everybody with a role (security.md 2.2, row 2). */
export const settingsAccess: FeatureAccess = {
  // biome-ignore format: aligned so that it reads as a table
  procedures: {
    'preferences.get': [401, 403, 200, 200, 200, 200],
    'preferences.put': [401, 403, 200, 200, 200, 200],
  },
  records: async () => ({}),
  idOf: {},
  words: () => ({ key: 'list.parts' }),
  bodies: () => ({ 'preferences.put': { value: { density: 'compact' } } }),
  tables: {},
}
