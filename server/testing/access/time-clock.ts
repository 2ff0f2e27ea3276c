import type { FeatureAccess } from './access.ts'
import { newestMember } from './tasks.ts'

let days = 0

/** A day that no question has locked yet. */
function nextDay() {
  days += 1
  const on = new Date(Date.UTC(1800, 0, days)).toISOString().slice(0, 10)
  return { fromOn: on, toOn: on }
}

const day = { from: '2020-01-01', to: '2020-01-01' }

/** Rows 31-33 of security.md 2.2. The entry belongs to somebody else; server/time-clock/*.test.ts covers own entries. */
export const timeClockAccess: FeatureAccess = {
  // biome-ignore format: aligned so that it reads as a table
  procedures: {
    'timeEntries.list':     [401, 403, 200, 200, 200, 200],
    'timeEntries.listFile': [401, 403, 200, 200, 200, 200],
    'timeEntries.active':   [401, 403, 200, 200, 403, 403],
    'timeEntries.get':      [401, 403, 404, 200, 200, 200],
    'timeEntries.clockIn':  [401, 403, 200, 200, 403, 403],
    'timeEntries.clockOut': [401, 403, 404, 404, 403, 403],
    'timeEntries.takeBreak': [401, 403, 404, 404, 403, 403],
    'timeEntries.present':  [401, 403, 200, 200, 200, 200],
    'timeEntries.create':   [401, 403, 403, 201, 201, 201],
    'timeEntries.remove':   [401, 403, 403, 200, 200, 200],
    'timeEntries.restore':  [401, 403, 403, 200, 200, 200],
    'timeEntries.update':   [401, 403, 403, 200, 200, 200],
    'timeProposals.list':     [401, 403, 200, 200, 200, 200],
    'timeProposals.propose':  [401, 403, 404, 404, 403, 403],
    'timeProposals.withdraw': [401, 403, 404, 404, 403, 403],
    'timeProposals.decide':   [401, 403, 403, 200, 200, 200],
    'timeSheets.get':         [401, 403, 200, 200, 200, 200],
    'timeSheets.download':    [401, 403, 200, 200, 200, 200],
    'timeLocks.list':         [401, 403, 200, 200, 200, 200],
    'timeLocks.lock':         [401, 403, 403, 403, 201, 201],
    'timeLocks.unlock':       [401, 403, 403, 403, 200, 200],
    'agreedHours.list':       [401, 403, 200, 200, 200, 200],
    'agreedHours.agree':      [401, 403, 403, 403, 200, 200],
  },
  records: async (given, company) => {
    const member = await newestMember(given, company)
    const entry = await given.timeEntry(company, member)
    await given.sql(
      `insert into time_entry_revisions (company_id, entry_id, is_self_edited, reason, old_started_at, new_started_at)
       values ($1, $2, false, 'x', now(), now())`,
      [company.id, entry.id],
    )
    const proposal = await given.timeProposal(company, member, entry)
    const lock = await given.timeLock(company, member, '2001-01-01', '2001-01-31')
    await given.sql(
      'insert into agreed_hours (company_id, user_id, valid_from, hours_per_week, set_by) values ($1, $2, $3, 40, $2)',
      [...[company.id, member.id, '2001-01-01']],
    )
    return { timeEntry: entry.id, timeProposal: proposal.id, timeLock: lock.id, worker: member.id }
  },
  idOf: { timeEntries: 'timeEntry', timeProposals: 'timeProposal', timeLocks: 'timeLock' },
  words: ({ timeEntry = '', timeProposal = '', worker = '' }) => ({
    proposalId: timeProposal,
    entryId: timeEntry,
    userId: worker,
    sheet: 'time-sheet.csv',
  }),
  queries: () => ({ 'timeSheets.get': day, 'timeSheets.download': day }),
  bodies: ({ worker, timeEntry }) => ({
    'timeEntries.takeBreak': { isStart: true },
    'timeEntries.create': {
      userId: worker,
      startedAt: '2020-01-01T08:00:00Z',
      endedAt: '2020-01-01T09:00:00Z',
      reason: 'x',
    },
    'timeEntries.remove': { reason: 'Pressed by mistake' },
    'timeEntries.restore': { reason: 'It was right' },
    'timeEntries.update': { notes: 'Inventory', reason: 'Forgotten' },
    'timeProposals.propose': { kind: 'remove', entryId: timeEntry, reason: 'x' },
    'timeProposals.decide': { isAccepted: false, answer: 'No' },
    'timeLocks.lock': nextDay(),
    'timeLocks.unlock': { reason: 'x' },
    'agreedHours.agree': { validFrom: '2003-01-01', hoursPerWeek: 38.5 },
  }),
  tables: {
    time_entries: {
      own: ['----', 'r---', 'r---', 'r---'],
      insert: '(company_id, user_id) values ($1, app.user_id())',
      set: 'ended_at = now()',
    },
    time_entry_revisions: {
      own: ['----', 'r---', 'r---', 'r---'],
      insert: `(company_id, entry_id, is_self_edited, reason, old_started_at, new_started_at)
               select $1, id, false, 'x', now(), now() from time_entries where company_id = $1 limit 1`,
      set: `reason = 'y'`,
    },
    time_proposals: {
      own: ['----', 'r---', 'r---', 'r---'],
      insert: `(company_id, user_id, kind, reason) values ($1, app.user_id(), 'add', 'x')`,
      set: `status = 'accepted'`,
    },
    time_locks: {
      own: ['r---', 'r---', 'r---', 'r---'],
      insert: `(company_id, from_on, to_on, time_zone, starts_at, ends_at, locked_by)
               values ($1, '2001-01-01', '2001-01-02', 'UTC', now(), now(), app.user_id())`,
      set: `unlocked_at = now()`,
    },
    agreed_hours: {
      own: ['----', 'r---', 'r---', 'r---'],
      insert: `(company_id, user_id, valid_from, hours_per_week, set_by) values ($1, app.user_id(), '2001-01-01', 1, app.user_id())`,
      set: `hours_per_week = 1`,
    },
  },
}
