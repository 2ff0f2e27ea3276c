import { beforeEach, expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'
import { stockFaults } from '../../testing/oracles/stock-law.ts'
import { untilSomebodyWaits } from '../../testing/until.ts'

const { server, company, operator } = useServer()
let id: string
beforeEach(async () => {
  id = (await server.given.part(company, { stock_level: 41 })).id
})

const path = (rest = '', part = id) => `/api/companies/${company.id}/parts/${part}${rest}`
const count = (body: object, part = id) => operator.post(path('/stock-counts', part), body)
const adjust = (delta: number) => operator.post(path('/stock'), { delta })
const movements = async () => (await operator.get(path('/stock-movements'))).json()

test('a count sets the stock to what was counted (product.md 12)', async () => {
  expect((await count({ counted: 39, onHand: 41, note: 'Shelf 4' })).json()).toMatchObject({ stockLevel: 39 })
  expect(await movements()).toMatchObject({
    opening: 41,
    items: [{ delta: -2, balance: 39, reason: 'counted', note: 'Shelf 4', userId: operator.person.id }],
  })
})

test('an equal count is recorded, with who and when, and there is nothing to undo', async () => {
  expect((await count({ counted: 41, onHand: 41 })).json()).toMatchObject({ stockLevel: 41, changeSetId: null })
  expect(await movements()).toMatchObject({
    opening: 41,
    items: [{ delta: 0, balance: 41, reason: 'counted', userId: operator.person.id, createdAt: expect.any(String) }],
  })
  await adjust(1)
  expect(await movements()).toMatchObject({ opening: 41, total: 2 })
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('an edit that keeps the stock makes no movement', async () => {
  await operator.patch(path(), { stockLevel: 41 })
  expect(await movements()).toMatchObject({ total: 0 })
})

test('when the stock moved since the count began, the count must be checked again', async () => {
  await adjust(-3)
  const refused = await count({ counted: 39, onHand: 41 })
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    {
      message: 'Stock moved from 41 to 38 since this count began. Check the count, then apply it again.',
      data: { reason: 'moved', stockLevel: 38 },
    },
  ])
  expect((await count({ counted: 39, onHand: 38 })).json()).toMatchObject({ stockLevel: 39 })
  expect((await count({ counted: 7, onHand: null })).json()).toMatchObject({ stockLevel: 7 })
  expect((await movements()).items.map(({ delta }: { delta: number }) => delta)).toEqual([-32, 1, -3])
})

test('one of two different counts at once is accepted', async () => {
  const answers = await Promise.all([count({ counted: 39, onHand: 41 }), count({ counted: 40, onHand: 41 })])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('a count waits for a movement that is under way, and must be checked again after it', async () => {
  const someone = await server.adminClient()
  try {
    await someone.query('begin')
    await someone.query('update parts set stock_level = 38 where id = $1', [id])
    const counting = count({ counted: 39, onHand: 41 })
    await untilSomebodyWaits(server.given)
    await someone.query('commit')
    expect((await counting).json()).toMatchObject({ status: 409, data: { reason: 'moved', stockLevel: 38 } })
  } finally {
    await someone.end()
  }
})

test('a count can be undone, which is a movement too', async () => {
  const { changeSetId } = (await count({ counted: 39, onHand: 41 })).json()
  await operator.post(`/api/companies/${company.id}/change-sets/${changeSetId}/undo`, {})
  expect(await movements()).toMatchObject({ items: [{ delta: 2, balance: 41, reason: 'undone' }, { delta: -2 }] })
})

test.each<[object, string]>([
  [{ onHand: 1 }, 'counted'],
  [{ counted: -1, onHand: 1 }, 'counted'],
  [{ counted: 1.5, onHand: 1 }, 'counted'],
  [{ counted: 2_147_483_648, onHand: 1 }, 'counted'],
  [{ counted: 1 }, 'onHand'],
  [{ counted: 1, onHand: '1' }, 'onHand'],
])('what is not valid is refused by its key: %j', async (body, field) => {
  const answer = await count(body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data.issues).toContainEqual({ field, message: expect.any(String) })
})

test('a manager cannot count, and a part of another company cannot be seen (T1)', async () => {
  const manager = await server.signIn('manager', company)
  expect((await manager.post(path('/stock-counts'), { counted: 1, onHand: 41 })).statusCode).toBe(403)
  const foreign = await server.given.part(await server.given.company(), { stock_level: 4 })
  expect((await count({ counted: 1, onHand: 4 }, foreign.id)).statusCode).toBe(404)
})

const countItem = (item: string, body: object) =>
  operator.post(`/api/companies/${company.id}/stock/${item}/counts`, body)

test('assemblies and products are counted too, against the stock that the counter saw', async () => {
  const assembly = await server.given.assembly(company, { stock_level: 4 })
  const product = await server.given.product(company, { stock_level: 2 })
  const { stockLevel, changeSetId } = (await countItem(assembly.id, { counted: 3, onHand: 4, note: 'Shelf 4' })).json()
  expect(stockLevel).toBe(3)
  expect((await listed(`itemId=${assembly.id}`)).items[0]).toMatchObject({
    delta: -1,
    reason: 'counted',
    note: 'Shelf 4',
  })
  await operator.post(`/api/companies/${company.id}/change-sets/${changeSetId}/undo`, {})
  expect((await countItem(assembly.id, { counted: 3, onHand: 3 })).json()).toMatchObject({
    ...{ message: expect.stringContaining('moved from 3 to 4'), data: { reason: 'moved', stockLevel: 4 } },
  })
  expect((await countItem(product.id, { counted: 2, onHand: 2 })).json()).toEqual({ stockLevel: 2, changeSetId: null })
  expect((await listed(`itemId=${product.id}`)).items).toMatchObject([
    { delta: 0, reason: 'counted' },
    { reason: 'opening' },
  ])
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('a count has the decimals of its item', async () => {
  const wire = await server.given.part(company, { unit: 'm', decimals: 2, stock_level: 5.5 })
  expect((await countItem(wire.id, { counted: 3.25, onHand: 5.5 })).json()).toMatchObject({ stockLevel: 3.25 })
  const product = await server.given.product(company, { stock_level: 2 })
  for (const [item, counted] of [
    [wire.id, 3.255],
    [product.id, 1.5],
  ] as const) {
    const refused = await countItem(item, { counted, onHand: null })
    expect([refused.statusCode, refused.json().data.issues[0].field]).toEqual([400, 'counted'])
  }
  expect((await countItem(company.id, { counted: 1, onHand: null })).statusCode).toBe(404)
})

const listed = async (query = '') =>
  (await operator.get(`/api/companies/${company.id}/movements?${query}`)).json() as {
    total: number
    items: { delta: number; partNumber: string | null; isThere: boolean; reason: string }[]
  }

test('the movements of all parts are listed by part, person, kind and time, also those of a deleted part', async () => {
  await server.given.sql(`update companies set time_zone = 'America/New_York' where id = $1`, [company.id])
  const other = await server.given.part(company, { part_number: 'M8-NUT', name: 'Hex nut', stock_level: 5 })
  await adjust(-3)
  await operator.post(path('/stock', other.id), { delta: 2, reason: 'received', note: '=sum' })
  await count({ counted: 9, onHand: null }, other.id)
  const all = await listed()
  expect(all.items.map(({ delta }) => delta)).toEqual([2, 2, -3, 5, 41])
  expect((await listed(`partId=${other.id}&reason=received`)).items).toMatchObject([{ delta: 2, partNumber: 'M8-NUT' }])
  expect((await listed('q=m8%20hex')).total).toBe(3)
  expect((await listed(`userId=${operator.person.id}`)).total).toBe(3)
  expect((await listed(`userId=${company.id}`)).total).toBe(0)
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York', dateStyle: 'short' }).format(
    new Date(),
  )
  expect((await listed(`from=${today}&to=${today}`)).total).toBe(5)
  expect((await listed('to=2020-01-01')).total).toBe(0)
  await operator.delete(path('', other.id))
  expect((await listed('sort=delta&order=asc')).items.map(({ partNumber, isThere }) => [partNumber, isThere])).toEqual([
    ['M8-NUT', false],
    [expect.any(String), true],
    ['M8-NUT', false],
    ['M8-NUT', false],
    ['M8-NUT', false],
    [expect.any(String), true],
  ])
  const file = await operator.get(
    `/api/companies/${company.id}/lists/movements?reason=received&columns=partNumber,delta,balance,reason,note`,
  )
  expect(file.body).toBe("\uFEFFPart Number,Change,On Hand,Reason,Note\nM8-NUT,2,7,Received,'=sum\n")
})

test('movements are listed by the kind of item, and files have the unit only where a company uses units', async () => {
  await server.given.product(company, { sku: 'K-1', name: 'Kit', stock_level: 2 })
  expect(await listed('itemType=product')).toMatchObject({
    total: 1,
    items: [{ partNumber: 'K-1', itemType: 'product', unit: 'each' }],
  })
  const file = async (name: string, columns = '') =>
    (await operator.get(`/api/companies/${company.id}/lists/${name}?${columns}`)).body.slice(1).split('\n')
  expect((await file('movements'))[0]).toBe('Time,Part Number,Part,Change,On Hand,Reason,Value,Note,Person')
  await server.given.part(company, {
    part_number: 'W-1',
    name: 'Wire',
    unit: 'm',
    decimals: 2,
    stock_level: 3.2,
    cost: 0.5,
  })
  expect((await listed('q=w-1')).items).toMatchObject([{ delta: 3.2, unit: 'm' }])
  expect(await file('movements', 'q=w-1&columns=partNumber,delta,balance,reason')).toEqual([
    'Part Number,Change,On Hand,Unit,Reason',
    'W-1,3.2,3.2,m,Opening stock',
    '',
  ])
  expect(await file('stock-value', 'q=w-1')).toEqual([
    'Part Number,Name,On Hand,Unit,Cost,Value',
    'W-1,Wire,3.2,m,0.5,1.6',
    '',
  ])
  expect(await file('stock-value', 'itemType=product&columns=name,value')).toEqual(['Name,Value', 'Kit,0', ''])
  expect(await file('parts', 'q=w-1&columns=partNumber,stockLevel')).toEqual([
    'Part Number,Stock Level,Unit',
    'W-1,3.2,m',
    '',
  ])
})

test('the value of the stock on a day is a list and a file; a search shows the sum of its finds', async () => {
  await operator.patch(path(), { cost: 2.5 })
  await server.given.part(company, { part_number: 'M8-NUT', name: 'Hex nut', stock_level: 3, cost: 0.1234 })
  const at = `/api/companies/${company.id}/`
  const { items, total, totalValue, on, today } = (await operator.get(`${at}stock-value`)).json()
  expect([items.map(({ value }: { value: number }) => value), total, totalValue]).toEqual([
    [102.5, 0.3702],
    2,
    102.8702,
  ])
  expect(on).toBe(today)
  expect((await operator.get(`${at}stock-value?q=m8`)).json()).toMatchObject({ total: 1, totalValue: 0.3702 })
  expect((await operator.get(`${at}stock-value?on=2020-01-01`)).json()).toMatchObject({
    ...{ total: 0, totalValue: 0, recordedFrom: today }, // the screen says 'not recorded before ...' instead of $0.00
  })
  const file = await operator.get(`${at}lists/stock-value?q=m8`)
  expect(file.body).toBe('\uFEFFPart Number,Name,On Hand,Cost,Value\nM8-NUT,Hex nut,3,0.1234,0.3702\n')
})
