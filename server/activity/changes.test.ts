import type { CompanyChange } from 'contract/activity/changes.ts'
import { expect, test } from 'vitest'
import { type Client, useServer } from '../testing/fixture.ts'

// Who changed what in a company: by person, kind, field and date, with a file (security.md 2.2, row 21).

const { server, company, operator, employee } = useServer()

const at = (rest: string) => `/api/companies/${company.id}/${rest}`
const changes = async (query = '', who: Client = operator): Promise<CompanyChange[]> =>
  (await who.get(at(`changes${query}`))).json().items
const put = (days: number, id: string) =>
  server.given.sql(
    `alter table activity_logs disable trigger append_only;
     update activity_logs set created_at = now() - make_interval(days => ${days}) where entity_id = '${id}' and action = 'updated';
     alter table activity_logs enable trigger append_only`,
  )

test('the answer to who changed any price: each price with person, before and after, and nothing else', async () => {
  const bolt = await server.given.part(company, { name: 'Bolt', cost: 1 })
  const pump = await server.given.product(company, { name: 'Pümp' })
  await operator.patch(at(`parts/${bolt.id}`), { cost: 2, retailPrice: 3.5, location: 'B' })
  await operator.patch(at(`products/${pump.id}`), { retailPrice: 9 })
  const prices = await changes('?field=price')
  expect(prices.map(({ entityName, fieldChanged, newValue }) => [entityName, fieldChanged, Number(newValue)])).toEqual(
    expect.arrayContaining([
      ['Bolt', 'cost', 2],
      ['Bolt', 'retail_price', 3.5],
      ['Pümp', 'retail_price', 9],
    ]),
  )
  expect(prices).toHaveLength(3)
  for (const price of prices) expect(price.userName).toMatch(/^Test Person/)
  expect(await changes(`?field=price&kind=product&userId=${operator.person.id}`)).toMatchObject([
    { entityName: 'Pümp', recordId: pump.id, recordType: 'product' },
  ])
  expect(await changes(`?field=price&userId=${employee.person.id}`)).toEqual([])
  expect(await changes('?field=price&q=umP')).toHaveLength(1)
})

test('a period counts whole days of the company, the first and the last included', async () => {
  const bolt = await server.given.part(company, { name: 'Bolt' })
  await operator.patch(at(`parts/${bolt.id}`), { cost: 2 })
  const day = async (days: number) =>
    (
      await server.given.sql(
        `select (now() at time zone c.time_zone)::date - ${days}::int || '' as day from companies c where c.id = $1`,
        [company.id],
      )
    )[0]?.day
  const [today, before] = [await day(0), await day(1)]
  expect(await changes(`?field=price&from=${today}&to=${today}`)).toHaveLength(1)
  expect(await changes(`?field=price&to=${before}`)).toEqual([])
  await put(1, bolt.id)
  expect(await changes(`?field=price&from=${before}&to=${before}`)).toHaveLength(1)
  expect(await changes(`?field=price&from=${today}`)).toEqual([])
})

test('vendors and SOPs among the values are shown by name; bank data are masked, and absent for people who may not read them', async () => {
  const vendor = await server.given.vendor(company, { name: 'Acme' })
  const part = await server.given.part(company)
  await operator.patch(at(`parts/${part.id}`), { vendorId: vendor.id })
  await operator.patch(at(`vendors/${vendor.id}`), { private: { iban: 'DE89370400440532013000' } })
  expect(await changes('?field=supplier')).toMatchObject([{ oldValue: null, newValue: 'Acme' }])
  const all = await changes('?kind=vendor')
  expect(all.map(({ entityType }) => entityType)).toContain('vendor_private')
  expect(JSON.stringify(all)).not.toContain('DE8937040044')
  const page = await changes('?kind=vendor', employee)
  expect(page.map(({ entityType }) => entityType)).not.toContain('vendor_private')
})

test('people see changes of those tasks only that they may read, and other companies nothing', async () => {
  await operator.post(at('tasks'), { title: 'Of the operator', assignedTo: operator.person.id })
  await operator.post(at('tasks'), { title: 'Of the employee', assignedTo: employee.person.id })
  const names = (await changes('?kind=task', employee)).map(({ entityName }) => entityName)
  expect(names).toEqual(['Of the employee'])
  const stranger = await server.signIn('company_operator', await server.given.company())
  expect((await stranger.get(at('changes'))).statusCode).toBe(404)
})

test('the file has the rows of all pages in the same filters, in words', async () => {
  const part = await server.given.part(company, { name: 'Bolt, M4', cost: 1 })
  for (const cost of [2, 3, 4]) await operator.patch(at(`parts/${part.id}`), { cost })
  await operator.patch(at(`parts/${part.id}`), { location: 'C' })
  const file = await operator.get(
    at('lists/changes?field=price&pageSize=1&format=csv&columns=userName,entityType,entityName,fieldChanged,newValue'),
  )
  const [head, ...lines] = file.body.trim().split(/\r?\n/)
  expect(head).toContain('Person,Kind,Record,Field,After')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(/^Test Person[^,]*,Part,"Bolt, M4",Cost,4/)
  expect((await operator.get(at('lists/changes?format=xlsx'))).statusCode).toBe(200)
})

test('a record that was brought back says so, and columns that only programs read are left out', async () => {
  const bolt = await server.given.part(company, { name: 'Bolt' })
  const { changeSetId } = (await operator.delete(at(`parts/${bolt.id}`))).json()
  await operator.post(at(`change-sets/${changeSetId}/undo`), {})
  expect((await changes('?kind=part')).map(({ action, changeSetKind }) => `${action} ${changeSetKind}`)).toEqual(
    expect.arrayContaining(['created undo', 'deleted edit']),
  )
  const { id } = await server.given.task(company, operator.person, operator.person)
  await operator.patch(at(`tasks/${id}`), { status: 'complete' })
  expect((await changes('?kind=task')).flatMap(({ fieldChanged }) => fieldChanged ?? [])).toEqual(['status'])
})
