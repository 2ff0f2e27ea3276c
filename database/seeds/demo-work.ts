import type pg from 'pg'
import { insertWithLog } from './demo-log.ts'
import { demoCompanies } from './demo-people.ts'

/** title, description, priority, status, assigned to, assigned by, due in days from today */
type TaskRow = [string, string | null, string, string, string, string, number | null]

/** person, days ago, start and end by the company's clock, notes; without an end they have been clocked in for some hours */
type EntryRow = [string, number, string, string | null, string | null]

const { sbr, north, south } = demoCompanies
const [firm, boss, lead, hand] = ['operator@sbr', 'company-operator@north', 'manager@north', 'employee@north']
const [southBoss, southLead, southHand] = ['company-operator@south', 'manager@south', 'employee@south']

// biome-ignore format: reads as a table
const tasks: Record<string, TaskRow[]> = {
  [north]: [
    ['Replace coolant filter on mill 2', 'Pressure drops after an hour of work. Filters are in A3-11.', 'critical', 'in_progress', hand, lead, 1],
    ['Recalibrate the hydraulic press', 'The certificate runs out at the end of the month.', 'high', 'not_started', hand, lead, 6],
    ['Count fasteners in aisle B', 'Blind count; enter the result in Parts.', 'medium', 'not_started', hand, boss, 3],
    ['Quote for 200 valve blocks', 'Waiting for the price of the castings from Great Lakes Metals.', 'high', 'blocked', lead, boss, -2],
    ['Label the new cylinder racks', null, 'low', 'complete', hand, lead, -5],
    ['Plan the shifts of next week', null, 'medium', 'in_progress', lead, boss, 2],
    ['Train the late shift on the new torque wrenches', 'Two groups, half an hour each.', 'low', 'not_started', lead, boss, null],
    ['Mend the guard of the band saw', 'The lower hinge is torn; a new one lies in A2-04.', 'high', 'in_progress', hand, lead, 1],
    ['Return the damaged pallet to Summit Fasteners', 'Photos were sent; they ask for the delivery note.', 'medium', 'blocked', hand, lead, 4],
  ],
  [south]: [
    ['Restock terminal blocks at the counter', 'Minimum is 20 of each colour.', 'medium', 'not_started', southHand, southLead, 1],
    ['Check the expiry dates of sealants', null, 'high', 'in_progress', southHand, southLead, 0],
    ['Renew the forklift inspection', 'Book with the inspector before the plate runs out.', 'critical', 'not_started', southLead, southBoss, 5],
    ['Sort returned sensor cables', null, 'low', 'complete', southHand, southLead, -3],
  ],
  [sbr]: [
    ['Review the insurance of both warehouses', 'The broker needs the inventory values of October.', 'high', 'in_progress', firm, firm, 9],
    ['Order asset tags for the new laptops', null, 'low', 'complete', firm, firm, -4],
  ],
}

// biome-ignore format: reads as a table
const entries: Record<string, EntryRow[]> = {
  [north]: [
    [lead, 0, '', null, null],
    [lead, 1, '07:02', '15:41', null],
    [lead, 2, '06:58', '16:04', 'Stayed for the delivery'],
    [lead, 3, '07:05', '15:30', null],
    [lead, 4, '07:00', '15:33', null],
    [hand, 1, '07:11', '12:03', null],
    [hand, 1, '12:34', '15:48', null],
    [hand, 2, '07:04', '15:35', null],
    [hand, 3, '07:20', '15:50', null],
    [hand, 4, '22:00', '05:58', 'Night shift: mill 2'],
    [hand, 6, '07:01', '13:15', null],
  ],
  [south]: [
    [southHand, 0, '', null, null],
    [southHand, 1, '08:03', '16:31', null],
    [southHand, 2, '08:00', '16:28', null],
    [southLead, 1, '07:45', '16:50', null],
    [southLead, 2, '07:51', '17:02', null],
    [southLead, 3, '07:48', '16:45', null],
  ],
}

/** Who was at work before that, on most weekdays of three months. */
const crews: Record<string, string[]> = { [north]: [lead, hand], [south]: [southLead, southHand] }

/** Tasks in all states, and time entries counted back from today, so that the demo is never out of date. */
export async function fillWork(client: pg.Client, companyId: string | undefined, company: string): Promise<void> {
  await fillTasks(client, companyId, company)
  // A shift that ends before it starts ends on the next day.
  await client.query(
    `with e as (select ${cell('person', 0)}, ${cell('ago', 1, 'int')}, ${cell('starts', 2)}, ${cell('ends', 3)}, ${cell('notes', 4)}
       from jsonb_array_elements($2::jsonb) r(cells))
     , days as (select e.*, p.user_id, c.time_zone, (now() at time zone c.time_zone)::date - e.ago as day
       from e join companies c on c.id = $1 join profiles p on p.email = e.person || '.example')
     insert into time_entries (company_id, user_id, started_at, ended_at, notes)
     select $1, user_id, case when ends is null then now() - interval '2 hours 12 minutes' else (day + starts::time) at time zone time_zone end,
       (day + ends::time + case when ends < starts then interval '1 day' else interval '0' end) at time zone time_zone, notes
     from days`,
    [companyId, JSON.stringify(entries[company] ?? [])],
  )
  await client.query(
    `insert into time_entries (company_id, user_id, started_at, ended_at)
     select $1, p.user_id, (day + time '07:00' + early) at time zone c.time_zone, (day + time '15:30' + late) at time zone c.time_zone
     from companies c cross join generate_series(8, 90) ago cross join unnest($2::text[]) with ordinality w(person, place)
     join profiles p on p.email = w.person || '.example'
     cross join lateral (select (now() at time zone c.time_zone)::date - ago as day, ago * 7 % 19 * interval '1 minute' as early,
       ago * (10 + place) % 23 * interval '1 minute' as late) d
     where c.id = $1 and extract(isodow from day) < 6 and (ago + place) % 11 <> 0`,
    [companyId, crews[company] ?? []],
  )
}

/** A column of a row that was sent as JSON. */
const cell = (name: string, index: number, type = 'text') => `(r.cells ->> ${index})::${type} as ${name}`

/** Tasks of the last days, with the log of their creation. */
const fillTasks = (client: pg.Client, companyId: string | undefined, company: string): Promise<void> =>
  insertWithLog(
    client,
    'tasks',
    `with t as (select ${cell('title', 0)}, ${cell('description', 1)}, ${cell('priority', 2)}, ${cell('status', 3)},
         ${cell('doer', 4)}, ${cell('giver', 5)}, ${cell('days', 6, 'int')}, r.place
       from jsonb_array_elements($2::jsonb) with ordinality r(cells, place))
     insert into tasks (company_id, title, description, priority, status, assigned_to, assigned_by, due_on, created_at)
     select $1, t.title, t.description, t.priority, t.status, doer.user_id, giver.user_id,
       (now() at time zone c.time_zone)::date + t.days, now() - t.place * interval '7 hours'
     from t join companies c on c.id = $1
     join profiles doer on doer.email = t.doer || '.example' join profiles giver on giver.email = t.giver || '.example'`,
    [companyId, JSON.stringify(tasks[company] ?? [])],
  )
