import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { useOwnServer } from '../../testing/fixture.ts'
import { useJobs } from '../../testing/jobs.ts'
import { stockJobs } from './stock-check.ts'

const { server, company, operator } = useOwnServer()
const jobs = useJobs(() => server)

/** `npm run stock:check` on this database. */
const check = () =>
  promisify(execFile)(process.execPath, [fileURLToPath(new URL('../../stock-check.ts', import.meta.url))], {
    env: { ...process.env, DATABASE_URL: server.adminUrl, LOG_LEVEL: 'error' },
  }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout, stderr }) => ({ code, stdout: `${stdout}${stderr}` }),
  )

test('the command and the job of the night find a stock that differs from its movements', async () => {
  const part = await server.given.part(company, { part_number: 'P-77', stock_level: 5, cost: 2 })
  expect(await check()).toEqual({ code: 0, stdout: 'The stock of every item is the sum of its movements.\n' })

  await server.given.sql('alter table parts disable trigger stock_update')
  await server.given.sql('update parts set stock_level = 6 where id = $1', [part.id])
  await server.given.sql('alter table parts enable trigger stock_update')
  const { code, stdout } = await check()
  expect(code).toBe(1)
  expect(stdout).toContain(', P-77: its stock level is 6, the ledger has 5\n')

  const due = (await jobs.asked(company.id, stockJobs.schedules[0])).filter(
    ({ payload }) => payload.companyId === company.id,
  )
  expect(due).toHaveLength(1)
  const handlers = stockJobs.handlers.map((each) => ({ ...each, kind: { ...each.kind, retryLimit: 0 } }))
  await jobs.settle(handlers)
  await jobs.asking(operator, company.id, async (db, enqueue) => {
    for (const { kind, payload } of due) await enqueue(db, kind, payload)
  })
  await jobs.work(handlers)
  const [row] = await jobs.until({ name: 'stock-check' }, ({ state }) => state === 'failed')
  expect(row?.output?.message).toBe(
    'The stock differs from its movements. P-77: its stock level is 6, the ledger has 5',
  )
})

/** Breaks the law of one item of 5 that are worth 10, behind the back of the triggers. `$id`: of the item */
async function broken(number: string, ...statements: string[]) {
  const { id } = await server.given.part(company, { part_number: number, stock_level: 5, cost: 2 })
  const triggers = (state: string) =>
    ['parts', 'stock_items', 'stock_balances'].map((table) => `alter table ${table} ${state} trigger user`)
  const texts = [...triggers('disable'), ...statements, ...triggers('enable')].join('; ').replaceAll('$id', `'${id}'`)
  await server.given.sql(`do $$ begin ${texts}; end $$`)
}

/** @param rows '(delta, balance, value, value_after), ...' */
const posted = (rows: string) =>
  `insert into stock_movements (company_id, item_id, item_type, reason, variance, change_set_id, delta, balance, value, value_after)
   select p.company_id, p.id, 'part', 'other', 0, uuidv7(), m.* from parts p cross join (values ${rows}) m where p.id = $id`

test('whatever differs is named: stock, sums, values, places, and movements that do not follow one another', async () => {
  const stockIs = (set: string) => `update stock_items set ${set} where item_id = $id`
  const levelIs = (stock: number) => `update parts set stock_level = ${stock} where id = $id`
  await broken('EMPTY', posted('(-5, 0, -9, 1)'), stockIs('on_hand = 0, value = 1'), levelIs(0))
  await broken('GAP', posted('(1, 7, 0, 10), (-1, 5, 0, 10)'))
  await broken('GONE', 'delete from parts where id = $id')
  await broken(
    'PLACE',
    `insert into stock_balances (company_id, item_id, lot_number, quantity) values ('${company.id}', $id, 'L1', 1)`,
  )
  await broken('STEP', posted('(1, 6, 2, 13), (-1, 5, -2, 10)'))
  await broken('SUM', stockIs('on_hand = 6'), levelIs(6))
  await broken('VALUE', stockIs('value = 11'))
  const { code, stdout } = await check()
  const lines = stdout.split('\n').filter((line) => line.startsWith(`${company.name}, `))
  expect([code, lines.map((line) => line.slice(company.name.length + 2)).toSorted()]).toEqual([
    1,
    [
      'EMPTY: nothing is on hand, and it is worth 1',
      'GAP: a movement does not begin where the one before ended',
      'PLACE: its movements at one place, of one lot, add up to 0, the ledger has 1 there',
      'STEP: a movement does not begin with the value that the one before left',
      'SUM: its movements add up to 5, the ledger has 6',
      'VALUE: the values of its movements add up to 10, the ledger has 11',
      'a deleted item: its stock level is 0, the ledger has 5',
    ],
  ])
})
