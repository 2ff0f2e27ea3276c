import { beforeEach, expect, test } from 'vitest'
import { type Client, useServer } from '../testing/fixture.ts'

const { server, company, employee } = useServer()
let firm: Client
beforeEach(async () => {
  firm = await server.signIn('sbr_operator', await server.given.firm())
  expect((await employee.post(path('/clock-in'), {})).statusCode).toBe(200)
})

const path = (rest = '') => `/api/companies/${company.id}/time-entries${rest}`
const person = () => `/api/people/${employee.person.id}`

async function entryAsSeen() {
  const [row] = await server.given.sql<{ id: string }>('select id from time_entries where company_id = $1', [
    company.id,
  ])
  return (await firm.get(path(`/${row?.id}`))).json()
}

const closed = (reason: string) => ({
  ...{ isEndedBySystem: true, isEdited: false, endedAt: expect.any(String) },
  revisions: [{ reason, isBySystem: true, editorName: null, isSelfEdited: false, oldEndedAt: null }],
})

test('losing access closes the open entry, by the system (security.md 2.3)', async () => {
  await firm.delete(`/api/companies/${company.id}/members/${employee.person.id}`)
  expect(await entryAsSeen()).toMatchObject(closed('Access was removed'))
})

test('deleting the person closes the open entry', async () => {
  await firm.delete(person())
  expect(await entryAsSeen()).toMatchObject(closed('Access was removed'))
})

test('changing the role closes the open entry', async () => {
  await firm.patch(person(), { role: 'manager' })
  expect(await entryAsSeen()).toMatchObject(closed('Role was changed'))
  expect((await employee.get(path('/active'))).json().entry).toBeNull()
})

test('moving to another company closes the open entry, and its members see nothing of it', async () => {
  const elsewhere = await server.given.company()
  await firm.patch(person(), { companyId: elsewhere.id })
  expect(await entryAsSeen()).toMatchObject(closed('Access was removed'))
  const there = `/api/companies/${elsewhere.id}/time-entries`
  expect((await employee.get(there)).json().total).toBe(0)
  expect((await employee.post(`${there}/clock-in`, {})).statusCode).toBe(200)
})

test('the sale of the company closes the open entry: nobody could clock out any more', async () => {
  const sold = await firm.patch(`/api/companies/${company.id}`, { status: 'sold' })
  expect(sold.statusCode).toBe(200)
  expect(await entryAsSeen()).toMatchObject(closed('The company was sold'))
  expect((await employee.post(path('/clock-in'), {})).statusCode).toBe(404)
})

test('saving the same role again does not close the open entry', async () => {
  await firm.patch(person(), { role: 'employee' })
  expect(await entryAsSeen()).toMatchObject({ endedAt: null, revisions: [] })
})

const openEntries = (companyId: string) =>
  server.given.sql('select from time_entries where company_id = $1 and ended_at is null', [companyId])

test('clocking in while access is taken away leaves nobody clocked in, and neither waits for the other', async () => {
  await employee.post(path(`/${(await entryAsSeen()).id}/clock-out`), {})
  for (let round = 0; round < 20; round++) {
    const leaver = await server.signIn('employee', company)
    const [removed] = await Promise.all([
      firm.delete(`/api/companies/${company.id}/members/${leaver.person.id}`),
      ...Array.from({ length: 5 }, () => leaver.post(path('/clock-in'), {})),
    ])
    expect(removed?.statusCode).toBe(204)
    expect(await openEntries(company.id)).toHaveLength(0)
  }
})

test('clocking in while the company is sold leaves nobody clocked in', async () => {
  for (let round = 0; round < 10; round++) {
    const target = await server.given.company()
    const people = await Promise.all([1, 2, 3].map(() => server.signIn('employee', target)))
    const [sold] = await Promise.all([
      firm.patch(`/api/companies/${target.id}`, { status: 'sold' }),
      ...people.map((client) => client.post(`/api/companies/${target.id}/time-entries/clock-in`, {})),
    ])
    expect(sold?.statusCode).toBe(200)
    expect(await openEntries(target.id)).toHaveLength(0)
  }
})
