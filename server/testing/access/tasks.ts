import type { Given, GivenCompany } from '../given/given.ts'
import type { FeatureAccess } from './access.ts'

/** Rows 28-30 of security.md 2.2. The task belongs to two others; the tests in server/tasks cover own tasks. */
export const tasksAccess: FeatureAccess = {
  // biome-ignore format: aligned so that it reads as a table
  procedures: {
    'tasks.list':      [401, 403, 200, 200, 200, 200],
    'tasks.listFile': [401, 403, 200, 200, 200, 200],
    'tasks.get':       [401, 403, 404, 404, 200, 200],
    'tasks.create':    [401, 403, 403, 201, 201, 201],
    'tasks.update':    [401, 403, 403, 404, 200, 200],
    'taskBatches.write': [401, 403, 403, 200, 200, 200],
    'tasks.remove':    [401, 403, 403, 404, 200, 200],
    'tasks.counts':     [401, 403, 200, 200, 200, 200],
    'tasks.bulkEdit':   [401, 403, 403, 404, 200, 200],
    'tasks.removeMany': [401, 403, 403, 404, 200, 200],
    'taskReports.list':     [401, 403, 404, 404, 200, 200],
    'taskReports.create':   [401, 403, 404, 404, 403, 403],
    'taskReports.takeBack': [401, 403, 404, 404, 404, 404],
    'taskReports.confirm':  [401, 403, 403, 404, 200, 200],
    'taskReports.sendBack': [401, 403, 403, 404, 200, 200],
    'taskItems.list':   [401, 403, 404, 404, 200, 200],
    'taskItems.create': [401, 403, 403, 404, 201, 201],
    'taskItems.tick':   [401, 403, 404, 404, 200, 200],
    'taskItems.remove': [401, 403, 403, 404, 200, 200],
    'taskTemplates.list':   [401, 403, 403, 200, 200, 200],
    'taskTemplates.get':    [401, 403, 403, 200, 200, 200],
    'taskTemplates.create': [401, 403, 403, 201, 201, 201],
    'taskTemplates.update': [401, 403, 403, 403, 200, 200],
    'taskTemplates.remove': [401, 403, 403, 403, 200, 200],
  },
  records: async (given, company) => {
    const person = await newestMember(given, company)
    const { id } = await given.task(company, person, person)
    await given.sql('insert into calendar_events (company_id, task_id) values ($1, $2)', [company.id, id])
    const report = await given.taskReport(company, { id, assigned_to: person.id })
    await given.sql(`insert into task_notices (company_id, task_id, kind, about) values ($1, $2, 'overdue', 'given')`, [
      company.id,
      id,
    ])
    const [item] = await given.sql<{ id: string }>(
      `insert into task_items (company_id, task_id, text) values ($1, $2, 'Clean') returning id`,
      [company.id, id],
    )
    const { id: taskTemplate } = await given.taskTemplate(company, person)
    return { taskTemplate, task: id, assignee: person.id, report: report.id, taskItem: item?.id ?? '' }
  },
  idOf: { tasks: 'task', taskReports: 'task', taskItems: 'task', taskTemplates: 'taskTemplate' },
  words: ({ report = '', taskItem = '' }) => ({ reportId: report, itemId: taskItem }),
  bodies: ({ assignee, task }) => ({
    'tasks.bulkEdit': { selection: { ids: [task] }, field: 'status', value: 'blocked', preview: false },
    'tasks.removeMany': { selection: { ids: [task] } },
    'tasks.create': { title: 'Sweep the floor', assignedTo: assignee },
    'taskBatches.write': { create: [{ title: 'Sweep the floor', assignedTo: assignee }] },
    'tasks.update': { status: 'in_progress' },
    'taskReports.create': { kind: 'done' },
    'taskReports.sendBack': { comment: 'Once more' },
    'taskTemplates.create': { title: 'Clean the filter' },
    'taskTemplates.update': { title: 'Clean both filters' },
    'taskItems.create': { text: 'Sweep' },
    'taskItems.tick': { isDone: true },
  }),
  tables: {
    tasks: {
      own: ['----', '-i--', 'riud', 'riud'],
      insert: `(company_id, title, assigned_by, assigned_to) select $1, 'x', app.user_id(),
               (select user_id from user_roles where company_id = $1 limit 1)`,
      set: `status = 'blocked'`,
    },
    task_items: {
      own: ['----', '----', 'riud', 'riud'],
      insert: `(company_id, task_id, text) select company_id, id, 'x' from tasks where company_id = $1 limit 1`,
      set: 'is_done = true, done_at = now()',
    },
    task_templates: {
      own: ['----', 'ri--', 'riud', 'riud'],
      insert: `(company_id, title, created_by) values ($1, 'x', app.user_id())`,
      set: `title = 'y'`,
    },
    task_reports: {
      own: ['----', '----', 'r---', 'r---'],
      insert: `(company_id, task_id, kind, reported_by) select company_id, id, 'done', app.user_id() from tasks where company_id = $1 limit 1`,
      set: `comment = 'x'`,
    },
    task_notices: {
      own: ['----', '----', 'r---', 'r---'],
      insert: `(company_id, task_id, kind, about) select company_id, id, 'overdue', 'x' from tasks where company_id = $1 limit 1`,
      set: `about = 'y'`,
    },
    calendar_events: {
      own: ['----', '----', 'r---', 'r---'],
      insert: `(company_id, task_id) values ($1, gen_random_uuid())`,
      set: 'is_queued = true',
    },
  },
}

/** A member of the company who sends no requests in these tests; the records of identity create this person. */
export async function newestMember(given: Given, company: GivenCompany): Promise<{ id: string }> {
  const [member] = await given.sql<{ id: string }>(
    'select user_id as id from user_roles where company_id = $1 order by created_at desc, user_id desc limit 1',
    [company.id],
  )
  if (!member) throw new Error('The records of identity come first')
  return member
}
