import { afterEach, describe, expect, test } from 'vitest'
import { form } from '../shared/testing.ts'
import { ask, closeShops, grant, page, started } from './asking.ts'

afterEach(closeShops)

describe('access', () => {
  test('client credentials give a token for a day', async () => {
    const shop = await started()
    const granted = await grant(shop)
    expect(granted.status).toBe(200)
    const { access_token: token, expires_in, scope } = (await granted.json()) as Record<string, string>
    expect(expires_in).toBe(86_399)
    expect(scope).toContain('read_all_orders')
    expect((await ask(shop, '{ shop { name } }', {}, { token })).data.shop.name).toBe('North Supply')
    await shop.control.advance({ seconds: 86_400 })
    const late = await ask(shop, '{ shop { name } }', {}, { token })
    expect(late.status).toBe(401)
    expect(late.errors).toBe('[API] Invalid API key or access token (unrecognized login or wrong password)')
  })

  test('a wrong secret, a wrong app and a shop of another organisation have different answers', async () => {
    const shop = await started()
    const wrong = async (fields: Record<string, string>) =>
      ((await (await grant(shop, fields)).json()) as { error: string }).error
    expect(await wrong({ client_secret: 'guess' })).toBe('invalid_client')
    expect(await wrong({ client_id: 'guess' })).toBe('application_cannot_be_found')
    await shop.control.setOwnShop({ isOwn: false })
    expect(await wrong({})).toBe('shop_not_permitted')
  })

  test('the answer names a missing scope, and the granted ones can be read', async () => {
    const shop = await started()
    await shop.control.dropScopes({ scopes: ['read_customers'] })
    const denied = await ask(shop, '{ orders(first: 1) { nodes { id customer { id } } } }')
    expect(denied.data.orders.nodes[0].customer).toBeNull()
    expect(denied.errors[0].message).toContain('Access denied for customer field')
    expect(denied.errors[0].extensions.code).toBe('ACCESS_DENIED')
    const { data } = await ask(shop, '{ currentAppInstallation { accessScopes { handle } } }')
    expect(data.currentAppInstallation.accessScopes).not.toContainEqual({ handle: 'read_customers' })
  })

  test('an uninstalled app has no access', async () => {
    const shop = await started()
    await shop.control.revoke()
    expect((await ask(shop, '{ shop { name } }')).status).toBe(401)
  })

  test('a version that is too old is answered by the oldest one; an unknown version is not found', async () => {
    const shop = await started()
    const old = await ask(shop, '{ shop { name } }', {}, { version: '2024-07' })
    expect(old.headers.get('x-shopify-api-version')).toBe('2026-01')
    expect((await ask(shop, '{ shop { name } }', {}, { version: '2026-13' })).status).toBe(404)
  })

  test('a shop that is frozen, locked or down says so', async () => {
    const shop = await started()
    const refusalOf = async (status: number) => {
      await shop.control.misbehave({ share: 1, kinds: [status], times: 1 })
      const answered = await ask(shop, '{ shop { name } }')
      return [answered.status, answered.errors]
    }
    expect(await refusalOf(402)).toEqual([402, 'Unavailable Shop'])
    expect(await refusalOf(423)).toEqual([423, 'Locked'])
    expect(await refusalOf(503)).toEqual([503, 'Internal Server Error'])
  })

  test('another shop in the path is not found', async () => {
    const shop = await started()
    const at = (domain: string) => fetch(`${shop.url}/${domain}/admin/oauth/access_token`, form({}))
    expect((await at('other.myshopify.com')).status).toBe(404)
    expect((await at(shop.credentials.shop)).status).toBe(400)
  })
})

describe('limits', () => {
  test('a query costs points, and one that the bucket cannot pay is throttled until it refills', async () => {
    const shop = await started()
    const { extensions } = await ask(shop, page)
    expect(extensions.cost.requestedQueryCost).toBeGreaterThanOrEqual(extensions.cost.actualQueryCost)
    expect(extensions.cost.throttleStatus).toMatchObject({ maximumAvailable: 2_000, restoreRate: 100 })
    await shop.control.drainBucket()
    const { status, errors, extensions: throttled } = await ask(shop, page)
    expect(status).toBe(200)
    expect(errors[0]).toMatchObject({ message: 'Throttled', extensions: { code: 'THROTTLED' } })
    expect(throttled.cost.actualQueryCost).toBeNull()
    await shop.control.advance({ seconds: 1 })
    expect((await ask(shop, page)).errors).toBeUndefined()
  })

  test('a connection costs two points and its rows times a logarithm; a query costs at most a thousand', async () => {
    const shop = await started({ costing: 'logarithmic' })
    // 25 is what a shop measured for this query in 2025.
    const variants =
      '{ product(id: "gid://shopify/Product/1") { variants(first: 250) { nodes { inventoryItem { id tracked } } } } }'
    expect((await ask(shop, variants)).extensions.cost.requestedQueryCost).toBe(25)
    const linear = await started({ costing: 'linear' })
    const { errors } = await ask(
      linear,
      '{ orders(first: 250) { nodes { id lineItems(first: 50) { nodes { id } } } } }',
    )
    expect(errors[0].extensions).toMatchObject({ code: 'MAX_COST_EXCEEDED', maxCost: 1_000 })
  })
})

test('every call is counted, so that a test can check the number of requests', async () => {
  const shop = await started()
  await grant(shop)
  await ask(shop, '{ shop { name } orders(first: 1) { nodes { id } } }')
  expect(await shop.control.calls()).toEqual({
    'POST /admin/oauth/access_token': 1,
    'POST /admin/api/:version/graphql.json': 1,
    'graphql shop': 1,
    'graphql orders': 1,
  })
})
