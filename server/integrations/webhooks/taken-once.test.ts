import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { useOwnServer } from '../../testing/fixture.ts'
import { keyringOf } from '../../testing/keys.ts'
import { startWorkerOf } from '../../testing/outside/connected-store.ts'
import { isSigned, type Received, useReceivers } from '../../testing/outside/receiver.ts'
import { until } from '../../testing/until.ts'

const { server, company, operator } = useOwnServer({ KEYRING: keyringOf('1') })
const startReceiver = useReceivers()
const path = (rest: string) => `/api/companies/${company.id}/${rest}`

type Event = { type: string; data: { entityId: string } }
/** The part of docs/client/week.ts for webhooks, whose types exist only where its client has been generated. */
type Program = {
  takeEvents: (
    isGenuine: (received: Received) => boolean,
    onEvent: (event: Event) => void,
  ) => (received: Received) => number
}

test('a program takes each event once, in the order of the feed, though its answer is lost and somebody else sends to it', async () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  const { takeEvents }: Program = await import(join(root, 'docs/client/week.ts'))
  const worker = await startWorkerOf(server)
  onTestFinished(() => worker.stop())
  const taken: Event[] = []
  let secret = ''
  const take = takeEvents(
    (received) => isSigned(received, secret),
    (event) => taken.push(event),
  )
  const receiver = await startReceiver((response, nth) => {
    const status = take(receiver.received.at(-1) as Received)
    // The program has taken the event, but the server does not learn it.
    if (nth === 1) response.destroy()
    else response.writeHead(status).end()
  })
  const { cursor } = (await operator.get(path('feed'))).json()
  const webhook = (
    await operator.post(path('webhooks'), { name: 'Office', url: 'https://hooks.example.com/office', kinds: ['part'] })
  ).json()
  secret = webhook.secret
  await server.given.sql('update webhooks set url = $2 where id = $1', [webhook.id, receiver.url])
  for (const n of [1, 2, 3]) await operator.post(path('parts'), { partNumber: `N-${n}`, name: 'Nut' })
  const failing = async () => (await operator.get(path('webhooks'))).json().items[0].failingSince
  await until(failing, (since) => since !== null)
  await server.given.sql('update webhooks set next_try_at = now() where id = $1', [webhook.id])
  await until(
    async () => taken.length,
    (count) => count >= 3,
  )
  const forged = await fetch(receiver.url, { method: 'POST', body: JSON.stringify({ id: 'forged', data: {} }) })
  expect(forged.status).toBe(401)
  const { items } = (await operator.get(path(`feed?cursor=${cursor}`))).json()
  const parts = items.filter(({ entityType }: { entityType: string }) => entityType === 'part')
  expect(taken.map(({ data }) => data.entityId)).toEqual(parts.map(({ entityId }: Event['data']) => entityId))
  expect(receiver.received.length).toBeGreaterThan(taken.length)
})
