import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'

const { server } = useServer()
let other: pg.Client
beforeAll(async () => {
  other = new pg.Client({ connectionString: server.adminUrl })
  await other.connect()
})
afterAll(async () => {
  await other.end()
})

test.each([
  ['whose role was lowered', 403, `update user_roles set role = 'employee' where company_id = $1`],
  ['who was removed', 403, 'delete from user_roles where company_id = $1'],
  [
    'whose session was ended',
    401,
    'delete from sessions where user_id in (select user_id from user_roles where company_id = $1)',
  ],
  ['of a company that was sold', 404, `update companies set status = 'sold' where id = $1`],
])('the import of somebody %s half-way is rolled back (T85)', async (_who, status, loss) => {
  const company = await server.given.company()
  const operator = await server.signIn('company_operator', company)
  const part = await server.given.part(company, { part_number: 'A', name: 'Nut' })
  const path = `/api/companies/${company.id}/imports`
  const { id } = (await operator.post(path, 'Part Number,Name\nA,Bolt\nB,New\n', { 'content-type': 'text/csv' })).json()
  await other.query('begin')
  await other.query('select from parts where id = $1 for update', [part.id])
  const commit = operator.post(`${path}/${id}/commit`, {})
  await wait(500) // longer than requests that count as short
  await server.given.sql(loss, [company.id])
  await other.query('commit')
  expect((await commit).statusCode).toBe(status)
  const parts = await server.given.sql('select part_number, name from parts where company_id = $1', [company.id])
  expect(parts).toEqual([{ part_number: 'A', name: 'Nut' }])
  expect(await server.given.sql('select status from imports where id = $1', [id])).toEqual([{ status: 'previewed' }])
})
