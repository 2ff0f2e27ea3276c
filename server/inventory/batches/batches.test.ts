import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'

const { server, company, operator } = useServer()

const path = (rest: string) => `/api/companies/${company.id}/${rest}`
const batch = (noun: string, body: object) => operator.post(path(`${noun}/batch`), body)
const names = async (table = 'parts') =>
  (
    await server.given.sql<{ name: string }>(`select name from ${table} where company_id = $1 order by name`, [
      company.id,
    ])
  ).map(({ name }) => name)
const newPart = (name: string, fields: object = {}) => ({ name, partNumber: name, ...fields })
const known = (name: string) => server.given.part(company, { name, part_number: name })

test('a batch adds and changes records in one change set, and one undo takes all of it back', async () => {
  const bolt = await known('Bolt')
  const answer = await batch('parts', {
    create: [newPart('Nut', { cost: 0.25, stockLevel: 7 }), newPart('Washer')],
    update: [{ id: bolt.id, version: 1, name: 'Bolt M8', cost: 1.5 }],
  })
  expect(answer.statusCode).toBe(200)
  const { created, updated, changeSetId } = answer.json()
  expect(created).toEqual([
    { id: expect.any(String), version: 1, failure: null },
    { id: expect.any(String), version: 1, failure: null },
  ])
  expect(updated).toEqual([{ id: bolt.id, version: 2, failure: null }])
  expect((await operator.get(path(`parts/${created[0].id}`))).json()).toMatchObject({ cost: 0.25, stockLevel: 7 })
  expect(await names()).toEqual(['Bolt M8', 'Nut', 'Washer'])
  expect((await operator.post(path(`change-sets/${changeSetId}/undo`), {})).statusCode).toBe(200)
  expect(await names()).toEqual(['Bolt'])
})

test('one faulty record refuses the whole batch, and the answer says what is wrong with each', async () => {
  const bolt = await known('Bolt')
  const answer = await batch('parts', {
    create: [newPart('Nut'), newPart('Screw', { cost: -1, colour: 'red' }), newPart('bolt')],
    update: [
      { id: bolt.id, version: 7, name: 'Bolt M8' },
      { id: randomUUID(), version: null, name: 'Nothing' },
    ],
  })
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({
    message: '4 records are faulty; nothing was written',
    data: {
      reason: 'faulty_records',
      faulty: [
        {
          ...{ list: 'create', index: 1, code: 'BAD_REQUEST', status: 400 },
          data: { issues: [{ field: 'cost' }, { field: 'colour', message: "Unknown key 'colour'" }] },
        },
        { list: 'create', index: 2, code: 'CONFLICT', message: 'bolt exists already as "Bolt"' },
        { list: 'update', index: 0, code: 'CONFLICT', data: { reason: 'stale', current: { name: 'Bolt' } } },
        { list: 'update', index: 1, code: 'NOT_FOUND', message: 'That part no longer exists' },
      ],
    },
  })
  expect(await names()).toEqual(['Bolt'])
})

test('with skipFaulty the good records are written and each other one says why it was not', async () => {
  const answer = await batch('parts', {
    create: [newPart('Nut'), newPart('Nut'), newPart('Screw', { stockLevel: 'many' }), newPart('Washer')],
    skipFaulty: true,
  })
  expect(answer.statusCode).toBe(200)
  const { created } = answer.json()
  expect(created.map(({ failure }: { failure: { code: string } | null }) => failure?.code ?? 'written')).toEqual([
    ...['written', 'CONFLICT', 'BAD_REQUEST', 'written'],
  ])
  expect(created[1]).toMatchObject({ id: null, version: null, failure: { data: { field: 'partNumber' } } })
  expect(await names()).toEqual(['Nut', 'Washer'])
})

test('records that are written together are as single requests would write them, whatever fails among them', async () => {
  const [a, b, c, d] = await Promise.all(['A', 'B', 'C', 'D'].map(known))
  const answer = await batch('parts', {
    create: [
      newPart('N1', { cost: 1.25 }),
      newPart('N2', { stockLevel: 3, location: 'Shelf' }),
      newPart('n1'),
      newPart('N3', { stockLevel: -1 }),
      newPart('N4', { unit: 'm', decimals: 1, stockLevel: 0.5 }),
      newPart('N5', { stockLevel: 0.5 }),
    ],
    update: [
      { id: a?.id, version: 1, cost: 2 },
      { id: b?.id, version: 9, cost: 2 },
      { id: c?.id, version: 1, name: 'C2', stockLevel: 5 },
      { id: c?.id, version: null, cost: 3 },
      { id: d?.id, version: 1, partNumber: 'a' },
      { id: a?.id, version: 2, location: null, reorderThreshold: 4 },
    ],
    skipFaulty: true,
  })
  const { created, updated, changeSetId } = answer.json()
  const shortly = (outcomes: { version: number | null; failure: { message: string } | null }[]) =>
    outcomes.map(({ version, failure }) => failure?.message ?? version)
  expect(shortly(created)).toEqual([
    ...[1, 1, 'n1 exists already as "N1"', 'stockLevel: Must not be negative', 1],
    expect.stringMatching(/^stockLevel: Must/),
  ])
  expect(shortly(updated)).toEqual([
    ...[2, 'This has been changed since you opened it', 2, 3, 'a exists already as "A"', 3],
  ])
  const { items } = (await operator.get(path('parts?pageSize=50'))).json()
  const shown = items.map((part: Record<string, unknown>) => [
    ...[part.partNumber, part.name, part.cost, part.stockLevel, part.location, part.reorderThreshold],
  ])
  expect(shown).toEqual([
    ['A', 'A', 2, expect.any(Number), null, 4],
    ['B', 'B', expect.any(Number), expect.any(Number), null, expect.any(Number)],
    ['C', 'C2', 3, 5, null, expect.any(Number)],
    ['D', 'D', expect.any(Number), expect.any(Number), null, expect.any(Number)],
    ['N1', 'N1', 1.25, 0, null, 0],
    ['N2', 'N2', 0, 3, 'Shelf', 0],
    ['N4', 'N4', 0, 0.5, null, 0],
  ])
  const movements = await server.given.sql<{ item_id: string; delta: string }>(
    'select item_id, delta::float8 as delta from stock_movements where change_set_id = $1 order by id',
    [changeSetId],
  )
  expect(movements).toEqual([
    { item_id: created[1].id, delta: 3 },
    { item_id: created[4].id, delta: 0.5 },
    { item_id: c?.id, delta: 5 },
    // The value of its stock follows its cost.
    { item_id: c?.id, delta: 0 },
  ])
  expect((await operator.post(path(`change-sets/${changeSetId}/undo`), {})).statusCode).toBe(200)
  expect(await names()).toEqual(['A', 'B', 'C', 'D'])
})

test('assemblies, products and vendors are written with what belongs to them', async () => {
  const bolt = await known('Bolt')
  const line = { type: 'part', id: bolt.id, quantity: 4 }
  const assembly = await batch('assemblies', {
    create: [{ name: 'Frame', assemblyNumber: 'F-1', components: [line] }],
  })
  const { id } = assembly.json().created[0]
  const products = await batch('products', {
    create: [
      { name: 'Machine', sku: 'M-1', bom: [{ type: 'assembly', id, quantity: 1 }] },
      { name: 'Other', sku: 'M-2', bom: [{ ...line, id: randomUUID() }] },
    ],
    skipFaulty: true,
  })
  expect(products.json().created).toMatchObject([{ failure: null }, { failure: { code: 'UNPROCESSABLE' } }])
  expect(await names('products')).toEqual(['Machine'])
  const vendor = await batch('vendors', { create: [{ name: 'ACME', private: { iban: 'DE89 3704' } }] })
  const saved = vendor.json().created[0]
  expect((await operator.get(path(`vendors/${saved.id}`))).json()).toMatchObject({ private: { iban: 'DE89 3704' } })
  const changed = await batch('vendors', { update: [{ id: saved.id, version: saved.version, phone: '555' }] })
  expect(changed.json().updated).toMatchObject([{ id: saved.id, version: 2, failure: null }])
})

test('a record of another company is not found, and stays as it is', async () => {
  const other = await server.given.company()
  const foreign = await server.given.part(other, { name: 'Theirs', part_number: 'T-1' })
  const answer = await batch('parts', {
    create: [newPart('Nut')],
    update: [{ id: foreign.id, version: null, name: 'Ours' }],
    skipFaulty: true,
  })
  expect(answer.json().updated).toMatchObject([{ id: null, failure: { code: 'NOT_FOUND' } }])
  const [{ name } = { name: '' }] = await server.given.sql<{ name: string }>('select name from parts where id = $1', [
    foreign.id,
  ])
  expect(name).toBe('Theirs')
})

test('an empty batch, and one of more than 1,000 records, is refused', async () => {
  expect((await batch('parts', {})).json()).toMatchObject({ message: 'Send at least one record' })
  const create = Array.from({ length: 1_001 }, (_, at) => newPart(`P-${at}`))
  expect((await batch('parts', { create })).json()).toMatchObject({ message: 'Send at most 1,000 records' })
  expect(await names()).toEqual([])
})

test('1,000 records are written at once, and the same key writes them once', async () => {
  const create = Array.from({ length: 1_000 }, (_, at) => newPart(`P-${at}`))
  const headers = { 'idempotency-key': randomUUID() }
  const [one, again] = [
    await operator.post(path('parts/batch'), { create }, headers),
    await operator.post(path('parts/batch'), { create }, headers),
  ]
  expect(one.json().created).toHaveLength(1_000)
  expect(again.json()).toEqual(one.json())
  expect(await names()).toHaveLength(1_000)
})

test('a change of a batch that names no field is faulty', async () => {
  const bolt = await known('Bolt')
  const answer = await batch('parts', { update: [{ id: bolt.id, version: 1 }] })
  expect(answer.json()).toMatchObject({
    data: { faulty: [{ index: 0, code: 'BAD_REQUEST', message: 'Give at least one field to change' }] },
  })
})
