import { createPublicKey, verify, type webcrypto } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { json, type Received, receive } from '../shared/testing.ts'
import { startShipstation } from './start.ts'

type Shipstation = Awaited<ReturnType<typeof startShipstation>>
const open: { close: () => Promise<void> }[] = []

afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function started() {
  const shipstation = await startShipstation({ now: new Date('2026-11-21T12:00:30Z'), orders: 400 })
  open.push(shipstation)
  return shipstation
}

async function receiver() {
  const made = await receive()
  open.push(made)
  return made
}

async function ask(url: string, headers: Record<string, string>, init: RequestInit = {}) {
  const answer = await fetch(url, { ...init, headers: { ...headers, ...(init.headers as Record<string, string>) } })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
  }
}

const keys1 = ({ credentials }: Shipstation) => ({
  authorization: `Basic ${Buffer.from(`${credentials.apiKey}:${credentials.apiSecret}`).toString('base64')}`,
})
const v1 = (shipstation: Shipstation, path: string, init?: RequestInit) =>
  ask(`${shipstation.url}/${path}`, keys1(shipstation), init)
const v2 = (shipstation: Shipstation, path: string, init?: RequestInit) =>
  ask(`${shipstation.url}/v2/${path}`, { 'API-Key': shipstation.credentials.version2ApiKey }, init)

describe('version 1', () => {
  test('lists stores, and says how many of forty calls a minute are left', async () => {
    const shipstation = await started()
    const { body, headers } = await v1(shipstation, 'stores?showInactive=false')
    expect(body).toMatchObject([{ storeId: 12_345, marketplaceName: 'Shopify', active: true }])
    expect(headers.get('x-rate-limit-limit')).toBe('40')
    expect(headers.get('x-rate-limit-remaining')).toBe('39')
    expect(Number(headers.get('x-rate-limit-reset'))).toBeLessThanOrEqual(30)
    await shipstation.control.exhaustMinute()
    const limited = await v1(shipstation, 'stores')
    expect(limited.status).toBe(429)
    expect(limited.headers.get('x-rate-limit-remaining')).toBe('0')
    await shipstation.control.advance({ seconds: 60 })
    expect((await v1(shipstation, 'stores')).status).toBe(200)
  })

  test('a wrong or expired key gets an empty 401', async () => {
    const shipstation = await started()
    expect(await ask(`${shipstation.url}/stores`, {})).toMatchObject({ status: 401, body: '' })
    await shipstation.control.expireKeys()
    expect((await v1(shipstation, 'stores')).status).toBe(401)
  })

  test('orders come in pages, with Pacific times that name no zone', async () => {
    const shipstation = await started()
    const first = await v1(shipstation, 'orders?sortBy=ModifyDate&sortDir=ASC&page=1&pageSize=150')
    const counts = await shipstation.control.totals()
    const all = Object.entries(counts).reduce((sum, [status, count]) => sum + (status === 'shipments' ? 0 : count), 0)
    expect(first.body).toMatchObject({ total: all, page: 1, pages: Math.ceil(all / 150) })
    const times = first.body.orders.map(({ modifyDate }: { modifyDate: string }) => modifyDate)
    expect(times).toHaveLength(150)
    expect(times).toEqual(times.toSorted())
    expect(times[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.0{7}$/)
    const since = times[100]
    const later = await v1(shipstation, `orders?modifyDateStart=${since}&pageSize=500`)
    expect(later.body.total).toBe(all - times.indexOf(since))
    const held = await v1(shipstation, 'orders?orderStatus=cancelled&pageSize=500')
    expect(held.body.total).toBe(counts.cancelled)
    expect((await v1(shipstation, 'orders?orderStatus=lost')).body.Message).toBe('The request is invalid.')
    expect((await v1(shipstation, 'orders?pageSize=501')).status).toBe(400)
  })

  test('an order that was sent has a shipment', async () => {
    const shipstation = await started()
    await shipstation.control.advance({ seconds: 60 })
    const { index } = await shipstation.control.addOrder()
    await shipstation.control.shipOrder({ order: index })
    const { body } = await v1(
      shipstation,
      'shipments?createDateStart=2026-11-21T04:00:00&includeShipmentItems=true&pageSize=500',
    )
    const found = body.shipments.find(({ orderNumber }: { orderNumber: string }) => orderNumber === `#${1001 + index}`)
    expect(found).toMatchObject({ voided: false, shipmentItems: [{ quantity: 1 }] })
    const { shipments } = await shipstation.control.totals()
    expect((await v1(shipstation, 'shipments')).body.total).toBe(shipments)
  })

  test('a voided label is found by the day it was voided, and an order may have several parcels', async () => {
    const shipstation = await started()
    const { index } = await shipstation.control.addOrder()
    await shipstation.control.shipOrder({ order: index })
    const late = await shipstation.control.addParcel({ order: index, secondsAgo: 864_000 })
    await shipstation.control.voidParcel({ order: index })
    const number = encodeURIComponent(`#${1001 + index}`)
    const { body } = await v1(shipstation, `shipments?orderNumber=${number}&sortBy=CreateDate&sortDir=ASC`)
    expect(body.shipments).toMatchObject([
      { shipmentId: late.id, voided: false, voidDate: null },
      { voided: true, voidDate: expect.stringMatching(/^2026-/) },
    ])
    const voided = (await v1(shipstation, 'shipments?voidDateStart=2026-01-01')).body
    expect(voided.shipments).toMatchObject([{ orderNumber: `#${1001 + index}`, voided: true }])
    const labels = (await v2(shipstation, 'labels?label_status=voided')).body.labels
    expect(labels).toMatchObject([{ status: 'voided', voided: true, voided_at: expect.stringMatching(/Z$/) }])
  })

  test('webhooks are thin and unsigned', async () => {
    const shipstation = await started()
    const { url, received } = await receiver()
    const subscribe = json({ target_url: `${url}/secret`, event: 'SHIP_NOTIFY' })
    const { status, body } = await v1(shipstation, 'webhooks/subscribe', subscribe)
    expect(status).toBe(201)
    await shipstation.control.sendThinWebhook({
      event: 'SHIP_NOTIFY',
      resourceUrl: `${shipstation.url}/shipments?storeID=12345`,
    })
    const sent = JSON.parse((received[0] as Received).body)
    expect(Object.keys(sent)).toEqual(['resource_url', 'resource_type'])
    expect((await ask(sent.resource_url, keys1(shipstation))).status).toBe(200)
    expect((await v1(shipstation, `webhooks/${body.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await v1(shipstation, 'webhooks')).body).toEqual({ webhooks: [] })
  })
})

describe('version 2', () => {
  test('a key opens it; errors have a source, a type and a code', async () => {
    const shipstation = await started()
    expect((await v2(shipstation, 'carriers')).body.carriers).toHaveLength(3)
    const { status, body } = await ask(`${shipstation.url}/v2/carriers`, { 'api-key': 'wrong' })
    expect(status).toBe(401)
    expect(body.errors[0]).toMatchObject({
      error_source: 'shipstation',
      error_type: 'security',
      error_code: 'unauthorized',
    })
    expect(body.request_id).toBeTruthy()
    await shipstation.control.exhaustMinute()
    const limited = await v2(shipstation, 'carriers')
    expect(limited.status).toBe(429)
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('an answer with 200 can carry errors', async () => {
    const shipstation = await started()
    await shipstation.control.softErrors({ times: 1 })
    const { status, body } = await v2(shipstation, 'carriers')
    expect([status, body.errors[0].error_source]).toEqual([200, 'carrier'])
    expect((await v2(shipstation, 'carriers')).body.errors).toEqual([])
  })

  test('shipments come in pages with links; times are UTC', async () => {
    const shipstation = await started()
    const log: string[] = []
    let next: string | undefined = `${shipstation.url}/v2/shipments?page_size=150`
    while (next) {
      const { body } = await ask(next, { 'api-key': shipstation.credentials.version2ApiKey })
      log.push(...body.shipments.map((each: { shipment_id: string }) => each.shipment_id))
      next = body.links.next.href
    }
    const { shipments, ...orders } = await shipstation.control.totals()
    expect(new Set(log).size).toBe(Object.values(orders).reduce((sum, count) => sum + count, 0))
    const since = await v2(shipstation, 'shipments?modified_at_start=2026-11-20T00:00:00Z')
    expect(since.body.shipments[0].modified_at >= '2026-11-20T00:00:00Z').toBe(true)
    expect((await v2(shipstation, 'labels')).body.total).toBe(shipments)
  })

  test('a label can be tracked', async () => {
    const shipstation = await started()
    const [label] = (await v2(shipstation, 'labels?page_size=1&sort_dir=asc')).body.labels
    const path = `tracking?carrier_code=${label.carrier_code}&tracking_number=${label.tracking_number}`
    expect((await v2(shipstation, path)).body).toMatchObject({
      status_code: 'DE',
      tracking_number: label.tracking_number,
    })
    expect((await v2(shipstation, 'tracking?carrier_code=ups_walleted&tracking_number=1')).status).toBe(404)
  })

  test('webhooks are signed over the timestamp and the raw body, by a key of the JWKS', async () => {
    const shipstation = await started()
    const { url, received } = await receiver()
    await v2(shipstation, 'environment/webhooks', json({ url, event: 'track' }))
    const [label] = (await v2(shipstation, 'labels?page_size=1')).body.labels
    const order = Number(label.label_id.slice(3)) - 500_000_001
    await shipstation.control.sendSignedWebhook({ order })
    await shipstation.control.sendSignedWebhook({ order, isForged: true })
    await shipstation.control.sendSignedWebhook({ order, isTampered: true })
    await shipstation.control.rotateKey()
    await shipstation.control.sendSignedWebhook({ order, ageSeconds: 600 })
    const { keys } = JSON.parse(await (await fetch(`${shipstation.url}/jwks`)).text()) as {
      keys: (webcrypto.JsonWebKey & { kid: string })[]
    }
    const isGood = ({ headers, body }: Received) => {
      const key = keys.find(({ kid }) => kid === headers['x-shipengine-rsa-sha256-key-id'])
      const signed = Buffer.from(`${headers['x-shipengine-timestamp']}.${body}`)
      const signature = Buffer.from(headers['x-shipengine-rsa-sha256-signature'] ?? '', 'base64')
      return key !== undefined && verify('RSA-SHA256', signed, createPublicKey({ key, format: 'jwk' }), signature)
    }
    expect(received.map(isGood)).toEqual([true, false, false, true])
    const [first, , , last] = received.map(({ headers }) => Date.parse(headers['x-shipengine-timestamp'] ?? ''))
    expect((first ?? 0) - (last ?? 0)).toBeGreaterThan(590_000)
  })
})
