import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { Client } from '../fixture.ts'
import type { GivenCompany } from '../given/given.ts'
import type { TestServer } from '../server.ts'

// What people do to the stock of a part in metres, an assembly and a product, for the tests with random histories.

const item = fc.nat(2)
const count = fc.integer({ min: 1, max: 30 })
const cents = fc.option(fc.integer({ min: 1, max: 999_999 }))
const spot = { place: fc.constantFrom(null, 0, 1, 2), lot: fc.constantFrom(null, null, 'L1', 'L2') }
const which = fc.nat(40)
const kindOf = <Kind extends string>(kind: Kind) => fc.constant(kind)
const row = fc.record({ item, count: fc.nat(40), cents, ...spot })

/** `which`: one of the movements or of the changes so far; `place`: null is the home place */
export const stockStep = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: kindOf('in'), item, count, cents, ...spot }) },
  { weight: 6, arbitrary: fc.record({ kind: kindOf('out'), item, count, ...spot }) },
  { weight: 4, arbitrary: fc.record({ kind: kindOf('move'), item, count, to: fc.nat(2), ...spot }) },
  { weight: 3, arbitrary: fc.record({ kind: kindOf('count'), item, count: fc.nat(40), ...spot }) },
  { weight: 2, arbitrary: fc.record({ kind: kindOf('set'), count: fc.nat(60) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kindOf('file'),
      rows: fc.uniqueArray(row, { minLength: 1, maxLength: 3, selector: (each) => each.item }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kindOf('revalue'), item }) },
  { weight: 4, arbitrary: fc.record({ kind: kindOf('reverse'), which }) },
  { weight: 4, arbitrary: fc.record({ kind: kindOf('undo'), which }) },
  { weight: 2, arbitrary: fc.record({ kind: kindOf('remove'), item }) },
  { weight: 2, arbitrary: fc.record({ kind: kindOf('restore'), item }) },
)
export type StockStep = typeof stockStep extends fc.Arbitrary<infer Value> ? Value : never

/** What one of each costs, and is worth before it has come in with a price: a part, an assembly of three bolts, a product. */
export const costs = [1.5, 6, 50] as const
export const opening = 2.5
const lists = ['parts', 'assemblies', 'products'] as const

export type StockWorld = { ids: string[]; numbers: string[]; places: { id: string; code: string }[] }

/** Three items and three places: the first two items are at home at the first place, the product has no home. The part begins with an opening stock. */
export async function stockWorld(given: TestServer['given'], company: GivenCompany): Promise<StockWorld> {
  const places: StockWorld['places'] = [
    await given.location(company),
    await given.location(company),
    await given.location(company),
  ]
  const location = places[0]?.code
  const bolt = await given.part(company, { cost: 2 })
  const measure = { unit: 'm', decimals: 2, stock_level: opening }
  const wire = await given.part(company, { cost: costs[0], location, ...measure })
  const frame = await given.assembly(company, { location })
  await given.bomLine(company, { assembly_id: frame.id }, { part_id: bolt.id }, 3)
  const pump = await given.product(company, { cost: costs[2] })
  return {
    ids: [wire.id, frame.id, pump.id],
    numbers: [wire.part_number, frame.assembly_number, pump.sku],
    places,
  }
}

/** What is counted of an item in a step: the wire is cut to the centimetre. */
export const quantityOf = (item: number, count: number) => (item === 0 ? Math.round(count * 37) / 100 : count)

type Sent = Exclude<StockStep, { kind: 'reverse' | 'undo' | 'restore' }>

/** Sends a step as a person does. @returns the answers, the last of them to the step itself */
export async function sendStep(person: Client, company: GivenCompany, world: StockWorld, step: Sent) {
  const path = (rest: string) => `/api/companies/${company.id}/${rest}`
  const { ids, numbers, places } = world
  const at = (place: number | null) => (place === null ? null : (places[place]?.id ?? null))
  const post = (line: object) => person.post(path('movements'), { actionId: randomUUID(), lines: [line] })
  if (step.kind === 'set')
    return [await person.patch(path(`parts/${ids[0]}`), { stockLevel: quantityOf(0, step.count) })]
  if (step.kind === 'remove') return [await person.delete(path(`${lists[step.item]}/${ids[step.item]}`))]
  if (step.kind === 'revalue')
    return [await person.post(path(`stock/${ids[step.item]}/revaluations`), { actionId: randomUUID() })]
  if (step.kind === 'file') {
    const rows = step.rows.map((each) =>
      [
        numbers[each.item],
        each.place === null ? '' : places[each.place]?.code,
        each.lot ?? '',
        quantityOf(each.item, each.count),
        each.cents === null ? '' : each.cents / 100,
      ].join(),
    )
    const file = `Item Number,Place,Lot,Quantity,Cost Each\n${rows.join('\n')}\n`
    const preview = await person.post(path('imports?type=stock'), file, { 'content-type': 'text/csv' })
    return [preview, await person.post(path(`imports/${preview.json().id}/commit`), {})]
  }
  const spot = { locationId: at(step.place), lotNumber: step.lot }
  const quantity = quantityOf(step.item, step.count)
  if (step.kind === 'count')
    return [await person.post(path(`stock/${ids[step.item]}/counts`), { counted: quantity, onHand: null, ...spot })]
  const line = { itemId: ids[step.item], ...spot }
  if (step.kind === 'move') return [await post({ ...line, quantity, toLocationId: at(step.to) })]
  if (step.kind === 'out') return [await post({ ...line, quantity: -quantity })]
  return [await post({ ...line, quantity, ...(step.cents !== null && { unitCost: step.cents / 100 }) })]
}
