import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'

const { company, operator } = useServer()

const at = (rest: string) => `/api/companies/${company.id}/${rest}`
const preview = async (body: string, query = '') =>
  (await operator.post(at(`imports${query}`), body, { 'content-type': 'text/csv' })).json()
const commit = async (id: string) => (await operator.post(at(`imports/${id}/commit`), {})).json()
const products = async () => (await operator.get(at('products?pageSize=500&sort=name'))).json().items
const file = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../../e2e/files/${name}`, import.meta.url)), 'utf8')
type Column = { header: string; note: string | null }

test('the preview of a store export shows what is merged, what is imported and what is left out (decision 0053)', async () => {
  const { id, variants, leftOut, columns, cells } = await preview(file('shopify-jewelery.csv'))
  expect(columns).toHaveLength(46)
  expect(columns.find(({ header }: Column) => header === 'Type')).toMatchObject({ fields: ['category'] })
  expect(columns.find(({ header }: Column) => header === 'Image Src').note).toMatch(/not fetched from the internet/)
  expect(leftOut).toEqual(expect.arrayContaining(['Vendor', 'Variant Inventory Qty', 'Image Src']))
  expect(leftOut).not.toContain('Handle')
  expect(cells.products.headers).toEqual(['Handle', 'Title', 'Variant SKU', 'Variant Price', 'Type'])
  expect(variants).toMatchObject({ products: 20 })
  expect(variants.merged).toContainEqual({
    ...{ handle: 'leather-anchor', rows: [4, 5], skus: ['', ''], prices: ['69.99', '55'], price: '69.99' },
  })
  await commit(id)
  const stored = await products()
  expect(stored.find(({ sku }: { sku: string }) => sku === 'leather-anchor')).toMatchObject({
    ...{ retailPrice: 69.99, category: 'Bracelet', cost: 0 },
  })
})

test('each variant becomes a product of its own when the user wants that', async () => {
  const header = 'Handle,Title,Type,Option1 Name,Option1 Value,Option2 Value,Variant SKU,Variant Price,Image Src\n'
  const rows = [
    'shirt,Shirt,Tops,Size,S,Red,SH-S,20,a.jpg',
    'shirt,,,,M,Red,SH-M,22,',
    'shirt,,,,L,Red,,25,',
    'shirt,,,,,,,,b.jpg',
    'lamp,Lamp,,Title,Default Title,,,9,',
  ]
  const { id, summary } = await preview(`${header}${rows.join('\n')}\n`, '?variants=separate')
  expect(summary).toEqual({ create: 4, update: 0, unchanged: 0, error: 0 })
  await commit(id)
  expect(
    (await products()).map(({ sku, name, retailPrice, category }: Record<string, unknown>) => [
      ...[sku, name, retailPrice, category],
    ]),
  ).toEqual([
    ['lamp', 'Lamp', 9, null],
    ['shirt-l-red', 'Shirt - L / Red', 25, 'Tops'],
    ['SH-M', 'Shirt - M / Red', 22, 'Tops'],
    ['SH-S', 'Shirt - S / Red', 20, 'Tops'],
  ])
})

test('the highest price of a store export is found whatever the decimal mark of its column', async () => {
  const { id } = await preview('Handle;Title;Variant Price\nlamp;Lamp;1.500\nlamp;;2,5\n')
  await commit(id)
  expect(await products()).toMatchObject([{ sku: 'lamp', retailPrice: 1500 }])
})
