// A week of an office, by the API alone: prices come in, stock is put away, a drawing is filed, people get tasks, and hours are read for the
// wages. docs/api.md says how to make api.ts from the document of the API. The gate checks the types of this program, and runs it over a
// connection that is lost at every second request.
import createClient from 'openapi-fetch'
import type { components, paths } from './api.ts'

type Schemas = components['schemas']
type Setting = {
  /** 'http://localhost:3000/api' */
  baseUrl: string
  token: string
  companyId: string
  assigneeId: string
  /** Waits so many milliseconds. */
  wait: (ms: number) => Promise<void>
}
type Api = ReturnType<typeof createClient<paths>>
type Answer<Data> = { data?: Data; error?: { code: string; message: string }; response: Response }

/** Does the work of a week. @returns what was done, a line for each step */
export async function workAWeek({ baseUrl, token, companyId, assigneeId, wait }: Setting): Promise<string[]> {
  const api = createClient<paths>({
    baseUrl,
    headers: { authorization: `Bearer ${token}` },
    bodySerializer: (body: unknown) => (body instanceof Blob ? body : JSON.stringify(body)),
    fetch: (request) => fetchSteadily(request, wait),
  })
  const path = { companyId }
  const done: string[] = []
  const { cursor: monday } = await changesSince(api, companyId)

  const preview = dataOf(
    await api.POST('/companies/{companyId}/imports', {
      params: { path, query: { type: 'parts', fileName: 'prices.csv' }, header: once() },
      headers: { 'content-type': 'text/csv' },
      body: new Blob(['Name,Part Number,Unit Cost\nBall valve,HY-204,12.5\nHose,HY-205,3.2\n']),
    }),
  )
  done.push(`${preview.summary.create} new prices, ${preview.summary.error} faulty`)
  const commit = { params: { path: { companyId, id: preview.id }, header: once() }, body: {} }
  const stored = await endOf(api, companyId, wait, () => api.POST('/companies/{companyId}/imports/{id}/commit', commit))
  done.push(`${stored.success} of ${stored.total} stored`)

  const parts = await wholeList((cursor) =>
    api.GET('/companies/{companyId}/parts', {
      params: { path, query: { cursor, pageSize: 1, updatedSince: '2026-01-01T00:00:00Z' } },
    }),
  )
  done.push(`${parts.length} parts read`)
  const valve = parts.find(({ partNumber }) => partNumber === 'HY-204')
  if (!valve) throw new Error('The valve is missing')

  done.push(await putAway(api, companyId, valve.id))

  // A movement of stock makes no new version; a change does, and the version before it is old then.
  const change = (version: number) =>
    api.PATCH('/companies/{companyId}/parts/{id}', {
      params: { path: { companyId, id: valve.id }, header: { ...once(), 'If-Match': String(version) } },
      body: { cost: 12.75 },
    })
  done.push(`costs ${dataOf(await change(valve.version)).cost}`)
  const refused = await change(valve.version)
  done.push(`${refused.response.status} ${refused.error?.data?.reason} for an old version`)

  const file = dataOf(
    await api.POST('/companies/{companyId}/files', {
      params: {
        path,
        query: { entityType: 'part', entityId: valve.id, name: 'drawing.pdf' },
        header: once(),
      },
      headers: { 'content-type': 'application/pdf' },
      body: new Blob(['%PDF-1.7\n%%EOF\n']),
    }),
  )
  const isSame = await isSameWhenFetched(api, baseUrl, companyId, file, wait)
  done.push(
    `${file.name} filed, ${isSame ? 'the same' : 'others'} bytes fetched`,
    await tryPrices(api, companyId, wait),
  )

  const tasks = dataOf(
    await api.POST('/companies/{companyId}/tasks/batch', {
      params: { path, header: once() },
      body: {
        create: ['Check the seals of the new valves', 'Label shelf A'].map((title) => ({
          title,
          assignedTo: assigneeId,
        })),
      },
    }),
  )
  done.push(`${tasks.created.length} tasks, the first ${await finish(api, companyId, tasks.created[0])}`)

  done.push(await readHours(api, companyId))

  done.push(`changes: ${(await changesUntil(api, companyId, monday, 'task changed', wait)).join(', ')}`)
  return done
}

/** Receives valves in a lot at a place, and takes some out. An `actionId` has one effect for ever, so it needs no Idempotency-Key. */
async function putAway(api: Api, companyId: string, itemId: string): Promise<string> {
  const path = { companyId }
  const shelf = dataOf(
    await api.POST('/companies/{companyId}/locations', {
      params: { path, header: once() },
      body: { code: 'A-01', name: 'Shelf by the door' },
    }),
  )
  const at = { itemId, locationId: shelf.id, lotNumber: 'L-7' }
  const lines: Schemas['NewMovement'][] = [
    { ...at, quantity: 40, reason: 'received', unitCost: 12.5 },
    { ...at, quantity: -3, reason: 'used' },
  ]
  dataOf(
    await api.POST('/companies/{companyId}/movements', {
      params: { path },
      body: { actionId: crypto.randomUUID(), lines },
    }),
  )
  const card = dataOf(
    await api.GET('/companies/{companyId}/stock/{id}', { params: { path: { companyId, id: itemId } } }),
  )
  const [place] = card.places
  return `${card.onHand} valves on hand, ${place?.quantity} of lot ${place?.lotNumber}`
}

/** Fetches a file, and compares its bytes with the checksum that the upload has answered. */
async function isSameWhenFetched(
  api: Api,
  baseUrl: string,
  companyId: string,
  { id, sha256 }: Schemas['FileAttachment'],
  wait: Setting['wait'],
): Promise<boolean> {
  const { url } = dataOf(
    await api.GET('/companies/{companyId}/files/{id}/url', { params: { path: { companyId, id } } }),
  )
  // The link is a path of the server, and needs no token.
  const answer = await fetchSteadily(new Request(new URL(url, baseUrl)), wait)
  const digest = await crypto.subtle.digest('SHA-256', await answer.arrayBuffer())
  return new Uint8Array(digest).toHex() === sha256
}

/** Raises all prices by a tenth, each part in the version that was read, after a look at what that would change; and takes it back. */
async function tryPrices(api: Api, companyId: string, wait: Setting['wait']): Promise<string> {
  const parts = await wholeList((cursor) =>
    api.GET('/companies/{companyId}/parts', { params: { path: { companyId }, query: { cursor } } }),
  )
  const update = parts.map(({ id, version, cost }) => ({ id, version, cost: Math.round(cost * 110) / 100 }))
  const raise = async (header: { 'Idempotency-Key': string } | { 'X-Preview': '1' }) =>
    dataOf(
      await api.POST('/companies/{companyId}/parts/batch', {
        params: { path: { companyId }, header },
        body: { update },
      }),
    )
  const { changeCount } = await raise({ 'X-Preview': '1' })
  const raised = await raise(once())
  const undo = { params: { path: { companyId, id: raised.changeSetId ?? '' }, header: once() } }
  const { restored } = await endOf(api, companyId, wait, () =>
    api.POST('/companies/{companyId}/change-sets/{id}/undo', undo),
  )
  return `${changeCount} prices would change, ${raised.updated.length} raised, ${restored} taken back`
}

/** Completes a task in the version that its batch has answered. @returns its status */
async function finish(api: Api, companyId: string, task?: Schemas['BatchOutcome']): Promise<string> {
  const changed = await api.PATCH('/companies/{companyId}/tasks/{id}', {
    params: { path: { companyId, id: task?.id ?? '' }, header: { ...once(), 'If-Match': String(task?.version) } },
    body: { status: 'complete' },
  })
  return dataOf(changed).status
}

/** Reads all hours for the wages. */
async function readHours(api: Api, companyId: string): Promise<string> {
  const entries = await wholeList((cursor) =>
    api.GET('/companies/{companyId}/time-entries', { params: { path: { companyId }, query: { cursor, pageSize: 1 } } }),
  )
  const hours = entries.reduce((sum, { seconds }) => sum + seconds / 3_600, 0)
  return `${hours} hours in ${entries.length} entries`
}

/** A change that is sent again with its key has one effect. A program that may be ended in between keeps the key before it sends. */
const once = () => ({ 'Idempotency-Key': crypto.randomUUID() })

/** @throws what the server says against it */
function dataOf<Data>({ data, error, response }: Answer<Data>): Data {
  if (data === undefined) throw new Error(`${response.status} ${error?.code}: ${error?.message}`)
  return data
}

/** Long work may be answered by a job (202). Follows it to its end; the request sent again with its key has the answer. */
async function endOf<Done extends object>(
  api: Api,
  companyId: string,
  wait: Setting['wait'],
  send: () => Promise<Answer<Done | Schemas['Job']>>,
): Promise<Done> {
  const data = dataOf(await send())
  if (!('procedure' in data)) return data
  for (let job = data; job.status !== 'done'; ) {
    if (job.failure || job.status === 'cancelled')
      throw new Error(job.failure?.message ?? 'Somebody has cancelled this')
    await wait(2_000)
    job = dataOf(await api.GET('/companies/{companyId}/jobs/{id}', { params: { path: { companyId, id: job.id } } }))
  }
  return endOf(api, companyId, wait, send)
}

/** Sends a request again when the connection is lost, and waits as long as `Retry-After` says at 429 and 503. */
async function fetchSteadily(request: Request, wait: Setting['wait'], triesLeft = 9): Promise<Response> {
  try {
    const answer = await fetch(request.clone())
    const isBusy = answer.status === 429 || answer.status === 503
    // Only a body that came to its end is an answer.
    const body = await answer.arrayBuffer()
    if (!isBusy) return new Response(answer.status === 204 ? null : body, answer)
    await wait(Number(answer.headers.get('retry-after')) * 1_000)
  } catch (error) {
    if (triesLeft === 0) throw error
  }
  return fetchSteadily(request, wait, triesLeft - 1)
}

/** Reads a list from its start until there is no `Link` to a next page. */
async function wholeList<Item>(ask: (cursor: string) => Promise<Answer<{ items: Item[] }>>): Promise<Item[]> {
  const items: Item[] = []
  for (let cursor: string | null | undefined = 'start'; cursor; ) {
    const answer: Answer<{ items: Item[] }> = await ask(cursor)
    items.push(...dataOf(answer).items)
    const next = /<([^>]+)>; rel="next"/.exec(answer.response.headers.get('link') ?? '')?.[1]
    cursor = next && new URL(next, answer.response.url || 'http://localhost').searchParams.get('cursor')
  }
  return items
}

/** What has changed since the cursor of an earlier answer. A program that keeps its cursor over a restart neither misses nor doubles a change. */
const changesSince = async (api: Api, companyId: string, cursor?: string) =>
  dataOf(
    await api.GET('/companies/{companyId}/feed', {
      params: { path: { companyId }, query: cursor === undefined ? {} : { cursor } },
    }),
  )

/** Follows the feed until the last change has come: it waits for those that are under way. @returns each change, in order */
async function changesUntil(api: Api, companyId: string, since: string, last: string, wait: Setting['wait']) {
  const kinds: string[] = []
  for (let cursor = since; ; ) {
    const answer = await changesSince(api, companyId, cursor)
    kinds.push(...answer.items.map(({ entityType, action }) => `${entityType} ${action}`))
    if (!answer.hasMore && kinds.includes(last)) return kinds
    if (!answer.hasMore) await wait(200)
    cursor = answer.cursor
  }
}

type Received = { headers: Record<string, string | string[] | undefined>; body: string }

/**
 * Takes what a webhook sends. An event comes again when our answer was lost, and anybody may send to our address.
 * @param isGenuine checks the signature, as docs/guide/webhooks.md shows
 * @param onEvent what is done with an event, once
 * @returns what gives the status to answer with
 */
export function takeEvents(
  isGenuine: (received: Received) => boolean,
  onEvent: (event: Schemas['WebhookEvent']) => void,
): (received: Received) => number {
  const seen = new Set<string>()
  return (received) => {
    if (!isGenuine(received)) return 401
    const event = JSON.parse(received.body) as Schemas['WebhookEvent']
    if (!seen.has(event.id)) onEvent(event)
    seen.add(event.id)
    return 204
  }
}
