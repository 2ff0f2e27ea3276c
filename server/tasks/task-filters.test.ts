import { taskPriorities, taskStatuses } from 'contract/tasks/tasks.ts'
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
  await make('Bolts', 'low', 'blocked', '2090-11-30')
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

test('the pages of a list, in every order, are its tasks as somebody would sort them', async () => {
  const draws = sequence(7)
  const pick = <Value>(values: readonly Value[]) => values[draws(values.length)] as Value
  const people = [operator, manager, employee] // in the order of their names
  const made = Array.from({ length: 60 }, (_, number) => ({
    title: `Task ${pick([1, 2, 10])} ${number}`,
    priority: pick(taskPriorities),
    status: pick(taskStatuses),
    due_on: pick([null, '2026-01-05', '2026-01-06', '2031-01-01']),
    assignee: pick(people),
    created_at: `2026-01-01T00:${String(number).padStart(2, '0')}:00Z`,
  }))
  for (const { assignee, ...fields } of made) {
    await give(operator, assignee, { ...fields, completed_at: fields.status === 'complete' ? fields.created_at : null })
  }
  const text = new Intl.Collator('en', { numeric: true })
  const orders: Record<string, (one: Made, other: Made) => number> = {
    createdAt: (one, other) => compare(one.created_at, other.created_at),
    title: (one, other) => text.compare(one.title, other.title),
    priority: (one, other) => taskPriorities.indexOf(one.priority) - taskPriorities.indexOf(other.priority),
    status: (one, other) => taskStatuses.indexOf(one.status) - taskStatuses.indexOf(other.status),
    assigneeName: (one, other) => people.indexOf(one.assignee) - people.indexOf(other.assignee),
    urgency: (one, other) => Number(one.status === 'complete') - Number(other.status === 'complete'),
  }
  type Made = (typeof made)[number]
  // Unknown days come last in both directions; among equally urgent tasks the first due; then the newest.
  const dueFirst = (one: Made, other: Made) => compare(one.due_on ?? '9', other.due_on ?? '9')
  const newest = (one: Made, other: Made) => compare(other.created_at, one.created_at)
  const rank = ({ priority }: Made) => taskPriorities.indexOf(priority)
  const mostUrgent = (one: Made, other: Made): number =>
    one.status === 'complete' ? 0 : dueFirst(one, other) || rank(other) - rank(one)
  const within: Record<string, (one: Made, other: Made) => number> = { priority: dueFirst, urgency: mostUrgent }
  for (const [sort, by] of Object.entries(orders)) {
    for (const [order, sign] of [
      ['asc', 1],
      ['desc', -1],
    ] as const) {
      const expected = made.toSorted(
        (one, other) => sign * by(one, other) || within[sort]?.(one, other) || newest(one, other),
      )
      const pages = await Promise.all(
        [1, 2, 3].map((page) => titles(operator, `?sort=${sort}&order=${order}&pageSize=25&page=${page}`)),
      )
      expect([sort, order, pages.flat()]).toEqual([sort, order, expected.map(({ title }) => title)])
    }
  }
  for (const [order, sign] of [
    ['asc', 1],
    ['desc', -1],
  ] as const) {
    const byDue = (one: Made, other: Made) =>
      Number(one.due_on === null) - Number(other.due_on === null) ||
      sign * compare(one.due_on ?? '', other.due_on ?? '')
    const expected = made.toSorted((one, other) => byDue(one, other) || newest(one, other))
    expect(await titles(operator, `?sort=dueOn&order=${order}&pageSize=60`)).toEqual(expected.map(({ title }) => title))
  }
})

test('a search finds all its words in any order; a short one begins a word, or stands anywhere where none does (decision 0004)', async () => {
  await give(operator, employee, { title: 'Tighten the bolts M8', description: 'Of the press' })
  await give(operator, employee, { title: 'Order M8 screws' })
  await give(operator, employee, { title: 'Paint 100 doors' })
  const found = async (q: string, who = operator) =>
    (await titles(who, `?sort=title&order=asc&q=${encodeURIComponent(q)}`)) as string[]
  expect(await found('m8 bolts')).toEqual(['Tighten the bolts M8'])
  expect(await found('press tight')).toEqual(['Tighten the bolts M8'])
  expect(await found('M8')).toEqual(['Order M8 screws', 'Tighten the bolts M8'])
  expect(await found('10')).toEqual(['Paint 100 doors'])
  expect(await found('00')).toEqual(['Paint 100 doors'])
  expect(await found('m8 doors')).toEqual([])
  expect(await found('bolts', manager)).toEqual([])
  const matching = { q: 'bolts m8', scope: 'all' }
  const edit = { selection: { matching }, field: 'priority', value: 'high', preview: true }
  expect((await operator.post(path('/bulk-edit'), edit)).json()).toMatchObject({
    count: 1,
    sample: [{ name: 'Tighten the bolts M8' }],
  })
})

test('a word that stands in very many tasks is found in the order of the list, and counted up to 2,000', async () => {
  await server.given.sql(
    `insert into tasks (company_id, title, priority, assigned_to, assigned_by, created_at)
     select $1, 'Frequent ' || n, case n % 2 when 0 then 'low' else 'high' end, $2, $3, now() - n * interval '1 minute' from generate_series(1, 2100) n`,
    [company.id, employee.person.id, operator.person.id],
  )
  await give(operator, manager, { title: 'Rare frequent one' })
  const { items, ...counted } = (await operator.get(path('?q=frequent&pageSize=2&page=2'))).json()
  expect(counted).toEqual({ total: 2_000, isCapped: true })
  expect(items.map(({ title }: { title: string }) => title)).toEqual(['Frequent 2', 'Frequent 3'])
  expect(await titles(operator, '?q=FREQUENT&sort=priority&order=asc&pageSize=1')).toEqual(['Frequent 2'])
  expect(await titles(operator, '?q=210+frequent')).toEqual(['Frequent 210', 'Frequent 1210', 'Frequent 2100'])
  expect((await operator.get(path('?q=fr&pageSize=1'))).json()).toMatchObject({ total: 2_000, isCapped: true })
  expect((await operator.get(path('?q=eq&pageSize=1'))).json()).toMatchObject({ total: 2_000, isCapped: true })
  expect(await titles(manager, '?q=frequent')).toEqual(['Rare frequent one'])
  expect((await operator.get(path('?pageSize=1'))).json()).toMatchObject({ total: 2_000, isCapped: true })
})

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Numbers that look random and are the same at every run. */
function sequence(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}
