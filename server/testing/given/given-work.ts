// biome-ignore lint/suspicious/noExplicitAny: rows as PostgreSQL returns them
type Insert = (table: string, row: Record<string, unknown>) => Promise<any>

/** Situations of tasks and the time clock. */
export const givenWork = (insert: Insert, next: () => number) => ({
  /** The assignee `to` must belong to the company when the task is created. */
  task: (company: { id: string }, to: { id: string }, by: { id: string }, fields: Record<string, unknown> = {}) =>
    insert('tasks', {
      company_id: company.id,
      title: `Task ${next()}`,
      assigned_to: to.id,
      assigned_by: by.id,
      ...fields,
    }),

  taskTemplate: (company: { id: string }, by: { id: string }, fields: Record<string, unknown> = {}) =>
    insert('task_templates', { company_id: company.id, title: `Template ${next()}`, created_by: by.id, ...fields }),

  /** The last report of a task, by its assignee: done, and not answered. */
  taskReport: (
    company: { id: string },
    task: { id: string; assigned_to: string },
    fields: Record<string, unknown> = {},
  ) =>
    insert('task_reports', {
      company_id: company.id,
      task_id: task.id,
      kind: 'done',
      reported_by: task.assigned_to,
      ...fields,
    }),

  /** By default exactly an hour, two hours ago. */
  timeEntry(company: { id: string }, person: { id: string }, fields: Record<string, unknown> = {}) {
    const now = Date.now()
    const times = { started_at: new Date(now - 7_200_000), ended_at: new Date(now - 3_600_000) }
    return insert('time_entries', { company_id: company.id, user_id: person.id, ...times, ...fields })
  },

  /** By default a removal of the entry that waits for a decision. */
  timeProposal: (
    company: { id: string },
    person: { id: string },
    entry: { id: string },
    fields: Record<string, unknown> = {},
  ) =>
    insert('time_proposals', {
      company_id: company.id,
      user_id: person.id,
      entry_id: entry.id,
      kind: 'remove',
      reason: 'Pressed by mistake',
      ...fields,
    }),

  /** By default through a version with two steps. */
  sopRun: (
    company: { id: string },
    person: { id: string },
    sop: { id: string },
    fields: Record<string, unknown> = {},
  ) =>
    insert('sop_runs', {
      company_id: company.id,
      ...{ user_id: person.id, sop_id: sop.id, sop_version: 1, sop_title: 'Assemble', step_count: 2 },
      ...fields,
    }),

  /** Locks days, both included, as UTC. */
  timeLock: (company: { id: string }, person: { id: string }, from: string, to: string) =>
    insert('time_locks', {
      company_id: company.id,
      ...{ from_on: from, to_on: to, time_zone: 'UTC', locked_by: person.id },
      ...{ starts_at: `${from}T00:00:00Z`, ends_at: new Date(Date.parse(`${to}T00:00:00Z`) + 86_400_000) },
    }),
})
