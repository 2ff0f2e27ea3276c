import type { ServerResponse } from 'node:http'
import { changedHeader } from 'contract/live.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { useOwnServer } from '../../testing/fixture.ts'
import { isSigned, startReceiver } from '../../testing/outside/receiver.ts'

let answer: (response: ServerResponse) => unknown = (response) => response.end()
const behave = (next: typeof answer) => {
  answer = next
}
const receiver = await startReceiver((response) => answer(response))
afterAll(() => receiver.close())
beforeEach(() => {
  receiver.received.length = 0
})

// The one door to the outside lets the server call this machine only where a service is configured to stand in.
const { server, company, operator } = useOwnServer({ SHOPIFY_BASE_URL: new URL(receiver.url).origin })

const path = (rest = '') => `/api/companies/${company.id}/webhooks${rest}`
const fields = { name: 'Warehouse', url: 'https://hooks.example.com/sbr', kinds: ['part', 'vendor'] }
async function add(url: string, more: object = {}): Promise<{ id: string; secret: string }> {
  const made = await operator.post(path(), { ...fields, ...more })
  await server.given.sql('update webhooks set url = $2 where id = $1', [made.json().id, url])
  return made.json()
}
const log = async (id: string) => (await operator.get(path(`/${id}/deliveries`))).json().items

test('a test event and a repeated one are sent while the person waits, and are in the log', async () => {
  behave((response) => response.writeHead(200).end('got whsec_? no: {"token":"abcdefgh"}'.repeat(100)))
  const { id, secret } = await add(receiver.url, { isEnabled: false })
  const sent = (await operator.post(path(`/${id}/test`), {})).json()
  expect(sent).toMatchObject({ type: 'webhook.test', isSuccess: true, httpStatus: 200, answer: expect.any(String) })
  expect(sent.answer.length).toBeLessThanOrEqual(1_024)
  const repeated = await operator.post(path(`/${id}/deliveries/${sent.id}/again`), {})
  expect(String(repeated.headers[changedHeader])).toContain('webhook') // so an open log shows it
  const again = repeated.json()
  expect(again).toMatchObject({ eventId: sent.eventId, type: 'webhook.test', isSuccess: true })
  expect(receiver.received.every((each) => isSigned(each, secret))).toBe(true)
  expect(receiver.bodies()[1]).toEqual(receiver.bodies()[0])
  expect((await log(id)).map((each: { id: string }) => each.id)).toEqual([again.id, sent.id])
  const page = (await operator.get(path(`/${id}/deliveries?pageSize=1`))).json()
  expect(page.next).toBe(again.id)
  expect((await operator.get(path(`/${id}/deliveries?pageSize=1&before=${page.next}`))).json()).toMatchObject({
    ...{ items: [{ id: sent.id }], next: null },
  })
})

test('an answer that repeats the secret is kept without it', async () => {
  let ownSecret = ''
  behave((response) => response.writeHead(400).end(`your secret is ${ownSecret}`))
  const { id, secret } = await add(receiver.url)
  ownSecret = secret
  const sent = (await operator.post(path(`/${id}/test`), {})).json()
  expect(sent).toMatchObject({ isSuccess: false, httpStatus: 400, answer: 'your secret is [redacted]' })
})

test.each([
  'https://127.0.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://localhost/',
  'http://127.0.0.1:1/',
])('nothing is sent to %s', async (url) => {
  const { id } = await add(url)
  const sent = (await operator.post(path(`/${id}/test`), {})).json()
  expect(sent).toMatchObject({ isSuccess: false, httpStatus: null, message: 'The address is not one on the internet' })
})

test('a redirect is not followed', async () => {
  behave((response) => response.writeHead(307, { location: receiver.url }).end())
  const { id } = await add(receiver.url)
  const sent = (await operator.post(path(`/${id}/test`), {})).json()
  expect([sent.isSuccess, sent.message, receiver.received.length]).toEqual([
    false,
    'The receiver answered with a redirect',
    1,
  ])
})
