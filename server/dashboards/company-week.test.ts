import type { CompanyWeek } from 'contract/dashboards/company-week.ts'
import { expect, test } from 'vitest'
import type { Client } from '../testing/fixture.ts'
import { typedFor, useServices } from '../testing/outside/services.ts'

const { server, company, operator, manager, employee, services } = useServices()

const summarize = (person: Client) => person.post(`/api/companies/${company.id}/dashboard/week-summary`, {})
const figureOf = (week: CompanyWeek, label: string) => {
  const figure = week.figures.find((each) => each.label === label)
  return [figure?.value, figure?.before]
}
const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString()

async function lastFortnight() {
  await operator.patch(`/api/companies/${company.id}/integrations/openai`, {
    ...{ isEnabled: true, ...typedFor(services).openai },
  })
  const task = (fields: Record<string, unknown>, to = employee) =>
    server.given.task(company, to.person, operator.person, { title: 'Secret task', ...fields })
  await task({ created_at: days(1), due_on: '2020-01-01' })
  await task({ created_at: days(2), status: 'blocked' }, manager)
  await task({ created_at: days(10), status: 'complete', completed_at: days(1) })
  await task({ created_at: days(20), status: 'complete', completed_at: days(9) })
  await task({ created_at: days(30), status: 'complete', completed_at: days(25) })
  await server.given.part(company, { name: 'Secret part', stock_level: 1, reorder_threshold: 3 })
  const entry = (start: number, end: number) =>
    server.given.timeEntry(company, employee.person, { started_at: days(start), ended_at: days(end) })
  await entry(2, 2 - 8 / 24)
  await entry(9, 9 - 4 / 24)
  await entry(7.25, 6.75) // half of it in either week
}

test('the summary of a week has the figures that the person may read', async () => {
  await lastFortnight()
  const answer = await summarize(operator)
  expect(answer.statusCode).toBe(200)
  const week: CompanyWeek = answer.json()
  expect(week.summary).toMatch(/\w/)
  expect(figureOf(week, 'Tasks added')).toEqual([2, 1])
  expect(figureOf(week, 'Tasks completed')).toEqual([1, 1])
  expect(figureOf(week, 'Tasks open now')).toEqual([2, null])
  expect(figureOf(week, 'Tasks blocked now')).toEqual([1, null])
  expect(figureOf(week, 'Tasks overdue now')).toEqual([1, null])
  expect(figureOf(week, 'Hours worked')).toEqual([14, 10])
  expect(figureOf(week, 'Parts low on stock now')).toEqual([1, null])
  const own: CompanyWeek = (await summarize(manager)).json()
  expect(figureOf(own, 'Tasks open now')).toEqual([1, null]) // a manager reads the own tasks
  expect(figureOf(own, 'Tasks completed')).toEqual([0, 0])
  expect((await summarize(employee)).statusCode).toBe(403)
})

test('the summary has orders and revenue of full days, for people who may read the figures of the company', async () => {
  await lastFortnight()
  expect(figureOf((await summarize(operator)).json(), 'Orders of the store in 7 full days')).toEqual([
    undefined,
    undefined,
  ])
  await server.given.sql(
    `insert into company_days (company_id, day, orders, revenue)
     select $1, (now() at time zone c.time_zone)::date - back, back, back * 10.5 from companies c, generate_series(0, 20) back where c.id = $1`,
    [company.id],
  )
  const week: CompanyWeek = (await summarize(operator)).json()
  expect(figureOf(week, 'Orders of the store in 7 full days')).toEqual([28, 77])
  expect(figureOf(week, 'Revenue of the store in 7 full days')).toEqual([294, 808.5])
  const amounts = week.figures.filter(({ currency }) => currency !== null)
  expect(amounts).toMatchObject([{ label: 'Revenue of the store in 7 full days', currency: 'USD' }])
  const own: CompanyWeek = (await summarize(manager)).json()
  expect(own.figures.map(({ label }) => label).join()).not.toContain('store')
})

test('only figures are sent: no names, and nothing of another company', async () => {
  const other = await server.given.company()
  await server.given.part(other, { stock_level: 0, reorder_threshold: 5 })
  await lastFortnight()
  await services.openai.control.takeAsked()
  const week: CompanyWeek = (await summarize(operator)).json()
  const [body = ''] = await services.openai.control.takeAsked()
  expect(JSON.parse(JSON.parse(body).input)).toEqual(week.figures)
  expect(figureOf(week, 'Parts now')).toEqual([1, null])
  for (const secret of ['Secret', company.name, company.id, 'Test Person', 'iban']) expect(body).not.toContain(secret)
  expect(JSON.parse(body).store).toBe(false)
})

test('a summary costs money: a token that may only read gets none, and a sold company neither (X8)', async () => {
  await lastFortnight()
  const reader = server.clientWith({
    authorization: `Bearer ${await server.given.token(operator.person.id, { is_read_only: true })}`,
  })
  const refused = await reader.post(`/api/companies/${company.id}/dashboard/week-summary`, {})
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'READ_ONLY_TOKEN'])
  const sold = await server.given.company({ status: 'sold' })
  const supervisor = await server.signIn('sbr_operator', await server.given.firm())
  const answer = await supervisor.post(`/api/companies/${sold.id}/dashboard/week-summary`, {})
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'COMPANY_SOLD'])
})
