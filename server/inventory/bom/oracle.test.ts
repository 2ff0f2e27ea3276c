import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'
import type { GivenCompany } from '../../testing/given/given.ts'
import {
  buildsOf,
  costOf,
  decimal,
  dollars,
  gatherSets,
  needsOf,
  type OracleItem,
  type OracleLine,
  type OraclePart,
  type OracleSet,
  type SetPlan,
  setOf,
  setPlan,
  treeOf,
  usesOf,
} from '../../testing/oracles/bom-oracle.ts'

const { server } = useServer()

const companies = 4
const groups = 10
const setsInAGroup = 10
const group = fc.array(setPlan, { minLength: setsInAGroup, maxLength: setsInAGroup })
const batch = fc.record({
  plans: fc.array(group, { minLength: groups, maxLength: groups }),
  target: fc.integer({ min: 1, max: 1_000_000 }),
})

/** One product above ten sets that share a washer: one request compares all ten. */
function gather(plans: SetPlan[], name: string): OracleSet {
  const washer: OraclePart = {
    id: randomUUID(),
    kind: 'part',
    number: `${name}-W`,
    cost: 3n,
    stock: 21_474_836_470_000n,
    decimals: 0,
  }
  const sets = plans.map((plan, index) => setOf(plan, `${name}-${index}`, randomUUID, [washer]))
  return gatherSets(sets, name, randomUUID, [washer])
}

test('every figure equals that of walking all paths, on 400 random sets of BOMs', { timeout: 120_000 }, async () => {
  let checked = 0
  await fc.assert(
    fc.asyncProperty(batch, async ({ plans, target }) => {
      const company = await server.given.company()
      const { get } = await server.signIn('employee', company)
      const read = async (path: string) => {
        const answer = await get(`/api/companies/${company.id}/${path}`)
        expect([path, answer.statusCode]).toEqual([path, 200])
        return answer.json()
      }
      const sets = plans.map((group, index) => gather(group, `G${index}`))
      await store(company, sets)
      for (const set of sets) {
        const [root] = set.items as [OracleItem]
        const id = set.parts.at(-1)?.id ?? ''
        expect(await read(`bom/${root.id}/tree`)).toEqual(expectedTree(root))
        expect(await read(`bom/${root.id}/parts?target=${target}`)).toEqual(expectedParts(root, BigInt(target)))
        expect(await read(`where-used/${id}`)).toEqual(expectedUses(set, id))
        checked += setsInAGroup
      }
      await checkAnalysis(read, sets)
      expect(await differing(company)).toEqual([])
    }),
    { numRuns: companies, endOnFailure: true },
  )
  expect(checked).toBe(companies * groups * setsInAGroup)
})

/** The products whose cost is another one when they are rolled up alone than together with all others. */
const differing = (company: GivenCompany) =>
  server.given.sql(
    `select p.id, one.cost, a.cost as of_all from products p
     left join app.rolled_up_costs_of($1, array(select id from products where company_id = $1)) one on one.id = p.id
     left join app.rolled_up_costs($1) a on a.id = p.id
     where p.company_id = $1 and one.cost is distinct from a.cost`,
    [company.id],
  )

async function store(company: GivenCompany, sets: OracleSet[]) {
  const insert = (table: string, columns: string, rows: unknown[]) =>
    server.given.sql(
      `insert into ${table} (company_id, ${columns}) select $1, ${columns} from jsonb_populate_recordset(null::${table}, $2)`,
      [company.id, JSON.stringify(rows)],
    )
  const parts = sets.flatMap((set) => set.parts)
  const items = sets.flatMap((set) => set.items)
  const ofKind = (kind: OracleItem['kind'], number: string) =>
    items
      .filter((item) => item.kind === kind)
      .map((item) => ({ id: item.id, [number]: item.number, name: item.number, cost: decimal(item.cost) }))
  const stored = (part: OraclePart) => ({
    cost: decimal(part.cost),
    stock_level: decimal(part.stock),
    unit: unitOf(part),
    decimals: part.decimals,
  })
  await insert(
    'parts',
    'id, part_number, name, cost, stock_level, unit, decimals',
    parts.map((part) => ({ id: part.id, part_number: part.number, name: part.number, ...stored(part) })),
  )
  await insert('assemblies', 'id, assembly_number, name', ofKind('assembly', 'assembly_number'))
  const products = ofKind('product', 'sku').map((row, index) => ({ ...row, retail_price: index % 5 }))
  await insert('products', 'id, sku, name, cost, retail_price', products)
  const component = { part: 'part_id', assembly: 'sub_assembly_id', product: 'sub_product_id' } as const
  const lines = items.flatMap((item) =>
    item.lines.map((line, position) => ({
      ...{ id: randomUUID(), position, quantity: decimal(line.quantity) },
      [item.kind === 'product' ? 'product_id' : 'assembly_id']: item.id,
      [component[line.component.kind]]: line.component.id,
    })),
  )
  const columns = 'id, position, quantity, product_id, assembly_id, part_id, sub_assembly_id, sub_product_id'
  await insert('bom_lines', columns, lines)
}

const unitOf = (item: OraclePart | OracleItem) => (item.kind === 'part' && item.decimals > 0 ? 'm' : 'each')

const named = ({ id, number }: { id: string; number: string }) => ({ id, number, name: number })

function expectedTree(root: OracleItem) {
  const rowOf = ({ component, quantity }: OracleLine, path: string[], total: bigint) => ({
    ...{ key: path.join('/'), parentKey: path.slice(0, -1).join('/') || null, level: path.length },
    pictureId: null,
    ...{ type: component.kind, ...named(component), quantity: decimal(quantity), totalQuantity: decimal(total) },
    ...{
      unit: unitOf(component),
      unitCost: dollars(costOf(component)),
      extendedCost: dollars((costOf(component) * total) / 10_000n),
    },
    hasChildren: component.kind !== 'part' && component.lines.length > 0,
  })
  return {
    ...{ type: root.kind, ...named(root), cost: root.kind === 'product' ? decimal(root.cost) : null },
    ...{ rolledUpCost: dollars(costOf(root)), partsWithoutCost: costlessIn(root), isCut: false },
    rows: treeOf(root).map(({ line, path, total }) => rowOf(line, path, total)),
  }
}

function expectedParts(root: OracleItem, target: bigint) {
  const { most, limiting } = buildsOf(root)
  const items = [...needsOf(root)]
    .sort(([a], [b]) => (a.number < b.number ? -1 : 1))
    .map(([item, quantity]) => {
      const required = quantity * target
      return {
        ...{
          type: item.kind,
          ...named(item),
          location: null,
          quantity: decimal(quantity),
          required: decimal(required),
          unit: unitOf(item),
        },
        ...(item.kind === 'part' ? stockOf(item, required) : { onHand: null, missing: null }),
        ...{ unitCost: decimal(item.cost), extendedCost: dollars(item.cost * quantity) },
        isLimiting: item.kind === 'part' && limiting.includes(item),
      }
    })
  const cost = [...needsOf(root)].reduce((sum, [item, quantity]) => sum + item.cost * quantity, 0n)
  expect(cost).toBe(costOf(root))
  return {
    ...{
      target: Number(target),
      maxBuildable: most === null ? null : Number(most),
      limiting: limiting.map((part) => ({ type: 'part', ...named(part) })),
    },
    ...{ rolledUpCost: dollars(costOf(root)), partsWithoutCost: costlessIn(root), items, total: items.length },
  }
}

const costlessIn = (root: OracleItem) => [...needsOf(root).keys()].filter(({ cost }) => cost === 0n).length

const stockOf = ({ stock }: OraclePart, required: bigint) => ({
  ...{ onHand: decimal(stock), missing: decimal(required > stock ? required - stock : 0n) },
})

function expectedUses(set: OracleSet, id: string) {
  const items = [...usesOf(set, id)]
    .map(([item, { level, quantity }]) => ({ type: item.kind, ...named(item), level, quantity: decimal(quantity) }))
    .sort((a, b) => a.level - b.level || (a.name < b.name ? -1 : 1))
  return { items, total: items.length }
}

/** All products of all sets, by the two sort orders that read every bill of materials. */
async function checkAnalysis(read: (path: string) => Promise<{ items: object[]; total: number }>, sets: OracleSet[]) {
  const products = sets.flatMap(({ items }) => items).filter(({ kind }) => kind === 'product')
  const figures = products.map((item) => ({ item, ...buildsOf(item), cost: costOf(item) }))
  const byName = (a: { item: OracleItem }, b: { item: OracleItem }) => (a.item.number < b.item.number ? -1 : 1)
  const all = 2n ** 200n // more than can ever be built: products without a limit come last
  const rank = ({ most }: { most: bigint | null }) => most ?? all
  const orders = {
    'sort=maxBuildable': figures.toSorted((a, b) => Number(rank(a) - rank(b)) || byName(a, b)),
    'sort=calculatedCost&order=desc': figures.toSorted((a, b) => Number(b.cost - a.cost) || byName(a, b)),
    'sort=name': figures.toSorted(byName),
  }
  for (const [sort, expected] of Object.entries(orders)) {
    const found: object[] = []
    for (let page = 1; page === 1 || found.length < expected.length; page++) {
      const { items, total } = await read(`inventory/build-analysis?${sort}&pageSize=200&page=${page}`)
      expect(total).toBe(expected.length)
      found.push(...items)
    }
    expect(found).toMatchObject(
      expected.map(({ item, most, limiting, cost }) => ({
        ...{ id: item.id, sku: item.number, maxBuildable: most === null ? null : Number(most) },
        ...{ limiting: limiting.slice(0, 3).map(named), limitingCount: limiting.length, calculatedCost: dollars(cost) },
      })),
    )
  }
}
