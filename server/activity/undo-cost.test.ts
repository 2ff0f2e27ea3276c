import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useOwnServer } from '../testing/fixture.ts'
import { signedInAs } from '../testing/postgres/databases.ts'
import { openSession, type Session } from '../testing/session.ts'

// A new database has no statistics, those of an older one know nothing of a new company, and plans are as old as its first rows: a plan that
// expects one row reads all rows for each.

const { server } = useOwnServer()
const records = 600
let session: Session
let plans: string[] = []

beforeAll(async () => {
  const superuser = new pg.Client({ connectionString: signedInAs(server.adminUrl, 'postgres') })
  await superuser.connect()
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '1', // ms; what reads many rows takes longer
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_format': 'json',
  }
  const { rows } = await superuser.query(
    `select 'app_rt_' || oid as login from pg_database where datname = current_database()`,
  )
  for (const [name, value] of Object.entries(settings))
    await superuser.query(`alter role ${rows[0].login} set ${name} = '${value}'`)
  await superuser.end()
  session = await openSession(server, (text) => plans.push(text))
})
afterAll(async () => {
  await session.close()
})

type Step = {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: Step[]
}

const stepsOf = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)]

const rowsReadBy = (step: Step): number =>
  (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Join Filter'] ?? 0)) *
  step['Actual Loops']

/** The steps of the last statements that read more than 30 rows for each record. */
const dearSteps = (): string[] =>
  plans
    .filter((text) => text.includes('plan:'))
    .map((text) => JSON.parse(text.slice(text.indexOf('{'))))
    .flatMap(({ 'Query Text': query, Plan: plan }) => stepsOf(plan).map((step) => ({ step, query })))
    .filter(({ step }) => rowsReadBy(step) > 30 * records)
    .map(({ step, query }) => `${rowsReadBy(step)} rows by ${step['Node Type']} of ${query}`)

/** Another company has more of everything when the statistics are taken. */
async function takeStatistics() {
  const { id } = await server.given.company()
  await server.given.sql(
    `insert into parts (company_id, part_number, name, stock_level, cost) select $1, 'P-' || n, 'Part ' || n, 10, 2 from generate_series(1, 3000) n`,
    [id],
  )
  await server.given.sql('update parts set stock_level = 15, cost = 3 where company_id = $1', [id])
  await server.given.sql('analyze')
}

/** Few rows are left in many pages: a plan takes whatever index seems to save some of them. */
async function takeLargeImportBack() {
  const [large, small] = [await server.given.company(), await server.given.company()]
  const rows = `insert into parts (company_id, part_number, name, stock_level) select $1, 'P-' || n, 'Part ' || n, 10 from generate_series(1, $2::int) n`
  await server.given.sql(rows, [large.id, 12_000])
  await server.given.sql(rows, [small.id, 1])
  await server.given.sql('delete from parts where company_id <> $1', [small.id])
  await server.given.sql('vacuum analyze parts')
}

// A connection that has undone some small changes before uses plans for any values; a new one plans for each.
test.each([
  ['without statistics', 'force_generic_plan', () => undefined],
  ['with statistics from before it began', 'force_generic_plan', takeStatistics],
  ['with such statistics, on a new connection', 'force_custom_plan', takeStatistics],
  ['after a large import that was taken back', 'force_generic_plan', takeLargeImportBack],
])(
  'the first large changes of a company, and their undo, read some rows for each record: %s',
  async (_, mode, prepare) => {
    await prepare()
    const company = await server.given.company()
    const person = await server.given.person('company_operator', company)
    await server.given.sql(`insert into locations (company_id, code, name) values ($1, 'A', 'Shelf A')`, [company.id])
    const change = async (text: string, ...values: unknown[]) => {
      plans = []
      const set = await session.change(person, company, async (query) => {
        await query(`set local client_min_messages = 'log'; set local plan_cache_mode = ${mode}`)
        await query(text, [company.id, ...values])
      })
      expect(dearSteps()).toEqual([])
      return set
    }
    const undo = (set: string | null) => change('select app.undo_change_set($1, $2)', set)
    const create = (first: number, last: number) =>
      change(
        `insert into parts (company_id, part_number, name, stock_level, cost, location)
         select $1, 'P-' || n, 'Part ' || n, 10, 2, 'A' from generate_series($2::int, $3::int) n`,
        first,
        last,
      )
    const receive = () =>
      change('update parts set stock_level = stock_level + 5, cost = cost + 1 where company_id = $1')

    await create(0, 0)
    await undo(await receive())
    const made = await create(1, records)
    expect(plans.length).toBeGreaterThan(0)
    await undo(await undo(await receive()))
    await undo(await change('delete from parts where company_id = $1'))
    await undo(await undo(made))
    const [left] = await server.given.sql<{ parts: number; stock: number }>(
      'select count(*)::int as parts, sum(stock_level)::float as stock from parts where company_id = $1',
      [company.id],
    )
    expect(left).toEqual({ parts: records + 1, stock: 15 * records + 15 })
  },
)
