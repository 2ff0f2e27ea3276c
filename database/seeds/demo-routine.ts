import type pg from 'pg'
import { insertWithLog } from './demo-log.ts'
import { demoCompanies } from './demo-people.ts'
import { demoPictures } from './demo-pictures.ts'

const { north, south } = demoCompanies
const [boss, lead, hand] = ['company-operator@north', 'manager@north', 'employee@north']
const [southLead, southHand] = ['manager@south', 'employee@south']

/** title, description, priority, assigned to, made by, due so many days later, steps, when it comes again and first (SQL, of a day `today`) */
type TemplateRow = [string, string, string, string | null, string, number, string[], object | null, string | null]

const nextMonday = `date_trunc('week', today)::date + 7`
const monthEnd = (months: number) => `(date_trunc('month', today) + interval '${months} months')::date - 1`
const workday = (day: string) => `${day} - greatest(0, extract(isodow from ${day})::int - 5)`

// biome-ignore format: reads as a table
const templates: Record<string, TemplateRow[]> = {
  [north]: [
    ['Clean the coolant tanks', 'Both mills and the turning centre.', 'medium', hand, lead, 1,
      ['Skim the oil', 'Measure the concentration', 'Top up', 'Write the values into the machine book'], { kind: 'weekly', weekdays: [1], every: 1 }, nextMonday],
    ['Count the fasteners', 'Blind, two people, one aisle after the other.', 'high', lead, boss, 0,
      ['Aisle A', 'Aisle B', 'Aisle C', 'Enter the differences'], { kind: 'monthly', on: 'last_workday', every: 1 }, workday(monthEnd(2))],
    ['First day of a new colleague', 'Whoever leads the shift.', 'medium', null, boss, 1,
      ['Safety briefing', 'Locker and shoes', 'Read and confirm the SOPs of the station', 'Introduce the shift'], null, null],
  ],
  [south]: [
    ['Check the forklift', 'Before the first truck.', 'high', southHand, southLead, 0,
      ['Forks and chains', 'Brakes', 'Horn and lights'], { kind: 'days', every: 14 }, 'today + 9'],
  ],
}

/** task, person who ticks, steps; the first so many are done */
const checklists: Record<string, [string, string, string[], number][]> = {
  [north]: [
    [
      'Replace coolant filter on mill 2',
      hand,
      ['Stop the pump and let it drain', 'Change the cartridge', 'Check for leaks', 'Note the hours of the pump'],
      2,
    ],
  ],
}

/** task, report, words, pictures */
const reports: Record<string, [string, string, string, string[]][]> = {
  [north]: [
    [
      'Mend the guard of the band saw',
      'done',
      'Both hinges are new. It closes by itself again.',
      [demoPictures.guard.id],
    ],
  ],
}

/** SOP, person, days ago, minutes until it was finished (null: not yet), note on the whole, steps done, notes by step */
type RunRow = [string, string, number, number | null, string | null, number[], Record<number, string>]

// biome-ignore format: reads as a table
const runs: Record<string, RunRow[]> = {
  [north]: [
    ['Lockout and tagout at the turning centre', lead, 9, 14, null, [0, 1, 2, 3, 4], {}],
    ['Lockout and tagout at the turning centre', hand, 3, 17, 'Ready for the change of the spindle belt.', [0, 1, 2, 3, 4], { 3: 'The valve is stiff; it needs a new seal.' }],
    ['Lockout and tagout at the turning centre', hand, 0, null, null, [0, 1], { 1: 'Program stopped at block 220.' }],
  ],
}

/** What comes again and again: templates, checklists, reports, runs of SOPs and who has read them. */
export async function fillRoutine(client: pg.Client, companyId: string | undefined, company: string): Promise<void> {
  for (const [title, description, priority, doer, maker, days, steps, repeat, first] of templates[company] ?? []) {
    await client.query(
      `insert into task_templates (company_id, title, description, priority, assigned_to, due_days, items, repeat, next_on, created_by)
       select $1, $2, $3, $4, doer.user_id, $7, $8, $9, ${first ?? 'null'}, maker.user_id
       from (select (now() at time zone time_zone)::date as today from companies where id = $1) c
       join profiles maker on maker.email = $6 || '.example' left join profiles doer on doer.email = $5 || '.example'`,
      [companyId, title, description, priority, doer, maker, days, steps, repeat && JSON.stringify(repeat)],
    )
  }
  for (const [task, person, steps, done] of checklists[company] ?? []) {
    await insertWithLog(
      client,
      'task_items',
      `insert into task_items (company_id, task_id, text, position, is_done, done_by, done_at, created_at)
       select $1, t.id, s.text, s.place, s.place <= $5, case when s.place <= $5 then p.user_id end,
         case when s.place <= $5 then now() - interval '1 hour' end, t.created_at
       from tasks t join profiles p on p.email = $3 || '.example' cross join unnest($4::text[]) with ordinality s(text, place)
       where t.company_id = $1 and t.title = $2`,
      [companyId, task, person, steps, done],
    )
  }
  for (const report of reports[company] ?? []) {
    await insertWithLog(
      client,
      'task_reports',
      `insert into task_reports (company_id, task_id, kind, comment, file_ids, reported_by, created_at)
       select $1, t.id, $3, $4, $5, t.assigned_to, now() - interval '50 minutes' from tasks t where t.company_id = $1 and t.title = $2`,
      [companyId, ...report],
    )
  }
  for (const run of runs[company] ?? []) await fillRun(client, companyId, run)
}

async function fillRun(client: pg.Client, companyId: string | undefined, run: RunRow) {
  const [sop, person, ago, minutes, note, done, notes] = run
  const steps = [...new Set([...done, ...Object.keys(notes).map(Number)])].map((number) => ({
    ...{ number, isDone: done.includes(number), note: notes[number] ?? null },
  }))
  await client.query(
    `with about as (select s.id, s.title, v.number, (select count(*) from regexp_matches(v.content, '^- \\[ \\] ', 'gn'))::int as steps, p.user_id,
         now() - $4 * interval '1 day' - interval '40 minutes' as begun
       from sops s join sop_versions v on v.sop_id = s.id join profiles p on p.email = $3 || '.example'
       where s.company_id = $1 and s.title = $2 order by v.number desc limit 1)
     , had_read as (insert into sop_readings (company_id, sop_id, user_id, version, read_at)
       select $1, id, user_id, number, begun - interval '5 minutes' from about on conflict do nothing)
     , made as (insert into sop_runs (company_id, sop_id, sop_version, sop_title, user_id, step_count, note, started_at, finished_at)
       select $1, id, number, title, user_id, steps, $6, begun, begun + $5 * interval '1 minute' from about returning id)
     insert into sop_run_steps (company_id, run_id, number, is_done, note)
     select $1, made.id, t.number, t."isDone", t.note from made cross join jsonb_to_recordset($7::jsonb) t(number int, "isDone" boolean, note text)`,
    [companyId, sop, person, ago, minutes, note, JSON.stringify(steps)],
  )
}
