import { randomUUID } from 'node:crypto'
import type { FeatureAccess } from './access.ts'

/** Rows 23-27 of security.md 2.2, for a company's SOP that none of these people made; server/sops/sops.test.ts covers the rest. */
export const sopsAccess: FeatureAccess = {
  // biome-ignore format: aligned so that it reads as a table
  procedures: {
    'sops.list':   [401, 403, 200, 200, 200, 200],
    'sops.get':    [401, 403, 200, 200, 200, 200],
    'sops.create': [401, 403, 403, 201, 201, 201],
    'sops.update': [401, 403, 403, 403, 200, 200],
    'sops.remove': [401, 403, 403, 403, 200, 200],
  },
  records: async (given, company) => ({ sop: (await given.sop(company)).id as string }),
  idOf: { sops: 'sop' },
  bodies: () => ({ 'sops.create': { title: 'Receiving' }, 'sops.update': { title: randomUUID() } }),
  tables: {
    sops: {
      own: ['r---', 'ri--', 'riud', 'riud'],
      insert: `(company_id, title) values ($1, 'New')`,
      set: `title = 'x'`,
    },
  },
}
