import { afterEach, describe, expect, test } from 'vitest'
import { until } from '../shared/testing.ts'
import { ask, closeShops, type Shop, started } from './asking.ts'

afterEach(closeShops)

describe('bulk operations', () => {
  const run = `mutation ($query: String!) { bulkOperationRunQuery(query: $query) { bulkOperation { id status } userErrors { message code } } }`
  const orders =
    '{ orders { edges { node { id name totalPriceSet { shopMoney { amount } } lineItems { edges { node { id sku } } } } } } }'
  const read = async (shop: Shop, id: string) =>
    (
      await ask(
        shop,
        `{ bulkOperation(id: "${id}") { status errorCode objectCount rootObjectCount fileSize url partialDataUrl } }`,
      )
    ).data.bulkOperation
  const begin = async (shop: Shop) =>
    (await ask(shop, run, { query: orders })).data.bulkOperationRunQuery.bulkOperation.id as string
  const ended = (shop: Shop, id: string) =>
    until(async () => {
      const found = await read(shop, id)
      return ['COMPLETED', 'FAILED', 'CANCELED'].includes(found.status) ? found : undefined
    })

  test('all orders are lines of a file, each followed by its own lines', async () => {
    const shop = await started({ orders: 5_000 })
    const done = await ended(shop, await begin(shop))
    expect(done).toMatchObject({ status: 'COMPLETED', rootObjectCount: '5000' })
    const text = await (await fetch(done.url)).text()
    expect(Buffer.byteLength(text)).toBe(Number(done.fileSize))
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; __parentId?: string })
    expect(lines).toHaveLength(Number(done.objectCount))
    const roots = lines.filter(({ __parentId }) => __parentId === undefined)
    expect(roots).toHaveLength(5_000)
    let parent = ''
    for (const { id, __parentId } of lines) {
      if (__parentId === undefined) parent = id
      else expect(__parentId).toBe(parent)
    }
    await shop.control.advance({ seconds: 8 * 86_400 })
    expect((await fetch(done.url)).status).toBe(404)
  })

  test('five run at once, a sixth is refused, and one can be canceled', async () => {
    const shop = await started()
    await shop.control.bulkManner({ manner: 'hold' })
    const ids = [await begin(shop), await begin(shop), await begin(shop), await begin(shop), await begin(shop)]
    const { userErrors } = (await ask(shop, run, { query: orders })).data.bulkOperationRunQuery
    expect(userErrors[0].code).toBe('OPERATION_IN_PROGRESS')
    await ask(shop, `mutation { bulkOperationCancel(id: "${ids[0]}") { userErrors { message } } }`)
    await shop.control.bulkManner({ manner: 'run' })
    expect((await ended(shop, ids[0] ?? '')).status).toBe('CANCELED')
    expect((await ended(shop, ids[1] ?? '')).status).toBe('COMPLETED')
  })

  test('a failed one says so', async () => {
    const shop = await started()
    await shop.control.bulkManner({ manner: 'fail' })
    expect(await ended(shop, await begin(shop))).toMatchObject({
      status: 'FAILED',
      errorCode: 'INTERNAL_SERVER_ERROR',
      url: null,
    })
  })

  test('a query without a connection, with one in a list or three deep is refused', async () => {
    const shop = await started()
    const refused = async (query: string) => (await ask(shop, run, { query })).data.bulkOperationRunQuery.userErrors[0]
    expect(await refused('{ shop { name } }')).toMatchObject({ code: 'INVALID' })
    expect(
      (await refused('{ orders { nodes { id refunds { refundLineItems { nodes { quantity } } } } } }')).message,
    ).toContain('list field')
    const deep = '{ customers { nodes { id orders { nodes { id lineItems { nodes { id } } } } } } }'
    expect((await refused(deep)).message).toContain('nesting depth')
  })
})

describe('stock', () => {
  const set = `mutation ($input: InventorySetQuantitiesInput!, $key: String!) {
    inventorySetQuantities(input: $input) @idempotent(key: $key) { inventoryAdjustmentGroup { id changes { delta quantityAfterChange } } userErrors { field message code } }
  }`
  const input = (quantity: number, changeFromQuantity: number | null) => ({
    name: 'available',
    reason: 'correction',
    quantities: [
      {
        inventoryItemId: 'gid://shopify/InventoryItem/46000000001',
        locationId: 'gid://shopify/Location/61000001',
        quantity,
        changeFromQuantity,
      },
    ],
  })

  test('is written when it is as expected, and only once for a key', async () => {
    const shop = await started()
    await shop.control.setStock({ variant: 0, quantity: 7 })
    const write = async (quantity: number, from: number | null, key: string) =>
      (await ask(shop, set, { input: input(quantity, from), key })).data.inventorySetQuantities
    expect((await write(9, 7, 'a')).inventoryAdjustmentGroup.changes).toEqual([{ delta: 2, quantityAfterChange: 9 }])
    await shop.control.setStock({ variant: 0, quantity: 4 })
    expect((await write(9, 7, 'a')).userErrors).toEqual([])
    expect(await shop.control.stock({ variant: 0 })).toBe(4)
    expect((await write(8, 7, 'a')).userErrors[0].code).toBe('IDEMPOTENCY_KEY_PARAMETER_MISMATCH')
    expect((await write(8, 7, 'b')).userErrors[0]).toMatchObject({
      code: 'CHANGE_FROM_QUANTITY_STALE',
      field: ['input', 'quantities', '0', 'changeFromQuantity'],
    })
    expect((await write(8, null, 'c')).userErrors).toEqual([])
    expect(await shop.control.stock({ variant: 0 })).toBe(8)
  })

  test('needs the directive and the quantity before the change', async () => {
    const shop = await started()
    const bare = set.replace('@idempotent(key: $key)', '').replace(', $key: String!', '')
    expect((await ask(shop, bare, { input: input(1, null) })).errors[0].message).toContain('@idempotent')
    const open = input(1, null)
    for (const row of open.quantities) Reflect.deleteProperty(row, 'changeFromQuantity')
    expect((await ask(shop, set, { input: open, key: 'k' })).errors[0].message).toContain('changeFromQuantity')
  })
})
