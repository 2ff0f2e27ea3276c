import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'

const { server, company, operator } = useServer()

const path = (rest = '') => `/api/companies/${company.id}/assemblies${rest}`
const products = (rest = '') => `/api/companies/${company.id}/products${rest}`
const line = (type: string, { id }: { id: string }, quantity = 1) => ({ type, id, quantity })
const frame = { assemblyNumber: 'A-1', name: 'Frame' }

async function add(fields: object): Promise<{ id: string; version: number; changeSetId: string }> {
  const answer = await operator.post(path(), fields)
  expect(answer.statusCode).toBe(201)
  return answer.json()
}

test('an assembly is made of parts, assemblies and products; its lines show their names', async () => {
  const [bolt, motor] = [await server.given.part(company), await server.given.product(company)]
  const leg = await server.given.assembly(company)
  const components = [line('part', bolt, 12), line('product', motor), line('assembly', leg, 4)]
  const made = await add({ ...frame, location: 'B2', components })
  expect(made).toMatchObject({ ...frame, location: 'B2', componentCount: 3 })
  await operator.patch(`/api/companies/${company.id}/parts/${bolt.id}`, { name: 'Bolt M3' })
  const read = (await operator.get(path(`/${made.id}`))).json()
  expect(read.components).toEqual([
    { type: 'part', id: bolt.id, number: bolt.part_number, name: 'Bolt M3', quantity: 12, unit: 'each', decimals: 0 },
    { type: 'product', id: motor.id, number: motor.sku, name: motor.name, quantity: 1, unit: 'each', decimals: 0 },
    {
      type: 'assembly',
      id: leg.id,
      number: leg.assembly_number,
      name: leg.name,
      quantity: 4,
      unit: 'each',
      decimals: 0,
    },
  ])
  const list = (await operator.get(path('?q=frame'))).json()
  expect(list).toMatchObject({ total: 1, items: [{ ...frame, componentCount: 3 }] })
  expect(list.items[0]).not.toHaveProperty('components')
})

test('components are replaced as a whole, logged line by line, and undone together', async () => {
  const [bolt, nut, washer] = [
    await server.given.part(company, { part_number: 'B', name: 'Bolt' }),
    await server.given.part(company, { part_number: 'N', name: 'Nut' }),
    await server.given.part(company, { part_number: 'W', name: 'Washer' }),
  ]
  const { id, version } = await add({ ...frame, components: [line('part', bolt, 2), line('part', nut)] })
  const components = [line('part', washer, 7), line('part', bolt, 3)]
  const saved = (
    await operator.patch(path(`/${id}`), { name: 'Big frame', components }, { 'if-match': `${version}` })
  ).json()
  expect(
    saved.components.map(({ number, quantity }: { number: string; quantity: number }) => [number, quantity]),
  ).toEqual([
    ['W', 7],
    ['B', 3],
  ])
  expect(saved.version).toBeGreaterThan(version)
  const { items } = (
    await operator.get(`/api/companies/${company.id}/activity?entityId=${id}&changeSetId=${saved.changeSetId}`)
  ).json()
  expect(items.map(({ description }: { description: string }) => description).sort()).toEqual([
    'Added 7 × W Washer',
    'Changed name',
    'Changed quantity of B Bolt',
    'Removed 1 × N Nut',
  ])
  await operator.post(`/api/companies/${company.id}/change-sets/${saved.changeSetId}/undo`)
  const undone = (await operator.get(path(`/${id}`))).json()
  expect(undone).toMatchObject({
    name: 'Frame',
    components: [
      { number: 'B', quantity: 2 },
      { number: 'N', quantity: 1 },
    ],
  })
})

test('the same lines again change nothing', async () => {
  const components = [line('part', await server.given.part(company), 2)]
  const { id } = await add({ ...frame, components })
  expect((await operator.patch(path(`/${id}`), { components })).json().changeSetId).toBe(null)
})

test('a save is stale when somebody changed the lines since it began (T94)', async () => {
  const { id, version } = await add({ ...frame, components: [] })
  const components = [line('part', await server.given.part(company))]
  expect((await operator.patch(path(`/${id}`), { components }, { 'if-match': `${version}` })).statusCode).toBe(200)
  const stale = await operator.patch(path(`/${id}`), { name: 'x' }, { 'if-match': `${version}` })
  expect(stale.statusCode).toBe(409)
  expect(stale.json().data).toMatchObject({ reason: 'stale', current: { components: [{ quantity: 1 }] } })
})

test('a component that does not exist is refused with its line, and so is one of another company (T3)', async () => {
  const foreign = await server.given.part(await server.given.company())
  const own = await server.given.part(company)
  const refused = async (component: object) =>
    operator.post(path(), { ...frame, components: [line('part', own), component] })
  const answers = [
    await refused(line('part', foreign)),
    await refused(line('part', { id: randomUUID() })),
    await refused(line('assembly', await server.given.part(company))),
  ]
  for (const answer of answers) {
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({
      message: 'This component does not exist',
      data: { field: 'components.1.id' },
    })
    expect(answer.body).toBe(answers[0]?.body)
  }
  expect((await operator.get(path())).json().total).toBe(0)
})

test.each([
  [{ quantity: 0 }, 'Must be more than 0'],
  [{ quantity: -1 }, 'Must be more than 0'],
  [{ quantity: 1e9 }, 'Must be at most 1,000,000'],
  [{ quantity: 1.5 }, 'Must be a whole number'],
  [{ quantity: '2' }, 'Must be a number'],
  [{ quantity: null }, 'Must be a number'],
  [{ type: 'vendor' }, 'Must be part, assembly or product'],
  [{ id: 'x' }, 'Choose a component'],
])('a line that is not valid is refused, and the answer says which: %j (T98)', async (wrong, message) => {
  const part = await server.given.part(company)
  const answer = await operator.post(path(), { ...frame, components: [{ ...line('part', part), ...wrong }] })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data.issues).toContainEqual({ field: `components.0.${Object.keys(wrong)[0]}`, message })
})

test('a component can be in a list only once', async () => {
  const part = await server.given.part(company)
  for (const again of [part, { id: part.id.toUpperCase() }]) {
    const answer = await operator.post(path(), { ...frame, components: [line('part', part), line('part', again, 2)] })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().data.issues).toEqual([
      { field: 'components.1.id', message: 'This component is in the list already' },
    ])
  }
})

test('nothing contains itself, directly or through others, and the answer names the loop (T98)', async () => {
  const a = await add({ assemblyNumber: 'A', name: 'a' })
  const b = await add({ assemblyNumber: 'B', name: 'b', components: [line('assembly', a)] })
  const { id } = (await operator.post(products(), { sku: 'P', name: 'p', bom: [line('assembly', b)] })).json()
  const loops: [object, string][] = [
    [line('assembly', a), 'A > A'],
    [line('assembly', b), 'A > B > A'],
    [line('product', { id }), 'A > P > B > A'],
  ]
  for (const [component, loop] of loops) {
    const answer = await operator.patch(path(`/${a.id}`), { components: [component] })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({
      message: `A bill of materials cannot contain itself: ${loop}`,
      data: { reason: 'bom_loop', detail: loop },
    })
  }
  expect((await operator.get(path(`/${a.id}`))).json().components).toEqual([])
})

test('when two saves at the same time would close a loop, one is refused (T98)', async () => {
  for (const round of [1, 2, 3, 4, 5]) {
    const [a, b, c] = [1, 2, 3].map((n) => add({ assemblyNumber: `${round}-${n}`, name: 'x' }))
    const [x, y, z] = [await a, await b, await c] as { id: string }[] as [
      { id: string },
      { id: string },
      { id: string },
    ]
    const answers = await Promise.all([
      operator.patch(path(`/${x.id}`), { components: [line('assembly', y)] }),
      operator.patch(path(`/${y.id}`), { components: [line('assembly', z)] }),
      operator.patch(path(`/${z.id}`), { components: [line('assembly', x)] }),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 422])
  }
})

test('a bill of materials has at most twenty levels, wherever a level is added (T98)', async () => {
  let below: { id: string } | undefined
  const chain: { id: string }[] = []
  for (let level = 1; level <= 20; level++) {
    below = await add({ assemblyNumber: `L${level}`, name: 'x', components: below ? [line('assembly', below)] : [] })
    chain.push(below)
  }
  const deeper = await operator.post(path(), { ...frame, components: [line('assembly', chain[19] as { id: string })] })
  expect(deeper.statusCode).toBe(422)
  expect(deeper.json().data).toMatchObject({ reason: 'bom_too_deep' })
  const leaf = await add({ assemblyNumber: 'leaf', name: 'x' })
  const under = await operator.patch(path(`/${chain[0]?.id}`), { components: [line('assembly', leaf)] })
  expect(under.json().data).toMatchObject({ reason: 'bom_too_deep' })
  const part = await server.given.part(company)
  expect((await operator.patch(path(`/${chain[0]?.id}`), { components: [line('part', part)] })).statusCode).toBe(200)
})

test('an item in use is not deleted; the answer names the uses (T99)', async () => {
  const part = await server.given.part(company)
  const { id } = await add({ ...frame, components: [line('part', part)] })
  await operator.post(products(), { sku: 'P', name: 'Machine', bom: [line('assembly', { id }), line('part', part)] })
  const ofPart = await operator.delete(`/api/companies/${company.id}/parts/${part.id}`)
  expect(ofPart.statusCode).toBe(409)
  expect(ofPart.json().data).toMatchObject({
    reason: 'in_use',
    count: 2,
    uses: [
      { type: 'assembly', id, number: 'A-1', name: 'Frame' },
      { type: 'product', number: 'P', name: 'Machine' },
    ],
  })
  expect((await operator.delete(path(`/${id}`))).json().data).toMatchObject({ reason: 'in_use', count: 1 })
  const free = await add({ assemblyNumber: 'free', name: 'x' })
  const ofBoth = await operator.post(path('/bulk-delete'), { selection: { ids: [id, free.id] } })
  expect(ofBoth.json().data).toMatchObject({ reason: 'in_use', used: [id] })
})

test('a deleted assembly comes back with its lines', async () => {
  const { id } = await add({ ...frame, components: [line('part', await server.given.part(company), 5)] })
  const { changeSetId } = (await operator.delete(path(`/${id}`))).json()
  expect((await operator.get(path(`/${id}`))).statusCode).toBe(404)
  await operator.post(`/api/companies/${company.id}/change-sets/${changeSetId}/undo`)
  expect((await operator.get(path(`/${id}`))).json()).toMatchObject({ ...frame, components: [{ quantity: 5 }] })
})

test('undoing the creation of an assembly keeps it when somebody changed its lines since', async () => {
  const { id, changeSetId } = await add({ ...frame, components: [line('part', await server.given.part(company))] })
  await operator.patch(path(`/${id}`), { components: [line('part', await server.given.part(company))] })
  const undo = await operator.post(`/api/companies/${company.id}/change-sets/${changeSetId}/undo`)
  expect(undo.json()).toMatchObject({ conflictCount: expect.any(Number) })
  expect((await operator.get(path(`/${id}`))).json().components).toHaveLength(1)
})

test('undoing the creation of an assembly deletes its lines too', async () => {
  const { id, changeSetId } = await add({ ...frame, components: [line('part', await server.given.part(company))] })
  const undo = await operator.post(`/api/companies/${company.id}/change-sets/${changeSetId}/undo`)
  expect(undo.json()).toMatchObject({ conflictCount: 0 })
  expect((await operator.get(path(`/${id}`))).statusCode).toBe(404)
})

test('a number in use is refused, with the field', async () => {
  await add(frame)
  const answer = await operator.post(path(), { ...frame, name: 'Other' })
  expect(answer.statusCode).toBe(409)
  expect(answer.json().data).toEqual({ reason: 'duplicate', field: 'assemblyNumber' })
})
