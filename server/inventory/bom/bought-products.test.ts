import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { csvText } from '../../testing/csv.ts'
import { useServer } from '../../testing/fixture.ts'

const { server, company, employee, operator } = useServer()

const path = (rest: string) => `/api/companies/${company.id}/${rest}`
const read = async (rest: string) => (await employee.get(path(rest))).json()

test('a product without components is bought: its stored cost counts, alone and in others, and nothing limits it', async () => {
  const { id } = await server.given.product(company, { cost: 5 })
  expect(await read(`bom/${id}/tree`)).toMatchObject({ cost: 5, rolledUpCost: 5, rows: [], isCut: false })
  const empty = { maxBuildable: null, limiting: [], rolledUpCost: 5, partsWithoutCost: 0, items: [], total: 0 }
  expect(await read(`bom/${id}/parts`)).toEqual({ target: 1, ...empty })
  expect(await read(`where-used/${id}`)).toEqual({ items: [], total: 0 })
  expect((await employee.get(path(`bom/${id}/tree.csv`))).body.split('\n')).toHaveLength(2)
  const kit = await server.given.product(company, { cost: 1 })
  await server.given.bomLine(company, { product_id: kit.id }, { sub_product_id: id }, 3)
  expect(await read(`bom/${kit.id}/tree`)).toMatchObject({
    rolledUpCost: 15,
    rows: [{ unitCost: 5, extendedCost: 15 }],
  })
  expect(await read(`bom/${kit.id}/parts`)).toMatchObject({
    ...{ maxBuildable: null, limiting: [], rolledUpCost: 15, total: 1 },
    items: [{ type: 'product', id, extendedCost: 15, isLimiting: false }],
  })
})

/** A product of two bought lamps, three screws and an empty assembly. */
async function machine() {
  const { given } = server
  const lamp = await given.product(company, { sku: 'LAMP', name: 'Lamp', cost: 40, location: 'Shelf 2' })
  const screw = await given.part(company, { part_number: 'SCREW', name: 'Screw', cost: 1.23, stock_level: 10 })
  const product = await given.product(company, { sku: 'MACHINE', name: 'Machine', cost: 7 })
  const nothing = await given.assembly(company, { assembly_number: 'EMPTY', name: 'Empty' })
  await given.bomLine(company, { product_id: product.id }, { sub_product_id: lamp.id }, 2)
  await given.bomLine(company, { product_id: product.id }, { part_id: screw.id }, 3)
  await given.bomLine(company, { product_id: product.id }, { sub_assembly_id: nothing.id }, 1)
  return { lamp, screw, product }
}

test('the flat list shows bought products, which have no stock yet', async () => {
  const { lamp, screw, product } = await machine()
  expect(await read(`bom/${product.id}/parts?target=5`)).toEqual({
    ...{ target: 5, maxBuildable: 3, limiting: [{ type: 'part', id: screw.id, number: 'SCREW', name: 'Screw' }] },
    ...{ rolledUpCost: 83.69, partsWithoutCost: 0, total: 2 },
    items: [
      {
        ...{ type: 'product', id: lamp.id, number: 'LAMP', name: 'Lamp', location: 'Shelf 2', quantity: 2 },
        ...{
          required: 10,
          onHand: null,
          missing: null,
          unitCost: 40,
          extendedCost: 80,
          isLimiting: false,
          unit: 'each',
        },
      },
      {
        ...{ type: 'part', id: screw.id, number: 'SCREW', name: 'Screw', location: null, quantity: 3 },
        ...{ required: 15, onHand: 10, missing: 5, unitCost: 1.23, extendedCost: 3.69, isLimiting: true, unit: 'each' },
      },
    ],
  })
  expect(
    csvText((await employee.get(path(`bom/${product.id}/parts.csv?target=5`))).body)
      .trimEnd()
      .split('\n'),
  ).toEqual([
    'Type,Part Number,Name,Location,Quantity,Required,On Hand,Missing,Unit Cost,Extended Cost,Limiting',
    'Product,LAMP,Lamp,Shelf 2,2,10,,,40,80,',
    'Part,SCREW,Screw,,3,15,10,5,1.23,3.69,yes',
  ])
})

test('a bought product limits what can be built from its first movement on, also when none is left', async () => {
  const { lamp, screw, product } = await machine()
  const move = (quantity: number) =>
    operator.post(path('movements'), { actionId: randomUUID(), lines: [{ itemId: lamp.id, quantity }] })
  const analysed = async () => {
    const { items } = await read('inventory/build-analysis?sort=maxBuildable&q=machine')
    const { maxBuildable, limiting, calculatedCost } = items[0]
    return [maxBuildable, limiting, calculatedCost]
  }
  const screws = { type: 'part', id: screw.id, number: 'SCREW', name: 'Screw' }
  const lamps = { type: 'product', id: lamp.id, number: 'LAMP', name: 'Lamp' }
  expect(await analysed()).toEqual([3, [screws], 83.69])
  await move(5)
  expect(await analysed()).toEqual([2, [lamps], 83.69])
  const list = await read(`bom/${product.id}/parts?target=5`)
  expect(list).toMatchObject({ maxBuildable: 2, limiting: [lamps], rolledUpCost: 83.69 })
  expect(list.items[0]).toMatchObject({ number: 'LAMP', onHand: 5, missing: 5, isLimiting: true })
  await move(1)
  expect(await analysed()).toEqual([3, [lamps, screws], 83.69])
  await move(-6)
  expect(await analysed()).toEqual([0, [lamps], 83.69])
  const rows = await server.given.sql('select buildable::int from app.max_buildable($1) where id = $2', [
    ...[company.id, product.id],
  ])
  expect(rows).toEqual([{ buildable: 0 }])
})

test('a bought product that is used in several places is one row', async () => {
  const { lamp, product } = await machine()
  const crate = await server.given.product(company, { sku: 'CRATE', cost: 1 })
  await server.given.bomLine(company, { product_id: crate.id }, { sub_product_id: lamp.id }, 4)
  await server.given.bomLine(company, { product_id: crate.id }, { sub_product_id: product.id }, 3)
  const { items, total, rolledUpCost } = await read(`bom/${crate.id}/parts`)
  expect(items).toMatchObject([
    { number: 'LAMP', quantity: 10, extendedCost: 400 },
    { number: 'SCREW', quantity: 9, extendedCost: 11.07 },
  ])
  expect([total, rolledUpCost]).toEqual([2, 411.07])
})
