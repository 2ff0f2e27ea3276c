import { beforeAll, beforeEach, expect, test } from 'vitest'
import { useOwnServer } from '../testing/fixture.ts'
import { makeGauges } from '../testing/gauges.ts'
import { openSession, type Session } from '../testing/session.ts'

// A table created in this test gets undo by its line in the registry alone.

const { server, company, operator } = useOwnServer()
let session: Session
beforeAll(async () => {
  await makeGauges(server)
})
beforeEach(async () => {
  session = await openSession(server)
  return () => session.close()
})

/** Changes the tables as one user in one change set. @returns its id */
const change = (...statements: [string, ...unknown[]][]) =>
  session.change(operator.person, company, async (query) => {
    for (const [text, ...values] of statements) await query(text, values)
  })
const undo = async (id: string | null) =>
  (await operator.post(`/api/companies/${company.id}/change-sets/${id}/undo`, {})).json()
const gauges = () => server.given.sql('select * from gauges where company_id = $1 order by number', [company.id])
const readings = () =>
  server.given.sql('select * from gauge_readings where company_id = $1 order by reading', [company.id])

const insert = 'insert into gauges (company_id, number, name, range, tags) values ($1, $2, $3, $4, $5)'
const make = (number: string): [string, ...unknown[]] => [insert, company.id, number, 'Dial', { max: 10 }, ['a b', 'c']]

test('an undo deletes created records, restores changed fields and brings deleted records back', async () => {
  const made = await change(make('G-1'))
  const before = await gauges()
  const changed = await change([
    `update gauges set name = 'Clock', range = '{"max": 20, "unit": "bar"}', tags = '{}' where company_id = $1`,
    company.id,
  ])
  expect(await undo(changed)).toMatchObject({ restored: 1, conflicts: [] })
  expect(await gauges()).toEqual([{ ...before[0], version: 3, updated_at: expect.anything() }])
  const [asItWas] = await gauges()
  const deleted = await change(['delete from gauges where company_id = $1', company.id])
  expect(await undo(deleted)).toMatchObject({ restored: 1, conflicts: [] })
  expect(await gauges()).toEqual([asItWas])
  await change([`update gauges set name = 'Mine' where company_id = $1`, company.id])
  expect(await undo(made)).toMatchObject({ restored: 0, conflicts: [{ entityType: 'gauge', code: 'changed_since' }] })
  const other = await change(make('G-2'))
  expect(await undo(other)).toMatchObject({ restored: 1, conflicts: [] })
  expect(await gauges()).toHaveLength(1)
})

test('rows that belong to a record are deleted, kept and brought back with it', async () => {
  const made = await change(make('G-1'), [
    'insert into gauge_readings (company_id, gauge_id, reading) select $1, id, 1 from gauges where company_id = $1',
    company.id,
  ])
  const later = await change([
    'insert into gauge_readings (company_id, gauge_id, reading) select $1, id, 2 from gauges where company_id = $1',
    company.id,
  ])
  expect(await undo(made)).toMatchObject({
    conflictCount: 1,
    conflicts: [{ entityName: 'Dial', code: 'changed_since' }],
  })
  expect(await readings()).toMatchObject([{ reading: '1' }, { reading: '2' }])
  const all = [await gauges(), await readings()]
  const gone = await change(
    ['delete from gauge_readings where company_id = $1', company.id],
    ['delete from gauges where company_id = $1', company.id],
  )
  expect(await undo(gone)).toMatchObject({ restored: 1, conflictCount: 0 })
  expect([await gauges(), await readings()]).toEqual(all)
  await undo(later)
  expect(await undo(made)).toMatchObject({ conflictCount: 0 })
  expect([await gauges(), await readings()]).toEqual([[], []])
})

test('obstacles are described by the columns that the table registers', async () => {
  const part = await server.given.part(company, { part_number: 'P-1', name: 'Bolt' })
  const linked = 'update gauges set part_id = $2 where company_id = $1 and number = $3'
  await change(make('G-1'), make('G-2'), [linked, company.id, part.id, 'G-2'])
  const gone = await change(['delete from gauges where company_id = $1', company.id])
  await change(make('G-1'))
  await operator.delete(`/api/companies/${company.id}/parts/${part.id}`)
  const { conflicts } = await undo(gone)
  expect(conflicts.map(({ reason }: { reason: string }) => reason).sort()).toEqual([
    'It needs P-1 Bolt, which is gone',
    'Its number or name is used by G-1 Dial now',
  ])
  expect(await gauges()).toHaveLength(1)
})

test('a record comes back before those that refer to it', async () => {
  const wrong = await server.given.sql(
    `select t.table_name as one, o.table_name as refers_to from app.tenant_tables t
     join pg_constraint c on c.contype = 'f' and c.conrelid = t.table_name::regclass
     join app.tenant_tables o on c.confrelid = o.table_name::regclass
     where o.table_name <> t.table_name and (not o.comes_first, o.undo_order) >= (not t.comes_first, t.undo_order)`,
  )
  expect(wrong).toEqual([])
})
