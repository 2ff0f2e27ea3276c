import { expect, test } from 'vitest'
import { type Client, useServer } from '../testing/fixture.ts'

const { server, company, operator, manager, employee } = useServer()

const path = (rest = '') => `/api/companies/${company.id}/tasks${rest}`
const titles = async (client: Client, query = '') =>
  (await client.get(path(query))).json().items.map(({ title }: { title: string }) => title)
const give = (by: Client, to: Client, fields: Record<string, unknown> = {}) =>
  server.given.task(company, to.person, by.person, fields)

test('no filter shows a person more tasks than they may see (T6)', async () => {
  await give(operator, manager, { title: 'For the manager' })
  await give(operator, employee, { title: 'Mine' })
  expect(await titles(employee, `?assignedTo=${manager.person.id}`)).toEqual([])
  expect(await titles(employee, '?scope=all')).toEqual(['Mine'])
  expect(await titles(employee, '?q=manager')).toEqual([])
  expect((await employee.get(path('?scope=team'))).statusCode).toBe(403)
  expect((await manager.get(path('?scope=all'))).statusCode).toBe(403)
})

test('tasks are found, filtered, sorted and paged', async () => {
  const make = (title: string, priority: string, status: string, due: string | null) =>
    give(operator, title === 'Bolts' ? manager : employee, { title, priority, status, due_on: due })
  await make('Bolts', 'low', 'blocked', '2026-11-30')
  await make('Nuts 10', 'critical', 'complete', null)
  await make('Nuts 9', 'high', 'in_progress', '2020-01-01')
  await make('Oil', 'high', 'not_started', '2019-01-01')
  expect(await titles(operator)).toEqual(['Oil', 'Nuts 9', 'Nuts 10', 'Bolts'])
  expect(await titles(operator, '?sort=priority&order=desc')).toEqual(['Nuts 10', 'Oil', 'Nuts 9', 'Bolts'])
  expect(await titles(operator, '?sort=dueOn&order=asc')).toEqual(['Oil', 'Nuts 9', 'Bolts', 'Nuts 10'])
  expect(await titles(operator, '?sort=title&order=asc')).toEqual(['Bolts', 'Nuts 9', 'Nuts 10', 'Oil'])
  expect(await titles(operator, '?sort=status&order=asc')).toEqual(['Oil', 'Nuts 9', 'Bolts', 'Nuts 10'])
  const byPerson = await titles(operator, '?sort=assigneeName&order=desc')
  expect(byPerson.indexOf('Bolts')).toBe(3) // the test made the manager before the employee: the name has a lower number
  expect(await titles(operator, '?status=open&sort=title&order=asc')).toEqual(['Bolts', 'Nuts 9', 'Oil'])
  expect(await titles(operator, '?status=blocked')).toEqual(['Bolts'])
  expect(await titles(operator, '?q=NUTS&sort=title&order=asc')).toEqual(['Nuts 9', 'Nuts 10'])
  expect(await titles(operator, '?q=%25')).toEqual([])
  expect(await titles(operator, `?assignedTo=${manager.person.id}`)).toEqual(['Bolts'])
  const page = (await operator.get(path('?pageSize=3&page=2'))).json()
  expect(page).toMatchObject({ total: 4, isCapped: false, items: [{ title: 'Bolts', isOverdue: false }] })
  const overdue = (await operator.get(path('?q=9'))).json().items
  expect(overdue).toMatchObject([{ title: 'Nuts 9', isOverdue: true }])
})

test.each(['?sort=company_id', '?status=late', '?scope=everything', '?assignedBy=x'])(
  '%s is refused',
  async (query) => {
    expect((await operator.get(path(query))).statusCode).toBe(400)
  },
)

test('a column of the board has the tasks of its status that the filters leave', async () => {
  const late = { due_on: '2020-01-01' }
  await give(operator, employee, { title: 'Late', status: 'in_progress', ...late })
  await give(operator, employee, { title: 'Also late', status: 'blocked', ...late })
  await give(operator, employee, { title: 'Not yet', status: 'in_progress', due_on: '2090-01-01' })
  expect(await titles(operator, '?column=in_progress&sort=title&order=asc')).toEqual(['Late', 'Not yet'])
  expect(await titles(operator, '?column=in_progress&status=overdue')).toEqual(['Late'])
  expect(await titles(operator, '?column=complete&status=open')).toEqual([])
  expect((await operator.get(path('?column=open'))).statusCode).toBe(400)
})
