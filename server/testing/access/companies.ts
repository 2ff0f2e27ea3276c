import { randomUUID } from 'node:crypto'
import type { FeatureAccess } from './access.ts'

/** Rows 7-10 of security.md 2.2. */
export const companiesAccess: FeatureAccess = {
  // biome-ignore format: aligned so that it reads as a table
  procedures: {
    'companies.list':       [401, 403, 403, 403, 403, 200],
    'companies.parents':    [401, 403, 403, 403, 403, 200],
    'companies.get':        [401, 403, 200, 200, 200, 200],
    'companies.getDetails': [401, 403, 403, 403, 200, 200],
    'companies.create':     [401, 403, 403, 403, 403, 201],
    'companies.update':     [401, 403, 403, 403, 403, 200],
    'members.list':       [401, 403, 200, 200, 200, 200],
    'members.candidates': [401, 403, 403, 403, 403, 200],
    'members.add':        [401, 403, 403, 403, 403, 201],
    'members.remove':     [401, 403, 403, 403, 403, 204],
    'dashboard.get':      [401, 403, 200, 200, 200, 200],
  },
  records: async () => ({}),
  idOf: {},
  words: ({ member = '' }) => ({ userId: member }),
  bodies: ({ newcomer }) => ({
    'companies.create': { name: 'New' },
    'companies.update': { industry: randomUUID() },
    'members.add': { userId: newcomer, role: 'employee' },
  }),
  tables: {
    companies: {
      own: ['r---', 'r---', 'r---', 'riu-'],
      insert: `(name) select 'x' where $1::uuid is not null`,
      set: `name = 'x'`,
    },
  },
}
