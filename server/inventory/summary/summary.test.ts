import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'
import { statementsOf } from '../../testing/postgres/statements.ts'

const { server, company, employee } = useServer()

const path = (rest: string) => `/api/companies/${company.id}/inventory/${rest}`
const read = async (rest: string) => (await employee.get(path(rest))).json()
const skus = async (rest: string) => (await read(rest)).items.map(({ sku }: { sku: string }) => sku)

/** Products A, B and C with a cost, a retail price and a BOM of some pieces of one own part; D has no BOM. */
async function fourProducts() {
  const { given } = server
  const plans = [
    { sku: 'A', name: 'Delta', cost: 10, retail_price: 40, stock: 7, quantity: 2, unit: 6 },
    { sku: 'B', name: 'Charlie', cost: 30, retail_price: 20, stock: 0, quantity: 1, unit: 4 },
    { sku: 'C', name: 'Bravo', cost: 5, retail_price: 8, stock: 50, quantity: 5, unit: 0.5 },
  ]
  for (const { stock, quantity, unit, ...fields } of plans) {
    const part = await given.part(company, { name: `${fields.name} part`, stock_level: stock, cost: unit })
    const product = await given.product(company, fields)
    await given.bomLine(company, { product_id: product.id }, { part_id: part.id }, quantity)
  }
  await given.product(company, { sku: 'D', name: 'Alpha', cost: 1, retail_price: 0 })
}

test('the summary has the figures of the cards, from parts and products', async () => {
  await fourProducts()
  await server.given.part(company, { stock_level: 3, reorder_threshold: 1, cost: 1.1111, retail_price: 2.5 })
  await server.given.assembly(company)
  await server.given.vendor(company)
  expect(await read('summary')).toEqual({
    totalProducts: 4,
    averageMargin: 56.25, // of A (75 %) and C (37.5 %)
    productsWithMargin: 2,
    productsWithoutCost: 0,
    criticalStock: 1, // the part of B has no stock, and its threshold is 0 too
    totalValue: 75.5,
    partsAtRetail: 7.5,
    productsAtRetail: 68,
    valueAtCost: 70.3333,
    ...{ partCount: 4, assemblyCount: 1, vendorCount: 1 },
  })
})

test('a product without a cost counts by its rolled-up cost, or is left out and the summary says so (decision 0014)', async () => {
  await fourProducts()
  const part = await server.given.part(company, { cost: 2 })
  const [built, free] = await Promise.all(
    [
      { sku: 'E', name: 'Echo', cost: 0, retail_price: 20 },
      { sku: 'F', name: 'Foxtrot', cost: 0, retail_price: 10 },
      { sku: 'G', name: 'Golf', cost: 0, retail_price: 99 },
      { sku: 'H', name: 'Hotel', cost: 0, retail_price: 0 },
    ].map((fields) => server.given.product(company, fields)),
  )
  await server.given.bomLine(company, { product_id: built?.id as string }, { part_id: part.id }, 4)
  const gift = await server.given.part(company, { cost: 0 })
  await server.given.bomLine(company, { product_id: free?.id as string }, { part_id: gift.id }, 1)
  // A has a margin of 75 %, C 37.5 %, E 60 % (its parts cost 8); F and G have no cost, H has no price.
  expect(await read('summary')).toMatchObject({ averageMargin: 57.5, productsWithMargin: 3, productsWithoutCost: 2 })
  const { items } = await read('build-analysis?sort=margin&order=desc')
  const shown = items.map(({ sku, margin }: { sku: string; margin: number | null }) => [sku, margin])
  expect(shown).toEqual([
    ['A', 75],
    ['E', 60],
    ['C', 37.5],
    ['B', -50],
    ['D', null],
    ['F', null],
    ['G', null],
    ['H', null],
  ])
})

test('hundreds of products without a cost are rolled up as a few are', async () => {
  const part = await server.given.part(company, { cost: 2 })
  await server.given.sql(
    `with made as (insert into products (company_id, sku, name, cost, retail_price)
       select $1, 'M-' || n, 'Many', 0, 8 from generate_series(1, 201) n returning id)
     insert into bom_lines (company_id, product_id, part_id, quantity, position) select $1, id, $2, 1, 1 from made`,
    [company.id, part.id],
  )
  expect(await read('summary')).toMatchObject({ averageMargin: 75, productsWithMargin: 201, productsWithoutCost: 0 })
})

test('the mean margin follows changes, deletion and undo of products, also of those that gain nothing', async () => {
  const operator = await server.signIn('company_operator', company)
  const products = `/api/companies/${company.id}/products`
  const margins = async () => {
    const { averageMargin, productsWithMargin, productsWithoutCost } = await read('summary')
    return [averageMargin, productsWithMargin, productsWithoutCost]
  }
  const { id } = (await operator.post(products, { name: 'One', sku: 'ONE', cost: 2, retailPrice: 3 })).json()
  await operator.post(products, { name: 'Two', sku: 'TWO', cost: 1, retailPrice: 4 })
  expect(await margins()).toEqual([54.1667, 2, 0])
  await operator.patch(`${products}/${id}`, { cost: 3 })
  expect(await margins()).toEqual([75, 1, 0])
  await operator.patch(`${products}/${id}`, { cost: 0 })
  expect(await margins()).toEqual([75, 1, 1])
  await operator.patch(`${products}/${id}`, { cost: 1.5 })
  const { changeSetId } = (await operator.delete(`${products}/${id}`)).json()
  expect(await margins()).toEqual([75, 1, 0])
  await operator.post(`/api/companies/${company.id}/change-sets/${changeSetId}/undo`)
  expect(await margins()).toEqual([62.5, 2, 0])
})

test('the summary of an empty company is zeros, without a margin', async () => {
  const zeros = { totalProducts: 0, criticalStock: 0, totalValue: 0, valueAtCost: 0, partCount: 0 }
  expect(await read('summary')).toMatchObject({ ...zeros, averageMargin: null, productsWithMargin: 0 })
  expect(await read('build-analysis')).toEqual({ items: [], total: 0, isCapped: false })
  expect(await read('build-analysis?sort=maxBuildable')).toEqual({ items: [], total: 0, isCapped: false })
})

test('the figures follow changes, deletion and undo', async () => {
  const operator = await server.signIn('company_operator', company)
  const parts = `/api/companies/${company.id}/parts`
  const part = { name: 'Bolt', partNumber: 'B', stockLevel: 10, retailPrice: 3, cost: 2 }
  const { id } = (await operator.post(parts, part)).json()
  expect(await read('summary')).toMatchObject({ totalValue: 30, valueAtCost: 20, criticalStock: 0 })
  await operator.patch(`${parts}/${id}`, { stockLevel: 5, reorderThreshold: 5 })
  expect(await read('summary')).toMatchObject({ totalValue: 15, valueAtCost: 10, criticalStock: 1 })
  const { changeSetId } = (await operator.delete(`${parts}/${id}`)).json()
  expect(await read('summary')).toMatchObject({ totalValue: 0, valueAtCost: 0, partCount: 0 })
  await operator.post(`/api/companies/${company.id}/change-sets/${changeSetId}/undo`)
  expect(await read('summary')).toMatchObject({ totalValue: 15, valueAtCost: 10, partCount: 1 })
})

test('the build analysis shows what limits each product, and both costs and margins', async () => {
  await fourProducts()
  const { items, total } = await read('build-analysis?sort=sku')
  expect(total).toBe(4)
  expect(items).toMatchObject([
    {
      ...{ sku: 'A', name: 'Delta', maxBuildable: 3, limiting: [{ name: 'Delta part' }], limitingCount: 1, cost: 10 },
      ...{ calculatedCost: 12, retailPrice: 40, margin: 75, calculatedMargin: 70 },
    },
    { sku: 'B', maxBuildable: 0, limitingCount: 1, calculatedCost: 4, margin: -50, calculatedMargin: 80 },
    { sku: 'C', maxBuildable: 10, cost: 5, calculatedCost: 2.5, margin: 37.5, calculatedMargin: 68.75 },
    {
      ...{ sku: 'D', maxBuildable: null, limiting: [], limitingCount: 0, cost: 1, calculatedCost: 1, retailPrice: 0 },
      ...{ margin: null, calculatedMargin: null },
    },
  ])
})

test('the first three limiting parts are named, and all are counted', async () => {
  const product = await server.given.product(company)
  for (const number of ['P-10', 'P-9', 'P-2', 'P-1']) {
    const part = await server.given.part(company, { part_number: number, stock_level: 4 })
    await server.given.bomLine(company, { product_id: product.id }, { part_id: part.id }, 2)
  }
  const [{ limiting, limitingCount, maxBuildable }] = (await read('build-analysis')).items
  expect([limiting.map(({ number }: { number: string }) => number), limitingCount, maxBuildable]).toEqual([
    ['P-1', 'P-2', 'P-9'],
    ...[4, 2],
  ])
})

test.each([
  ['name', 'DCBA', 'ABCD'],
  ['sku', 'ABCD', 'DCBA'],
  ['cost', 'DCAB', 'BACD'],
  ['margin', 'BCAD', 'ACBD'],
  ['maxBuildable', 'BACD', 'CABD'],
  ['calculatedCost', 'DCBA', 'ABCD'],
])('products are sorted by %s; what has no such figure comes last', async (sort, up, down) => {
  await fourProducts()
  expect((await skus(`build-analysis?sort=${sort}`)).join('')).toBe(up)
  expect((await skus(`build-analysis?sort=${sort}&order=desc`)).join('')).toBe(down)
})

test.each(['name', 'margin', 'maxBuildable', 'calculatedCost'])('pages and searches by %s', async (sort) => {
  await fourProducts()
  const whole = await skus(`build-analysis?sort=${sort}`)
  const pages = [1, 2, 3].map((page) => skus(`build-analysis?sort=${sort}&pageSize=2&page=${page}`))
  expect((await Promise.all(pages)).flat()).toEqual(whole)
  const found = await read(`build-analysis?sort=${sort}&q=LTA`)
  expect(found).toMatchObject({ total: 1, items: [{ sku: 'A', maxBuildable: 3 }] })
  expect(await read(`build-analysis?sort=${sort}&q=${encodeURIComponent('%')}`)).toMatchObject({ total: 0, items: [] })
})

test('other companies neither change the figures nor see them', async () => {
  await fourProducts()
  const mine = [await read('summary'), await read('build-analysis?sort=maxBuildable')]
  const other = await server.given.company()
  const part = await server.given.part(other, { stock_level: 1, retail_price: 9 })
  const product = await server.given.product(other, { retail_price: 7 })
  await server.given.bomLine(other, { product_id: product.id }, { part_id: part.id })
  expect([await read('summary'), await read('build-analysis?sort=maxBuildable')]).toEqual(mine)
  for (const rest of ['summary', 'build-analysis']) {
    const answer = await employee.get(`/api/companies/${other.id}/inventory/${rest}`)
    const unknown = await employee.get(`/api/companies/${randomUUID()}/inventory/${rest}`)
    expect([answer.statusCode, answer.body]).toEqual([404, unknown.body])
  }
})

test.each(['sort=retailPrice', 'page=0', 'pageSize=501', 'pageSize=x', 'order=up', 'category=x'])(
  'a list asked for by %s is refused',
  async (query) => {
    expect((await employee.get(path(`build-analysis?${query}`))).statusCode).toBe(400)
  },
)

test('no request runs more statements for more rows', async () => {
  const product = await server.given.product(company)
  const assembly = await server.given.assembly(company)
  await server.given.bomLine(company, { product_id: product.id }, { sub_assembly_id: assembly.id })
  const grow = async () => {
    const part = await server.given.part(company)
    await server.given.bomLine(company, { assembly_id: assembly.id }, { part_id: part.id })
    const more = await server.given.product(company)
    await server.given.bomLine(company, { product_id: more.id }, { sub_assembly_id: assembly.id })
    return part.id
  }
  const part = await grow()
  const sorts = ['name', 'margin', 'maxBuildable', 'calculatedCost'].map(
    (sort) => `inventory/build-analysis?sort=${sort}`,
  )
  const bom = [`bom/${product.id}/tree`, `bom/${product.id}/parts`, `where-used/${part}`]
  const questions = ['inventory/summary', ...sorts, ...bom]
  const count = async (rest: string) => {
    const sent = await statementsOf(async () =>
      expect((await employee.get(`/api/companies/${company.id}/${rest}`)).statusCode).toBe(200),
    )
    return sent.length
  }
  await count('inventory/summary') // the first request of a token looks up its owner
  const few: number[] = []
  for (const question of questions) few.push(await count(question))
  for (let more = 0; more < 20; more++) await grow()
  const many: number[] = []
  for (const question of questions) many.push(await count(question))
  expect(many).toEqual(few)
  expect(Math.min(...few)).toBeGreaterThan(1)
  expect(Math.max(...many)).toBeLessThan(8)
})
