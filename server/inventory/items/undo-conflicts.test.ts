import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'

const { server, company, operator } = useServer()

const path = (rest: string) => `/api/companies/${company.id}/${rest}`
const list = async (noun: string) => (await operator.get(path(`${noun}?pageSize=500`))).json().items
const numbered = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

async function importFile(body: string): Promise<string> {
  const { id } = (await operator.post(path('imports'), body, { 'content-type': 'text/csv' })).json()
  const answer = await operator.post(path(`imports/${id}/commit`), {})
  expect(answer.json()).toMatchObject({ errors: [] })
  return id
}

test('of many imported assemblies, undo keeps only those in use, with what they contain', async () => {
  await server.given.part(company, { part_number: 'P-1', name: 'Bolt' })
  const cell = (lines: object[]) => `"${JSON.stringify(lines).replaceAll('"', '""')}"`
  const rows = numbered(200).map((n) => {
    const below = n % 2 ? [{ type: 'assembly', number: `A-${n + 1}`, quantity: 2 }] : []
    return `A-${n},Name of A-${n},${cell([{ type: 'part', number: 'P-1', quantity: n }, ...below])}`
  })
  const id = await importFile(`Assembly Number,Name,Components (JSON)\n${rows.join('\n')}\n`)
  const used = (await list('assemblies')).filter(({ assemblyNumber }: { assemblyNumber: string }) =>
    ['A-7', 'A-100'].includes(assemblyNumber),
  )
  await operator.post(path('products'), {
    sku: 'S-1',
    name: 'Machine',
    bom: used.map(({ id: component }: { id: string }) => ({ type: 'assembly', id: component, quantity: 1 })),
  })
  const undo = (await operator.post(path(`imports/${id}/undo`), {})).json()
  expect(undo).toMatchObject({ restored: 197, conflictCount: 3 })
  expect(
    undo.conflicts.map(({ entityName, reason }: Record<string, string>) => `${entityName}: ${reason}`).sort(),
  ).toEqual([
    'Name of A-100: Other records use it',
    'Name of A-7: Other records use it',
    'Name of A-8: Other records use it',
  ])
  const left = await list('assemblies')
  expect(left.map(({ assemblyNumber }: { assemblyNumber: string }) => assemblyNumber).sort()).toEqual([
    'A-100',
    'A-7',
    'A-8',
  ])
  const seven = left.find(({ assemblyNumber }: { assemblyNumber: string }) => assemblyNumber === 'A-7')
  const { components } = (await operator.get(path(`assemblies/${seven.id}`))).json()
  expect(components).toMatchObject([
    { number: 'P-1', quantity: 7 },
    { number: 'A-8', quantity: 2 },
  ])
})

test('undo restores many deleted parts, except those whose number has been used since', async () => {
  await importFile(
    `Part Number,Name\n${numbered(120)
      .map((n) => `P-${n},Part ${n}`)
      .join('\n')}\n`,
  )
  const ids = (await list('parts')).map(({ id }: { id: string }) => id)
  const { changeSetId } = (await operator.post(path('parts/bulk-delete'), { selection: { ids } })).json()
  for (const n of [3, 60, 61, 119]) await server.given.part(company, { part_number: `P-${n}`, name: `New ${n}` })
  const undo = (await operator.post(path(`change-sets/${changeSetId}/undo`))).json()
  expect(undo).toMatchObject({ restored: 116, conflictCount: 4 })
  expect(
    undo.conflicts.map(({ entityName, reason }: Record<string, string>) => `${entityName}: ${reason}`).sort(),
  ).toEqual([119, 3, 60, 61].map((n) => `Part ${n}: Its number or name is used by P-${n} New ${n} now`))
  const names = (await list('parts')).map(({ name }: { name: string }) => name)
  expect(names).toHaveLength(120)
  expect(names).toEqual(expect.arrayContaining(['New 3', 'New 60', 'New 61', 'New 119', 'Part 1', 'Part 120']))
})

test('a deleted product comes back only when its component is there', async () => {
  const part = await server.given.part(company, { part_number: 'P-1', cost: 10 })
  const add = async (noun: string, fields: object) => (await operator.post(path(noun), fields)).json()
  const line = (type: string, { id }: { id: string }) => [{ type, id, quantity: 2 }]
  const arm = await add('assemblies', { assemblyNumber: 'A-1', name: 'Arm', components: line('part', part) })
  const lamp = await add('products', { sku: 'S-1', name: 'Lamp', bom: line('assembly', arm) })
  const shelf = await add('products', { sku: 'S-2', name: 'Shelf', bom: line('product', lamp) })
  const plain = await add('products', { sku: 'S-3', name: 'Plain', bom: line('part', part) })
  const ids = [lamp.id, shelf.id, plain.id]
  const products = (await operator.post(path('products/bulk-delete'), { selection: { ids } })).json()
  const assembly = (await operator.delete(path(`assemblies/${arm.id}`))).json()
  const undo = async (set: string) => (await operator.post(path(`change-sets/${set}/undo`))).json()
  const names = async () => (await list('products')).map(({ name }: { name: string }) => name).sort()

  const first = await undo(products.changeSetId)
  expect(first).toMatchObject({ restored: 1, conflictCount: 2 })
  expect(
    first.conflicts.map(({ entityName, reason }: Record<string, string>) => `${entityName}: ${reason}`).sort(),
  ).toEqual(['Lamp: It contains A-1 Arm, which is gone', 'Shelf: It contains S-1 Lamp, which is gone'])
  expect(await names()).toEqual(['Plain'])
  await undo(first.changeSetId)
  expect(await undo(assembly.changeSetId)).toMatchObject({ restored: 1, conflictCount: 0 })
  expect(await undo(products.changeSetId)).toMatchObject({ restored: 3, conflictCount: 0 })
  expect(await names()).toEqual(['Lamp', 'Plain', 'Shelf'])
  expect((await operator.get(path(`bom/${shelf.id}/tree`))).json()).toMatchObject({ rolledUpCost: 80 })
})
