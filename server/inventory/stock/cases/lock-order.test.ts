import { expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'
import { stockOf } from '../../../testing/stock.ts'

// Everybody locks parts, then assemblies, then products, each in the order of their ids, and places after them: two who lock in another order deadlock.
const { server, company, operator } = useServer()
const { path, moved, place, post } = stockOf({ company, operator })
type Row = { table: string; id: string }

/** Does something while another transaction holds a record, and says whether a second record is free while it waits. */
async function isFreeDuring(act: () => Promise<{ statusCode: number; body: string }>, held: Row, other: Row) {
  const admin = await server.adminClient()
  await admin.query('begin')
  await admin.query(`select from ${held.table} where id = $1 for no key update`, [held.id])
  const acting = act()
  const waiting = 'select pid from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))'
  await expect.poll(async () => (await admin.query(waiting)).rowCount).toBe(1)
  const { rows } = await admin.query(`select from ${other.table} where id = $1 for key share skip locked`, [other.id])
  const changed = await admin.query(`select from ${other.table} where id = $1 for no key update skip locked`, [
    other.id,
  ])
  await admin.query('commit')
  await admin.end()
  const answer = await acting
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return [rows.length, changed.rowCount].every((count) => count === 1)
}

/** Two parts; what reads them as they lie meets the second one first. */
async function twoParts(fields: Record<string, unknown> = {}) {
  const [first, second] = [await server.given.part(company, fields), await server.given.part(company, fields)]
  await server.given.sql(`update parts set supplier_name = 'Moved behind the other' where id = $1`, [first.id])
  return [
    { table: 'parts', id: first.id },
    { table: 'parts', id: second.id },
  ] as const
}
const undo = (changeSetId: string) => operator.post(path(`change-sets/${changeSetId}/undo`), {})

test('a place that gets another code locks its items in their order', async () => {
  const { id } = await place('RACK-1')
  const [first, second] = await twoParts({ location: 'RACK-1' })
  const rename = () => operator.patch(path(`locations/${id}`), { code: 'RACK-2' }, { 'if-match': '*' })
  expect(await isFreeDuring(rename, first, second)).toBe(true)
})

test('a batch locks its records in their order, and writes them in its own', async () => {
  const [first, second] = await twoParts()
  const update = [second, first].map(({ id }) => ({ id, version: null, supplierName: 'Fittings' }))
  expect(await isFreeDuring(() => operator.post(path('parts/batch'), { update }), first, second)).toBe(true)
})

test('a document locks parts, assemblies and products, each in the order of their ids, whatever the order of its lines', async () => {
  const parts = await twoParts()
  const [assembly, product] = [await server.given.assembly(company), await server.given.product(company)]
  const rows = [...parts, { table: 'assemblies', id: assembly.id }, { table: 'products', id: product.id }]
  for (const [at, held] of rows.slice(0, -1).entries()) {
    const other = rows[at + 1] as Row
    const lines = [other, held].map(({ id }) => ({ itemId: id, quantity: 1 }))
    expect([at, await isFreeDuring(() => post(lines), held, other)]).toEqual([at, true])
  }
})

test('an undo locks items before the place that it takes back', async () => {
  const { id } = await server.given.part(company, { location: 'RACK-3', stock_level: 5 })
  const made = await place('RACK-3')
  expect(
    await isFreeDuring(() => undo(made.changeSetId), { table: 'parts', id }, { table: 'locations', id: made.id }),
  ).toBe(true)
})

test('an undo locks assemblies before products, as a posting does', async () => {
  const [assembly, product] = [await server.given.assembly(company), await server.given.product(company)]
  const [{ changeSetId }] = await moved([assembly, product].map(({ id }) => ({ itemId: id, quantity: 2 })))
  const [held, other] = [
    { table: 'assemblies', id: assembly.id },
    { table: 'products', id: product.id },
  ]
  expect(await isFreeDuring(() => undo(changeSetId), held, other)).toBe(true)
})

test('a bill of materials with a part in metres does not wait for who moves the part', async () => {
  const part = await server.given.part(company, { unit: 'm', decimals: 2 })
  const { id } = await server.given.assembly(company)
  const admin = await server.adminClient()
  await admin.query('begin')
  await admin.query('select from parts where id = $1 for no key update', [part.id])
  const components = [{ type: 'part', id: part.id, quantity: 0.35 }]
  expect((await operator.patch(path(`assemblies/${id}`), { components })).statusCode).toBe(200)
  await admin.query('rollback')
  await admin.end()
})
