import type { Webhook, WebhookDelivery } from 'contract/integrations/webhooks.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useOwnServer } from '../../testing/fixture.ts'
import { keyringOf } from '../../testing/keys.ts'
import { startWorkerOf } from '../../testing/outside/connected-store.ts'
import { isSigned, type Received, useReceivers } from '../../testing/outside/receiver.ts'
import { until } from '../../testing/until.ts'

const { server, company, operator, manager } = useOwnServer({ KEYRING: keyringOf('1') })

let worker: Awaited<ReturnType<typeof startWorkerOf>>
beforeAll(async () => {
  worker = await startWorkerOf(server)
})
afterAll(() => worker.stop())

const startReceiver = useReceivers()

const path = (rest = '', of = company) => `/api/companies/${of.id}/webhooks${rest}`
const fields = { name: 'Warehouse', url: 'https://hooks.example.com/sbr', kinds: ['part', 'vendor'] }

/** A webhook that leads to a receiver of this test, which no form accepts. */
async function add(url: string, more: object = {}, by = operator, of = company): Promise<Webhook & { secret: string }> {
  const answer = await by.post(path('', of), { ...fields, ...more })
  expect(answer.statusCode).toBe(201)
  await server.given.sql('update webhooks set url = $2 where id = $1', [answer.json().id, url])
  return answer.json()
}
const createPart = async (name = 'Nut', by = operator, of = company) =>
  (await by.post(`/api/companies/${of.id}/parts`, { partNumber: `N-${Math.random()}`, name })).json()
const shown = async (id: string): Promise<Webhook> =>
  (await operator.get(path())).json().items.find((each: Webhook) => each.id === id)
const log = async (id: string): Promise<WebhookDelivery[]> =>
  (await operator.get(path(`/${id}/deliveries`))).json().items
const hurry = (id: string) => server.given.sql('update webhooks set next_try_at = now() where id = $1', [id])

test('a change arrives signed, in order, with ids and kinds only', async () => {
  const receiver = await startReceiver()
  const webhook = await add(receiver.url)
  const part = await createPart('Secret nut')
  await operator.patch(`/api/companies/${company.id}/parts/${part.id}`, { name: 'Bolt' })
  await operator.post(`/api/companies/${company.id}/tasks`, { title: 'Polish', assignedTo: manager.person.id })
  const vendor = (await operator.post(`/api/companies/${company.id}/vendors`, { name: 'North' })).json()
  await until(
    async () => receiver.received.length,
    (count) => count >= 3,
  )
  expect(receiver.bodies().map(({ type, data }) => [type, data.entityId])).toEqual([
    ['part.created', part.id],
    ['part.changed', part.id],
    ['vendor.created', vendor.id],
  ])
  const [first] = receiver.received
  expect(isSigned(first as Received, webhook.secret)).toBe(true)
  expect(isSigned({ ...(first as Received), body: `${first?.body} ` }, webhook.secret)).toBe(false)
  expect(first?.headers).toMatchObject({ 'webhook-id': receiver.bodies()[0].id, 'content-type': 'application/json' })
  expect(receiver.bodies()[0]).toEqual({
    ...{ id: expect.any(String), type: 'part.created', createdAt: expect.any(String), companyId: company.id },
    data: {
      ...{ entityType: 'part', entityId: part.id, recordType: 'part', recordId: part.id, action: 'created' },
      ...{ changeSetId: part.changeSetId, userId: operator.person.id },
    },
  })
  expect(JSON.stringify(receiver.received)).not.toMatch(/Secret nut|Bolt|North/)
  const tries = await until(
    () => log(webhook.id),
    ({ length }) => length === 3,
  )
  expect(tries[0]).toMatchObject({ isSuccess: true, httpStatus: 200, answer: 'ok', type: 'vendor.created' })
})

test('what happens while a receiver fails arrives later, in order, with the id of the first try', async () => {
  const receiver = await startReceiver((response, nth) => response.writeHead(nth <= 2 ? 500 : 204).end())
  const { id } = await add(receiver.url)
  const parts = [await createPart(), await createPart()]
  const failing = await until(
    () => shown(id),
    ({ failingSince }) => failingSince !== null,
  )
  expect(new Date(failing.nextTryAt).getTime()).toBeGreaterThan(Date.now() + 1_000)
  await hurry(id)
  await until(
    async () => receiver.received.length,
    (count) => count >= 2,
  )
  await until(
    () => log(id),
    ({ length }) => length >= 2,
  )
  await hurry(id)
  await until(
    async () => receiver.received.length,
    (count) => count >= 4,
  )
  expect(receiver.bodies().map(({ data }) => data.entityId)).toEqual([0, 0, 0, 1].map((at) => parts[at].id))
  expect(new Set(receiver.received.slice(0, 3).map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  await until(
    () => shown(id),
    ({ failingSince, lastSuccessAt }) => failingSince === null && lastSuccessAt !== null,
  )
  const tries = await until(
    () => log(id),
    ({ length }) => length === 4,
  )
  expect(tries.map(({ httpStatus }) => httpStatus)).toEqual([204, 204, 500, 500])
})

test('after days of failure it is switched off, the operators are told, and switched on it goes on where it stopped', async () => {
  let isDown = true
  const receiver = await startReceiver((response) => response.writeHead(isDown ? 503 : 200).end())
  const { id } = await add(receiver.url)
  const part = await createPart()
  await until(
    () => log(id),
    ({ length }) => length === 1,
  )
  await server.given.sql('update webhooks set tries = 9, next_try_at = now() where id = $1', [id])
  const off = await until(
    () => shown(id),
    ({ isEnabled }) => !isEnabled,
  )
  expect(off.switchedOffAt).not.toBeNull()
  const notices = (await operator.get(`/api/companies/${company.id}/notifications`)).json().items
  expect(notices).toMatchObject([{ topic: 'webhook_off', params: { name: 'Warehouse' } }])
  expect((await manager.get(`/api/companies/${company.id}/notifications`)).json().items).toEqual([])
  isDown = false
  const missed = await createPart()
  expect((await operator.patch(path(`/${id}`), { isEnabled: true })).json()).toMatchObject({
    ...{ isEnabled: true, switchedOffAt: null, failingSince: null },
  })
  await until(
    () => log(id),
    (tries) => tries.filter(({ isSuccess }) => isSuccess).length === 2,
  )
  expect(
    receiver
      .bodies()
      .slice(-2)
      .map(({ data }) => data.entityId),
  ).toEqual([part.id, missed.id])
})

test('a receiver that answers 410 is not called again', async () => {
  const receiver = await startReceiver((response) => response.writeHead(410).end())
  const { id } = await add(receiver.url)
  await createPart()
  await until(
    () => shown(id),
    ({ isEnabled }) => !isEnabled,
  )
  expect(receiver.received).toHaveLength(1)
})

test('receivers that hang delay neither another webhook nor another company', async () => {
  const stuck = await startReceiver(() => undefined)
  const [fast, other] = [await startReceiver(), await startReceiver()]
  for (let hanging = 0; hanging < 3; hanging++) await add(stuck.url)
  await add(fast.url)
  const home = await server.given.company()
  const neighbour = await server.signIn('company_operator', home)
  await add(other.url, {}, neighbour, home)
  await createPart()
  await until(
    async () => stuck.received.length,
    (count) => count === 3,
  )
  await createPart()
  await createPart('Nut', neighbour, home)
  await until(
    async () => [fast.received.length, other.received.length],
    ([one, two]) => one === 2 && two === 1,
  )
  expect(stuck.received).toHaveLength(3) // they still hang
})

test('a large import is one event, and its cursor leads to the changes', async () => {
  const receiver = await startReceiver()
  const { id } = await add(receiver.url)
  const { id: taskHook } = await add(receiver.url, { kinds: ['task'] })
  await server.given.sql(
    `insert into parts (company_id, part_number, name) select $1, 'L-' || n, 'Part ' || n from generate_series(1, 500) n`,
    [company.id],
  )
  const after = await createPart()
  await until(
    async () => receiver.received.length,
    (count) => count >= 2,
  )
  const [many, one] = receiver.bodies()
  expect([many.type, one.type, one.data.entityId]).toEqual(['many.changed', 'part.created', after.id])
  const page = (await operator.get(`/api/companies/${company.id}/feed?pageSize=500&cursor=${many.data.cursor}`)).json()
  expect(page.items).toHaveLength(500)
  expect(page.items[0]).toMatchObject({ id: many.id, changeSetId: many.data.changeSetId })
  await until(
    () => log(id),
    ({ length }) => length === 2,
  )
  expect(await log(taskHook)).toEqual([])
})

test('a new secret signs beside the old one for a day, and is shown once', async () => {
  const receiver = await startReceiver()
  const { id, secret } = await add(receiver.url)
  const rolled = (await operator.post(path(`/${id}/secret`), {})).json()
  expect([rolled.secret === secret, rolled.previousUntil]).toEqual([false, expect.any(String)])
  await createPart()
  await until(
    async () => receiver.received.length,
    (count) => count === 1,
  )
  for (const each of [secret, rolled.secret]) expect(isSigned(receiver.received[0] as Received, each)).toBe(true)
  await server.given.sql(`update webhooks set previous_until = now() - interval '1 second' where id = $1`, [id])
  await createPart()
  await until(
    async () => receiver.received.length,
    (count) => count === 2,
  )
  expect([secret, rolled.secret].map((each) => isSigned(receiver.received[1] as Received, each))).toEqual([false, true])
  const answers = [await operator.get(path()), await operator.get(path(`/${id}/deliveries`))]
  const stored = await server.given.sql('select to_jsonb(w) as row from webhooks w where id = $1', [id])
  expect(JSON.stringify([answers.map(({ body }) => body), stored])).not.toMatch(/whsec_/)
})

test('the answer with a secret is not kept for a repeated request', async () => {
  const key = { 'idempotency-key': 'once' }
  const [first, again] = [await operator.post(path(), fields, key), await operator.post(path(), fields, key)]
  expect([first.statusCode, again.statusCode]).toEqual([201, 409])
  expect(again.body).not.toContain('whsec_')
  expect((await operator.get(path())).json().items).toHaveLength(1)
})

test.each([
  'http://hooks.example.com/',
  'https://hooks.example.com:8443/',
  'https://user:word@hooks.example.com/',
  'ftp://hooks.example.com/',
  'javascript:alert(1)',
  'hooks',
])('the address %s is refused', async (url) => {
  const answer = await operator.post(path(), { ...fields, url })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data.issues).toEqual([{ field: 'url', message: expect.stringMatching(/https/) }])
})

test('a webhook in a copy of its database sends nothing until it is switched on, and then begins there', async () => {
  const receiver = await startReceiver()
  const { id } = await add(receiver.url)
  await server.given.sql(`update webhooks set database = 'another' where id = $1`, [id])
  await createPart()
  expect(await shown(id)).toMatchObject({ isEnabled: false })
  const due = await server.given.sql('select from app.webhooks_due() where webhook_id = $1', [id])
  expect(due).toEqual([])
  // Older transactions of other tests end, so that 'now' is behind the first part.
  const isPast =
    'select bool_and(transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint) as is from change_sets where company_id = $1'
  await until(
    () => server.given.sql<{ is: boolean }>(isPast, [company.id]),
    ([row]) => row?.is === true,
  )
  await operator.patch(path(`/${id}`), { isEnabled: true })
  const part = await createPart()
  await until(
    async () => receiver.received.length,
    (count) => count >= 1,
  )
  expect(receiver.bodies().map(({ data }) => data.entityId)).toEqual([part.id])
})

test('a company has ten webhooks at most', async () => {
  for (let made = 0; made < 10; made++) expect((await operator.post(path(), fields)).statusCode).toBe(201)
  const answer = await operator.post(path(), fields)
  expect([answer.statusCode, answer.json().data.reason]).toEqual([409, 'too_many_webhooks'])
})

test('nobody reaches the webhooks of another company, and what is done with one is in the log of the company', async () => {
  const { id } = await add('https://hooks.example.com/')
  const home = await server.given.company()
  const stranger = await server.signIn('company_operator', home)
  expect((await stranger.get(path())).statusCode).toBe(404)
  for (const rest of [`/${id}/test`, `/${id}/secret`])
    expect((await stranger.post(path(rest, home), {})).statusCode).toBe(404)
  expect((await stranger.patch(path(`/${id}`, home), { isEnabled: false })).statusCode).toBe(404)
  expect((await stranger.delete(path(`/${id}`, home))).statusCode).toBe(404)
  expect((await operator.delete(path(`/${id}`))).statusCode).toBe(204)
  const entries = (await operator.get(`/api/companies/${company.id}/activity?entityType=integration`)).json().items
  expect(entries.map(({ description }: { description: string }) => description)).toEqual([
    'Removed',
    'Added, for Parts, Vendors',
  ])
})
