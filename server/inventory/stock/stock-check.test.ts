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
