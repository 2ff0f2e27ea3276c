import type pg from 'pg'
import { type Figures, measureAnswers } from './answers.ts'
import { addOperator, addStaff } from './data.ts'

const people = 300
const days = 730

/** Two years of a company with 300 people: an entry each weekday, every second with a break, a twentieth over midnight. */
async function fill(admin: pg.Client): Promise<string> {
  await addOperator(admin)
  const companyId = await addStaff(admin, 'Shift', 'employee', people)
  // Without the log of 150,000 changes, which nobody reads here.
  await admin.query('alter table time_entries disable trigger user')
  await admin.query(
    `insert into time_entries (company_id, user_id, started_at, ended_at, breaks)
     select $1, w.user_id, s.at, s.at + interval '8 hours 30 minutes',
       case when d % 2 = 0 then tstzmultirange(tstzrange(s.at + interval '4 hours', s.at + interval '4 hours 30 minutes')) else '{}' end
     from (select user_id, row_number() over () as n from user_roles where company_id = $1) w
     cross join generate_series(1, ${days}) d
     cross join lateral (select date_trunc('day', now()) - d * interval '1 day'
       + case when w.n % 20 = 0 then interval '22 hours' else interval '12 hours' end as at) s
     where extract(isodow from s.at) <= 5`,
    [companyId],
  )
  await admin.query('alter table time_entries enable trigger user')
  await admin.query(
    `insert into agreed_hours (company_id, user_id, valid_from, hours_per_week, set_by)
     select $1, user_id, current_date - 800, 40, user_id from user_roles where company_id = $1`,
    [companyId],
  )
  return companyId
}

/** The sheets of 300 people with two years of entries, requested from the product: milliseconds. */
export function measureTimeSheets(): Promise<Figures> {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  return measureAnswers(fill, (base) => ({
    'a week of all': `${base}/time-sheets?from=${day(6)}&to=${day(0)}`,
    'a month of all': `${base}/time-sheets?from=${day(30)}&to=${day(0)}`,
    'a month of all, a year ago': `${base}/time-sheets?from=${day(395)}&to=${day(365)}`,
    'a day of entries': `${base}/time-entries?pageSize=50`,
    'a day of entries, a year ago': `${base}/time-entries?pageSize=50&from=${day(365)}&to=${day(365)}`,
    'a month of entries': `${base}/time-entries?pageSize=50&from=${day(30)}&to=${day(0)}`,
  }))
}
