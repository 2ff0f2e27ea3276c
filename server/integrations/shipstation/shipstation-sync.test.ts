import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startShipstation } from '../../../counterparts/shipstation/start.ts'
import { type Client, useOwnServer } from '../../testing/fixture.ts'
import { openSyncPool, syncContextOf } from '../../testing/outside/sync-context.ts'
import { openRunOf, queueRun } from '../sync-runs.queries.ts'
import { syncShipments } from './shipstation-sync.ts'

let shipstation: Awaited<ReturnType<typeof startShipstation>>
const addresses: Record<string, string> = { RUN_JOBS: '1' }
beforeAll(async () => {
  shipstation = await startShipstation({ seed: 3, orders: 900 })
  addresses.SHIPSTATION_BASE_URL = shipstation.url
})
afterAll(() => shipstation.close())
const { server, company, operator, manager } = useOwnServer(addresses)
let pool: pg.Pool
beforeAll(() => {
  pool = openSyncPool(server)
})
afterAll(() => pool.end())
beforeEach(async () => {
  shipstation.control.behave({})
  shipstation.control.doubleParcels({ isDoubled: false })
})

type Version = 'version 1' | 'version 2'
const versions: Version[] = ['version 1', 'version 2']
const integration = () => `/api/companies/${company.id}/integrations/shipstation`

async function connect(version: Version, config: Record<string, string> = {}) {
  const { apiKey, apiSecret, version2ApiKey } = shipstation.credentials
  const credentials = version === 'version 1' ? { api_key: apiKey, api_secret: apiSecret } : { api_key: version2ApiKey }
  expect((await operator.patch(integration(), { isEnabled: true, config, credentials })).statusCode).toBe(200)
}

async function newRun() {
  const [row] = await server.given.sql<{ id: string }>('select id from integration_configs where company_id = $1', [
    company.id,
  ])
  const context = await syncContextOf(server, pool, operator as Client, company.id)
  const wanted = { integrationId: row?.id ?? '', name: 'shipstation', kind: 'sync' } as const
  const run = await context.work(
    async (db) => (await queueRun(db, company.id, wanted)) ?? openRunOf(db, company.id, 'shipstation'),
  )
  return run?.id ?? ''
}

type Options = Parameters<typeof syncContextOf>[4]

/** A sync whose waits for the next minute let the minute pass at ShipStation. */
async function sync(runId?: string, options: Options = {}) {
  const pauses: number[] = []
  const sleep = async (ms: number) => {
    pauses.push(ms)
    await shipstation.control.advance({ seconds: Math.ceil(ms / 1_000) })
  }
  const context = await syncContextOf(server, pool, operator as Client, company.id, { sleep, ...options })
  await syncShipments(context, runId ?? (await newRun()), sleep)
  return pauses
}

const sent = async () =>
  ((await shipstation.control.sent({})) as { orderNumber: string; trackingNumber: string; isVoided: boolean }[])
    .map(({ orderNumber, trackingNumber, isVoided }) => `${orderNumber} ${trackingNumber} ${isVoided}`)
    .sort()

const stored = async () =>
  (
    await server.given.sql<{ text: string }>(
      `select order_number || ' ' || tracking_number || ' ' || is_voided as text from shipments where company_id = $1`,
      [company.id],
    )
  )
    .map(({ text }) => text)
    .sort()

const lastRun = async () => (await operator.get(integration())).json().lastRun

test.each(versions)(
  '%s: all parcels are here after a sync, each once, with the number of its order',
  async (version) => {
    await connect(version)
    await sync()
    expect(await stored()).toEqual(await sent())
    expect(await lastRun()).toMatchObject({ state: 'done', message: expect.stringMatching(/^[\d,]+ records read$/) })
  },
)

test.each(versions)('%s: a later sync brings new, late and voided parcels, and asks for little', async (version) => {
  await connect(version)
  await sync()
  const { index } = (await shipstation.control.addOrder({})) as { index: number }
  await shipstation.control.shipOrder({ order: index })
  await shipstation.control.addParcel({ order: index, secondsAgo: 6 * 3_600 })
  await shipstation.control.voidParcel({ order: index })
  await shipstation.control.forgetCalls({})
  await sync()
  expect(await stored()).toEqual(await sent())
  const calls = JSON.stringify(await shipstation.control.calls({}))
  expect(calls).not.toContain('"GET /orders"')
  expect((await stored()).filter((text) => text.startsWith(`#${1001 + index} `))).toHaveLength(2)
})

test.each(versions)('%s: parcels that come twice are here once', async (version) => {
  await connect(version)
  await shipstation.control.doubleParcels({ isDoubled: true })
  await sync()
  await shipstation.control.doubleParcels({ isDoubled: false })
  expect(await stored()).toEqual(await sent())
})

test.each(versions)('%s: a used-up minute is waited for, as long as ShipStation says', async (version) => {
  await connect(version)
  await shipstation.control.exhaustMinute({})
  const pauses = await sync()
  expect(pauses.length).toBeGreaterThan(0)
  for (const ms of pauses) expect(ms).toBeLessThanOrEqual(60_500)
  expect(await stored()).toEqual(await sent())
})

// In the middle of the parcels: version 2 reads nine pages of orders before.
test.each([
  ['version 1', 4],
  ['version 2', 15],
] as const)('%s: a sync that was interrupted goes on where it was, and loses nothing', async (version, last) => {
  await connect(version)
  const runId = await newRun()
  const stop = new AbortController()
  const context = await syncContextOf(server, pool, operator as Client, company.id, { signal: stop.signal })
  let steps = 0
  const interrupted = {
    ...context,
    work: async (work: Parameters<typeof context.work>[0]) => {
      if (++steps === last) stop.abort(new Error('The server stops'))
      return context.work(work)
    },
  } as typeof context
  await expect(syncShipments(interrupted, runId)).rejects.toThrow('The server stops')
  expect(await lastRun()).toMatchObject({ state: 'running' })
  const count = (await stored()).length
  expect(count).toBeGreaterThan(0)
  expect(count).toBeLessThan((await sent()).length)
  await sync(runId)
  expect(await stored()).toEqual(await sent())
  expect(await lastRun()).toMatchObject({ state: 'done' })
})

test.each([
  ['short', /^ShipStation left out 1 of [\d,]+ records$/],
  ['empty', 'ShipStation answered with an empty page before the last one'],
  ['backwards', 'ShipStation answered in another order than asked for'],
] as const)('pages that are %s end no sync as done; the next try reads all', async (manner, message) => {
  await connect('version 1')
  const runId = await newRun()
  await shipstation.control.pageManner({ manner })
  await expect(sync(runId)).rejects.toThrow(message)
  expect(await lastRun()).toMatchObject({ state: 'running' })
  await shipstation.control.pageManner({ manner: 'right' })
  await sync(runId)
  expect(await stored()).toEqual(await sent())
  expect(await lastRun()).toMatchObject({ state: 'done' })
})

test.each([
  ['version 1', 'shipments', 'createDate'],
  ['version 2', 'labels', 'label_id'],
] as const)(
  '%s: a parcel that cannot be read keeps no other out, and the card names it',
  async (version, list, field) => {
    await connect(version)
    shipstation.control.misbehave({
      ...{ share: 1, path: list },
      change: (answer) => {
        const body = structuredClone(answer.body) as Record<string, Record<string, unknown>[]>
        Object.assign(body[list]?.at(-1) ?? {}, { [field]: null })
        return { ...answer, body }
      },
    })
    await sync()
    expect(await lastRun()).toMatchObject({
      state: 'done',
      message: expect.stringMatching(/read\. Not readable: parcel \S+/),
    })
    expect((await stored()).length).toBeGreaterThan((await sent()).length - 20)
  },
)

test('a key of the other version takes the place of the first, without doubles', async () => {
  await connect('version 1')
  await sync()
  await operator.post(`${integration()}/disconnect`, {})
  await connect('version 2')
  await sync()
  expect(await stored()).toEqual(await sent())
})

test('of an account with several stores only the parcels of the named one are read, whatever was read before', async () => {
  await connect('version 1')
  const [, mine = '', theirs = ''] = await sent()
  const indexOf = (parcel: string) => Number(/^#(\d+)/.exec(parcel)?.[1]) - 1001
  await shipstation.control.addStore({ storeName: 'South Supply', orders: [indexOf(theirs)] })
  const test = async () => (await operator.post(`${integration()}/test`, {})).json().message
  expect(await test()).toBe(
    'Connected to ShipStation (version 1): 2 stores, and the parcels of all are read. Store Name chooses one',
  )
  await sync()
  expect(await stored()).toContain(theirs)
  const name = async (store_name: string) => {
    await operator.post(`${integration()}/disconnect`, {})
    await connect('version 1', { store_name })
  }
  await name('Sooth')
  await expect(sync()).rejects.toThrow('There is no store named Sooth. This account has: North Supply, South Supply')
  await name('north supply')
  expect(await test()).toBe('Connected to ShipStation (version 1): the store North Supply')
  await sync()
  expect(await stored()).toContain(mine)
  expect(await stored()).not.toContain(theirs)
  const kept = await stored()
  for (const left of [[], [{ storeId: 12_346, storeName: 'South Supply' }]]) {
    shipstation.control.misbehave({ share: 1, path: 'stores', change: (answer) => ({ ...answer, body: left }) })
    const names = left.map(({ storeName }) => storeName).join() || 'none'
    await expect(sync()).rejects.toThrow(`There is no store named north supply. This account has: ${names}`)
    expect(await test()).toBe(`There is no store named north supply. This account has: ${names}`)
  }
  shipstation.control.behave({})
  await shipstation.control.removeStores({})
  await sync()
  expect(await stored()).toEqual(kept)
})

test.each([
  ['version 1', 'stores', [{ storeId: 99_001, storeName: 'West Supply' }]],
  ['version 2', 'carriers', { carriers: [{ carrier_id: 'se-990001' }] }],
] as const)(
  '%s: a key of another account takes the place of the first: its parcels are read from the beginning',
  async (version, path, body) => {
    await connect(version)
    await sync()
    await server.given.sql(
      `update shipments set id = 'of the first account' where company_id = $1 and id = (select min(id) from shipments where company_id = $1)`,
      [company.id],
    )
    shipstation.control.misbehave({ share: 1, path, change: (answer) => ({ ...answer, body }) })
    await sync()
    const left = `select id from shipments where company_id = $1 and id = 'of the first account'`
    expect(await server.given.sql(left, [company.id])).toEqual([])
    expect(await stored()).toEqual(await sent())
  },
)

test('an answer that says 200 and carries an error is an error, and the next try goes on', async () => {
  await connect('version 2')
  const runId = await newRun()
  await shipstation.control.softErrors({ times: 1 })
  await expect(sync(runId)).rejects.toThrow('ShipStation answered with an error: The carrier did not answer')
  await sync(runId)
  expect(await stored()).toEqual(await sent())
})

test('operators see the parcels beside the orders of the store, and nobody else does', async () => {
  const number = (await sent())[0]?.split(' ')[0] ?? ''
  await server.given.store(company)
  await server.given.storeOrder(company, { order_number: number.replace('#', '') })
  await server.given.storeOrder(company, { order_number: '#unsent' })
  await connect('version 1')
  const started = await operator.post(`${integration()}/sync`, {})
  expect(started.json()).toMatchObject({ success: true, run: { state: 'queued' } })
  while ((await lastRun()).state !== 'done') await new Promise((resolve) => setTimeout(resolve, 50))
  const { orders } = (await operator.get(`/api/companies/${company.id}/revenue`)).json()
  const found = orders.find(({ orderNumber }: { orderNumber: string }) => orderNumber === number.replace('#', ''))
  expect(found.parcels).toEqual([
    {
      carrierCode: expect.stringMatching(/^[a-z_]+$/),
      trackingNumber: expect.stringMatching(/^94001/),
      shippedOn: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
    },
  ])
  expect(orders.find(({ orderNumber }: { orderNumber: string }) => orderNumber === '#unsent').parcels).toEqual([])
  await server.given.sql('update shipments set is_voided = true where company_id = $1', [company.id])
  const after = (await operator.get(`/api/companies/${company.id}/revenue/orders`)).json().items
  for (const { parcels } of after) expect(parcels).toEqual([])
  expect((await manager.get(`/api/companies/${company.id}/revenue/orders`)).statusCode).toBe(403)
})

/** Labels as accounts have them: fields of version 1 and of version 2, and what an order shows of them. */
const labels = [
  ['a second parcel of a split order', {}, {}, [/^1Z/]],
  ['two parcels under one number', { trackingNumber: '1ZSAME' }, { tracking_number: '1ZSAME' }, ['1ZSAME']],
  ['a return', { isReturnLabel: true }, { is_return_label: true }, []],
  ['another currency', { shipmentCost: 12.5 }, { shipment_cost: { currency: 'cad', amount: 3 } }, [/^1Z/]],
  [
    'no tracking and no carrier',
    { trackingNumber: null, carrierCode: null },
    { tracking_number: null, carrier_code: null },
    [null],
  ],
  ['no day', { shipDate: null }, { ship_date: null }, [/^1Z/]],
  ['a day that is none', { shipDate: '2026-02-30' }, { ship_date: '0000-00-00T00:00:00Z' }, [/^1Z/]],
  ['voided', { voided: true, voidDate: '2026-11-28T01:00:00' }, { voided: true, status: 'voided' }, []],
  ['voided, as version 2 once said it', { voided: true }, { status: 'voided', voided: null }, []],
  ['voided by its status alone', { voided: true }, { status: 'voided', voided: false }, []],
  ['a label that could not be made', { voided: true }, { status: 'error', tracking_number: null }, []],
  ['numbers that are no texts', { trackingNumber: 9400112345 }, { tracking_number: 9400112345 }, ['9400112345']],
  ['invisible characters', { trackingNumber: '1Z\u200b 999 ' }, { tracking_number: '1Z\u200b 999 ' }, ['1Z 999']],
] as const

test.each(versions)('%s: labels of every kind stand beside their orders', async (version) => {
  await server.given.store(company)
  await connect(version)
  for (const [at, [, one, two]] of labels.entries()) {
    const { index } = (await shipstation.control.addOrder({})) as { index: number }
    await server.given.storeOrder(company, { order_number: `#${1001 + index}`, email: `${at}@shop.example` })
    await shipstation.control.addParcel({ order: index, facts: { ...(version === 'version 1' ? one : two) } })
  }
  await sync()
  const { items } = (await operator.get(`/api/companies/${company.id}/revenue/orders`)).json()
  for (const [at, [title, , , shown]] of labels.entries()) {
    const { parcels } = items.find(({ email }: { email: string }) => email === `${at}@shop.example`)
    const numbers = parcels.map(({ trackingNumber }: { trackingNumber: string | null }) => trackingNumber)
    const wanted = shown.map((each) => (each instanceof RegExp ? expect.stringMatching(each) : each))
    expect([title, numbers]).toEqual([title, wanted])
  }
})
