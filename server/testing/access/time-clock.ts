import type { FeatureAccess } from './access.ts'
import { newestMember } from './tasks.ts'

/** Rows 31-33 of security.md 2.2. The entry belongs to somebody else; server/time-clock/*.test.ts covers own entries. */
export const timeClockAccess: FeatureAccess = {
  // biome-ignore format: aligned so that it reads as a table
  procedures: {
    'timeEntries.list':     [401, 403, 200, 200, 200, 200],
    'timeEntries.active':   [401, 403, 200, 200, 403, 403],
    'timeEntries.get':      [401, 403, 404, 200, 200, 200],
    'timeEntries.clockIn':  [401, 403, 200, 200, 403, 403],
    'timeEntries.clockOut': [401, 403, 404, 404, 403, 403],
    'timeEntries.update':   [401, 403, 403, 200, 200, 200],
  },
  records: async (given, company) => {
    const entry = await given.timeEntry(company, await newestMember(given, company))
    await given.sql(
      `insert into time_entry_revisions (company_id, entry_id, is_self_edited, reason, old_started_at, new_started_at)
       values ($1, $2, false, 'x', now(), now())`,
      [company.id, entry.id],
    )
    return { timeEntry: entry.id }
  },
  idOf: { timeEntries: 'timeEntry' },
  words: ({ timeEntry = '' }) => ({ entryId: timeEntry }),
  bodies: () => ({ 'timeEntries.update': { notes: 'Inventory', reason: 'Forgotten' } }),
  tables: {
    time_entries: {
      own: ['-i--', 'ri--', 'r---', 'r---'],
      insert: '(company_id, user_id) values ($1, app.user_id())',
      set: 'ended_at = now()',
    },
    time_entry_revisions: {
      own: ['----', 'r---', 'r---', 'r---'],
      insert: `(company_id, entry_id, is_self_edited, reason, old_started_at, new_started_at)
               select $1, id, false, 'x', now(), now() from time_entries where company_id = $1 limit 1`,
      set: `reason = 'y'`,
    },
  },
}
