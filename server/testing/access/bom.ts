import type { FeatureAccess } from './access.ts'

/** Rows 11 and 16 of security.md 2.2: everybody who may read the inventory may read figures computed from it. */
export const bomAccess: FeatureAccess = {
  // biome-ignore format: aligned so that it reads as a table
  procedures: {
    'bom.tree':                [401, 403, 200, 200, 200, 200],
    'bom.parts':               [401, 403, 200, 200, 200, 200],
    'bom.treeCsv':             [401, 403, 200, 200, 200, 200],
    'bom.partsCsv':            [401, 403, 200, 200, 200, 200],
    'bom.whereUsed':           [401, 403, 200, 200, 200, 200],
    'inventory.summary':       [401, 403, 200, 200, 200, 200],
    'inventory.buildAnalysis': [401, 403, 200, 200, 200, 200],
  },
  records: async () => ({}),
  idOf: { bom: 'assembly' },
  bodies: () => ({}),
  tables: {},
}
