import { expect, test } from 'vitest'
import { type Client, useOwnServer } from '../testing/fixture.ts'
import type { GivenCompany } from '../testing/given/given.ts'

const { server, company, operator, manager, employee, firm, sbr } = useOwnServer()

const path = (q: string, of: { id: string } = company) => `/api/companies/${of.id}/search?q=${encodeURIComponent(q)}`
type Row = { kind: string; id: string; number: string | null; name: string; isExact: boolean }
const find = async (q: string, client: Client = operator): Promise<Row[]> => (await client.get(path(q))).json().items
const namesFor = async (q: string, client: Client = operator) =>
  (await find(q, client)).map(({ kind, number, name }) => `${kind} ${number ?? ''} ${name}`.replace('  ', ' '))

const part = (part_number: string, name: string) => server.given.part(company, { part_number, name })
const sop = (fields: Record<string, unknown>, of: GivenCompany = company) =>
  server.given.sop(of, { title: 'Zebra press', status: 'published', visibility: 'company', ...fields })

test('the number itself comes first, then beginnings, then words, then parts of a word', async () => {
  await part('X-1', 'Housing with abm8')
  await part('X-2', 'Hex nut, m8')
  await part('X-3', 'M8 washer')
  await part('M8-20', 'Bolt')
  await part('m8', 'Stud')
  expect(await namesFor('M8')).toEqual([
    'part m8 Stud',
    'part M8-20 Bolt',
    'part X-3 M8 washer',
    'part X-2 Hex nut, m8',
  ])
  expect(await namesFor('bm8')).toEqual(['part X-1 Housing with abm8'])
  expect((await find('m8')).map(({ isExact }) => isExact)).toEqual([true, false, false, false])
})

test('words match in any order, over number and name', async () => {
  await part('HX-77', 'Hex nut, M8')
  await part('HX-78', 'Hex nut, M10')
  expect(await namesFor('m8 hex')).toEqual(['part HX-77 Hex nut, M8'])
  expect(await namesFor('nut hx-78')).toEqual(['part HX-78 Hex nut, M10'])
  expect(await namesFor('hex bolt')).toEqual([])
})

test('records of all kinds are found, each with its number', async () => {
  await part('ZEB-1', 'Stripe')
  await server.given.assembly(company, { assembly_number: 'A-1', name: 'Zebra frame' })
  await server.given.product(company, { sku: 'SKU-1', name: 'Zebra crossing' })
  await server.given.vendor(company, { name: 'Zebra Metals' })
  await server.given.location(company, { code: 'Z-7', name: 'Zebra shelf' })
  await sop({})
  await server.given.task(company, manager.person, operator.person, { title: 'Paint the zebra' })
  await server.given.sql(`update profiles set first_name = 'Zebedee', last_name = 'Zebrowski' where user_id = $1`, [
    employee.person.id,
  ])
  expect((await namesFor('zebr')).sort()).toEqual([
    'assembly A-1 Zebra frame',
    'location Z-7 Zebra shelf',
    'person Zebedee Zebrowski',
    'product SKU-1 Zebra crossing',
    'sop Zebra press',
    'task Paint the zebra',
    'vendor Zebra Metals',
  ])
  expect(await namesFor('zeb-1')).toEqual(['part ZEB-1 Stripe'])
  expect(await namesFor('z-7')).toEqual(['location Z-7 Zebra shelf'])
})

test('those who may read the revenue find an order of the store by its number, with or without its sign', async () => {
  const order = (order_number: string, fields = {}) => server.given.storeOrder(company, { order_number, ...fields })
  await order('#3600', { email: 'ada@x.example' })
  await order('nm-3601', { email: null })
  await order('#3602', { is_test: true })
  await part('3600', 'Bolt')
  await part('3600-B', 'Long bolt')
  const found = ['part 3600 Bolt', 'order #3600 ada@x.example', 'part 3600-B Long bolt']
  expect(await namesFor('3600')).toEqual(found)
  expect(await namesFor('#3600')).toContain('order #3600 ada@x.example')
  expect(await namesFor('nm-3601')).toEqual(['order nm-3601 Order of the online store'])
  for (const q of ['360', '3602', 'ada@x.example'])
    expect((await find(q)).map(({ kind }) => kind)).not.toContain('order')
  for (const client of [manager, employee]) expect(await namesFor('#3600', client)).not.toContain(found[1])
  expect(await namesFor('3600', sbr)).toEqual(found)
  const other = await server.given.company()
  expect((await sbr.get(path('3600', other))).json().items).toEqual([])
})

test('nobody finds records they may not read: tasks of others, drafts, internal SOPs of SBR, addresses', async () => {
  await server.given.task(company, manager.person, operator.person, { title: 'Zebra for the manager' })
  await server.given.task(company, employee.person, operator.person, { title: 'Zebra for the employee' })
  await sop({ title: 'Zebra draft', status: 'draft' })
  await sop({ title: 'Zebra shared', visibility: 'sbr_public' }, firm)
  await sop({ title: 'Zebra inside', visibility: 'sbr_only' }, firm)
  expect((await namesFor('zebra', employee)).sort()).toEqual(['sop Zebra shared', 'task Zebra for the employee'])
  expect((await namesFor('zebra', manager)).sort()).toEqual([
    'sop Zebra draft',
    'sop Zebra shared',
    'task Zebra for the manager',
  ])
  expect(await namesFor('zebra', sbr)).toContain('sop Zebra inside')
  const { email } = manager.person
  expect(await find(email, operator)).toMatchObject([{ kind: 'person', id: manager.person.id }])
  expect(await find(email, employee)).toEqual([])
})

test('people who may know addresses find a colleague without a name by the address', async () => {
  await server.given.sql('update profiles set first_name = null, last_name = null where user_id = $1', [
    manager.person.id,
  ])
  expect(await namesFor(manager.person.email)).toEqual([`person ${manager.person.email}`])
  expect(await find('colleague', employee)).toEqual([])
})

test('another company is never found', async () => {
  const other = await server.given.company()
  const stranger = await server.signIn('company_operator', other)
  await server.given.part(other, { part_number: 'SECRET-1', name: 'Secret gear' })
  await server.given.vendor(other, { name: 'Secret vendor' })
  await server.given.task(other, stranger.person, stranger.person, { title: 'Secret task' })
  await sop({ title: 'Secret procedure' }, other)
  expect(await find('secret')).toEqual([])
  expect(await find('SECRET-1')).toEqual([])
  expect((await operator.get(path('secret', other))).statusCode).toBe(404)
  expect(await find('secret', sbr)).toEqual([])
  expect((await sbr.get(path('secret', other))).json().items).toHaveLength(4)
})

test('at most five of a kind are found, of equal matches the shortest', async () => {
  for (let number = 1; number <= 9; number++) await part(`Q-${number}`, `Spring ${'x'.repeat(10 - number)}`)
  await server.given.vendor(company, { name: 'Spring makers' })
  expect((await find('spring')).map(({ name }) => name)).toEqual([
    ...['Spring x', 'Spring xx', 'Spring xxx', 'Spring xxxx', 'Spring xxxxx'],
    'Spring makers',
  ])
})

test('an exact number is found among more records than are ranked', async () => {
  await server.given.sql(
    `insert into parts (company_id, part_number, name) select $1, 'NUT-' || n, 'Nut ' || n from generate_series(1, 3000) n`,
    [company.id],
  )
  await part('NUT', 'Plain')
  expect((await find('nut'))[0]).toMatchObject({ number: 'NUT', isExact: true })
  expect((await find(' NUT-2999 '))[0]).toMatchObject({ number: 'NUT-2999', isExact: true })
})

test.each([
  '%',
  '_',
  '%%%',
  '\\',
  "'",
  '"',
  '(',
  '[a',
  '\\m',
  '*',
  '😀',
  '—',
  'm',
  '1',
  '$1',
  "'; drop table parts --",
])('a sign is searched for literally: %s finds only texts with it', async (q) => {
  await part('P-100', 'Bolt and nut')
  await sop({ title: 'Bolts' })
  expect(await find(q)).toEqual([])
  await part(q, 'Odd one')
  expect((await find(q))[0]).toMatchObject({ number: q, isExact: true })
})

test('letters of other scripts are found too', async () => {
  await part('R-1', 'גלגל שיניים')
  await part('R-2', 'Шестерня М8')
  expect(await namesFor('שיניים')).toEqual(['part R-1 גלגל שיניים'])
  expect(await namesFor('шест')).toEqual(['part R-2 Шестерня М8'])
})

test('a text that is too long is refused, an empty one finds nothing', async () => {
  expect((await operator.get(path('x'.repeat(10_000)))).statusCode).toBe(400)
  expect((await operator.get(path(`bolt ${'y z '.repeat(48)}`))).statusCode).toBe(200)
  expect((await operator.get(path('bo\u0000lt'))).statusCode).toBe(400)
  expect(await find('   ')).toEqual([])
  expect((await operator.get(`/api/companies/${company.id}/search`)).statusCode).toBe(400)
  expect((await operator.get(`${path('x')}&kind=part`)).statusCode).toBe(400)
})
