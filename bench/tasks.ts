import type pg from 'pg'
import { type Figures, measureAnswers } from './answers.ts'
import { addOperator, addStaff } from './data.ts'

const people = 300
const tasks = 100_000

/** A company with 100,000 tasks of 300 people; a third is open. Each complete one was reported done and confirmed. Some have a checklist, a report, a part or a SOP, some people have left. */
async function fill(admin: pg.Client): Promise<string> {
  await addOperator(admin)
  const companyId = await addStaff(admin, 'Works', 'manager', people)
  await admin.query(
    `insert into parts (company_id, part_number, name) select $1, 'P-' || n, 'Part ' || n from generate_series(1, 1000) n`,
    [companyId],
  )
  await admin.query(
    `insert into sops (company_id, title, content) select $1, 'SOP ' || n, 'Text' from generate_series(1, 50) n`,
    [companyId],
  )
  // Without the log of 100,000 changes, which nobody reads here.
  await admin.query('alter table tasks disable trigger user')
  await admin.query(
    `with p as (select array_agg(user_id order by user_id) as ids from user_roles where company_id = $1),
       q as (select array_agg(id order by id) as ids from parts where company_id = $1),
       s as (select array_agg(id order by id) as ids from sops where company_id = $1)
     insert into tasks (company_id, title, description, priority, status, assigned_to, assigned_by, due_on, part_id, sop_id, created_at, completed_at)
     select $1, (array['Clean', 'Check', 'Repair', 'Count', 'Pack'])[1 + n % 5] || ' machine ' || n, 'As agreed',
       (array['low', 'medium', 'high', 'critical'])[1 + (n * 7) % 4],
       case when n % 3 > 0 then 'complete' else (array['not_started', 'not_started', 'in_progress', 'blocked'])[1 + n / 3 % 4] end,
       p.ids[1 + n * 31 % ${people}], p.ids[1 + n * 17 % 20], case when n % 7 > 0 then current_date - 20 + (n * 13) % 60 end,
       case when n % 4 = 0 then q.ids[1 + n % 1000] end, case when n % 6 = 0 then s.ids[1 + n % 50] end, now() - n * interval '10 minutes',
       case when n % 3 > 0 then now() - n * interval '10 minutes' + interval '1 day' end
     from generate_series(1, ${tasks}) n, p, q, s`,
    [companyId],
  )
  await admin.query('alter table tasks enable trigger user')
  await admin.query('alter table task_items disable trigger user')
  await admin.query(
    `insert into task_items (company_id, task_id, text, position)
     select company_id, id, 'Step ' || n, n from (select *, row_number() over (order by id) as place from tasks where company_id = $1) t
     cross join generate_series(1, 4) n where place % 5 = 0`,
    [companyId],
  )
  await admin.query('alter table task_items enable trigger user')
  await admin.query(
    `insert into task_reports (company_id, task_id, kind, reported_by)
     select company_id, id, 'done', assigned_to from (select *, row_number() over (order by id) as place from tasks
       where company_id = $1 and status <> 'complete') t where place % 10 = 0`,
    [companyId],
  )
  await admin.query('alter table task_reports disable trigger user')
  await admin.query(
    `insert into task_reports (company_id, task_id, kind, reported_by, answer, answered_at, answered_by)
     select company_id, id, 'done', assigned_to, 'confirmed', completed_at, assigned_by from tasks where company_id = $1 and status = 'complete'`,
    [companyId],
  )
  await admin.query('alter table task_reports enable trigger user')
  await admin.query(
    `delete from user_roles where company_id = $1 and user_id in (select user_id from user_roles where company_id = $1 order by user_id desc limit 5)`,
    [companyId],
  )
  return companyId
}

/** The caller becomes a manager, the one who has given most tasks; a manager may read the tasks they give and do. */
async function becomeManager(admin: pg.Client, companyId: string): Promise<void> {
  await admin.query(
    `update sessions set user_id = (select assigned_by from tasks where company_id = $1 group by assigned_by order by count(*) desc limit 1)
     where name = 'bench'`,
    [companyId],
  )
}

/** No part has this id, so the search finds nothing: its time is that of searching alone. */
const companyId = (base: string) => base.split('/').at(-1)

const columns = ['not_started', 'in_progress', 'blocked', 'complete']

/** Lists, board, counters and Needs You of 100,000 tasks. */
export const measureTasks = (): Promise<Figures> =>
  measureAnswers(
    fill,
    (base) => ({
      list: `${base}/tasks`,
      'list by assignee': `${base}/tasks?sort=assigneeName&order=asc`,
      'list by priority': `${base}/tasks?sort=priority`,
      'list by due date': `${base}/tasks?sort=dueOn&order=asc&status=open`,
      'list by urgency': `${base}/tasks?sort=urgency&order=asc`,
      'list by title': `${base}/tasks?sort=title&order=asc`,
      'list by status': `${base}/tasks?sort=status`,
      'list by completion': `${base}/tasks?sort=completedAt`,
      overdue: `${base}/tasks?status=overdue`,
      'reported done': `${base}/tasks?report=done`,
      'reports to answer': `${base}/tasks?report=waiting`,
      'needs you': `${base}/dashboard/needs`,
      'of people who left': `${base}/tasks?left=true&status=open`,
      'search, a frequent word': `${base}/tasks?q=repair`,
      'search, a rare one': `${base}/tasks?q=${encodeURIComponent('machine 4711')}`,
      'tasks of a part': `${base}/tasks?linkedTo=${companyId(base)}`,
      'last page': `${base}/tasks?page=1800`,
      ...Object.fromEntries(
        columns.map((column) => [`board: ${column}`, `${base}/tasks?column=${column}&pageSize=25`]),
      ),
      ...Object.fromEntries(
        columns
          .slice(0, 2)
          .map((column) => [
            `board by priority: ${column}`,
            `${base}/tasks?column=${column}&pageSize=25&sort=priority`,
          ]),
      ),
      counters: `${base}/task-counts`,
      dashboard: `${base}/dashboard`,
    }),
    {
      become: becomeManager,
      paths: (base) => ({
        'manager: list': `${base}/tasks?scope=team`,
        'manager: list by due date': `${base}/tasks?scope=team&sort=dueOn&order=asc&status=open`,
        'manager: list by urgency': `${base}/tasks?scope=team&sort=urgency&order=asc`,
        'manager: board': `${base}/tasks?scope=team&column=in_progress&pageSize=25`,
        'manager: mine': `${base}/tasks?scope=mine&status=open`,
        'manager: counters': `${base}/task-counts`,
        'manager: needs you': `${base}/dashboard/needs`,
      }),
    },
  )
