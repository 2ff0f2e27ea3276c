import { randomUUID } from 'node:crypto'
import type { FeatureAccess } from './access.ts'

const row = (number: string) =>
  `'inventory_2026-01-01-0000-${number}.csv', 'internal', 'x', 1, 1, 'x', '00000000-0000-0000-0000-000000000000'`
const columns = '(company_id, name, format, key, size, row_count, sha256, created_by)'

/** Row 19 of security.md 2.2. The record has no bytes in the storage, so an authorised import answers 500. */
export const backupsAccess: FeatureAccess = {
  // biome-ignore format: aligned so that it reads as a table
  procedures: {
    'backups.list':     [401, 403, 403, 403, 200, 200],
    'backups.create':   [401, 403, 403, 403, 201, 201],
    'backups.url':      [401, 403, 403, 403, 200, 200],
    'backups.content':  [403, 403, 403, 403, 403, 403],
    'backups.import':   [401, 403, 403, 403, 500, 500],
    'backups.remove':   [401, 403, 403, 403, 200, 200],
    'backups.restore':  [401, 403, 403, 403, 404, 404],
  },
  records: async (given, company) => {
    const [made] = await given.sql<{ id: string }>(
      `insert into backups ${columns} values
       ($1, 'inventory_2026-01-01-0000-' || (select count(*) + 1 from backups where company_id = $1) || '.csv', 'internal', $2, 1, 1, 'x', $3)
       returning id`,
      [company.id, `${company.id}/backups/${randomUUID()}.csv`, randomUUID()],
    )
    return { backup: made?.id ?? '' }
  },
  idOf: { backups: 'backup' },
  bodies: () => ({}),
  tables: {
    backups: {
      own: ['----', '----', 'riud', 'riud'],
      insert: `${columns} values ($1, ${row('999')})`,
      set: `deleted_at = now()`,
    },
  },
}
