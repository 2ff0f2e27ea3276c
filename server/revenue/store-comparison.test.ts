import { expect, test } from 'vitest'
import { useServer } from '../testing/fixture.ts'

const { server, company, operator } = useServer()

test('price and stock of a product stand beside those of the store, by SKU before the link', async () => {
  const variant = (productId: string, position: number, sku: string | null, price: string, quantity: number | null) =>
    server.given.sql(
      `insert into store_variants values ($1, $2, $3::int, $2::bigint * 10 + $3, 'Default', $4, $5, 4, 1, $6, $7)`,
      [...[company.id, productId, position, sku, price, quantity !== null, quantity ?? 0]],
    )
  await server.given.store(company)
  const lamp = await server.given.storeProduct(company, { title: 'Desk lamp' })
  await variant(lamp.id, 0, 'lamp-1', '30', 9)
  await variant(lamp.id, 1, 'LAMP-2', '35', 4)
  const chair = await server.given.storeProduct(company, { title: 'Chair' })
  await variant(chair.id, 0, null, '80', 2)
  await variant(chair.id, 1, null, '90', 3)
  const gift = await server.given.storeProduct(company, { title: 'Gift card' })
  await variant(gift.id, 0, 'GIFT', '25', null)
  await variant(gift.id, 1, 'TWIN', '7', 1)
  await variant(gift.id, 2, 'Twin', '8', 2)
  await variant(chair.id, 2, 'TWIN', '7', 3)

  const part = await server.given.part(company, { stock_level: 10 })
  const product = (fields: Record<string, unknown>) => server.given.product(company, fields)
  const lamp1 = await product({ sku: 'LAMP-1', retail_price: '30', shopify_product_id: gift.id })
  await server.given.bomLine(company, { product_id: lamp1.id }, { part_id: part.id }, 2)
  await product({ sku: 'CHAIR', retail_price: '80', shopify_product_id: `gid://shopify/Product/${chair.id}` })
  await product({ sku: 'GIFT', retail_price: '25' })
  await product({ sku: 'TWIN', retail_price: '7' })
  await product({ sku: 'ONLY-HERE', retail_price: '1' })
  const other = await server.given.company()
  await server.given.product(other, { sku: 'LAMP-2' })

  const compared = async (query = '') =>
    (await operator.get(`/api/companies/${company.id}/integrations/shopify/comparison?${query}`)).json()
  const { items, total } = await compared()
  expect(total).toBe(4)
  expect(items).toMatchObject([
    { sku: 'CHAIR', storeTitle: 'Chair', storePrice: 90, storeStock: 8, canBuild: null, differences: ['price'] },
    { sku: 'GIFT', storePrice: 25, storeStock: null, differences: [] },
    { sku: 'LAMP-1', storeTitle: 'Desk lamp', storePrice: 30, storeStock: 9, canBuild: 5, differences: ['stock'] },
    { sku: 'TWIN', storeTitle: 'Gift card', storePrice: 8, storeStock: 6, differences: ['price'] },
  ])
  const skus = async (query: string) => (await compared(query)).items.map(({ sku }: { sku: string }) => sku)
  expect(await skus('differs=any')).toEqual(['CHAIR', 'LAMP-1', 'TWIN'])
  expect(await skus('differs=stock')).toEqual(['LAMP-1'])
  expect(await skus(`productId=${lamp1.id}`)).toEqual(['LAMP-1'])
  expect(await skus('q=desk')).toEqual(['LAMP-1'])
  expect(await skus('sort=storeStock&order=desc')).toEqual(['LAMP-1', 'CHAIR', 'TWIN', 'GIFT'])
  const file = await operator.get(`/api/companies/${company.id}/lists/store-comparison?differs=price`)
  expect(file.body).toContain('CHAIR')
  expect(file.body).toMatch(/^CHAIR,.*,Price$/m)
  expect(file.body).not.toContain('LAMP-1')
  await server.given.sql(`update stores set currency = 'EUR' where company_id = $1`, [company.id])
  expect(await skus('differs=price')).toEqual([]) // amounts of two currencies say nothing about each other
})
