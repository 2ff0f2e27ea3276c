import type { FeatureAccess } from './access.ts'

/**
 * Row 45 of security.md 2.2: operators see figures of all tasks and hours; the list of needs shows each person what the fence lets through.
 */
export const dashboardsAccess: FeatureAccess = {
  // biome-ignore format: aligned so that it reads as a table
  procedures: {
    'figures.get':       [401, 403, 403, 403, 200, 200],
    'figures.portfolio': [401, 403, 403, 403, 403, 200],
    'needs.list':        [401, 403, 200, 200, 200, 200],
  },
  records: async (given, company) => {
    await given.sql(`insert into company_days (company_id, day) values ($1, '2020-01-01') on conflict do nothing`, [
      company.id,
    ])
    await given.sql(`insert into company_figures values ($1, 0, 0, 0) on conflict do nothing`, [company.id])
    return {}
  },
  idOf: {},
  bodies: () => ({}),
  tables: {
    company_days: {
      own: ['----', '----', 'r---', 'r---'],
      insert: `(company_id, day) values ($1, '2020-01-02')`,
      set: 'open_tasks = 1',
    },
    company_figures: {
      own: ['r---', 'r---', 'r---', 'r---'],
      insert: 'values ($1, 1, 1, 1)',
      set: 'buildable = 1',
    },
  },
}
