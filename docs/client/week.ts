// A week of an office, by the API alone: prices come in, stock goes out, a drawing is filed, somebody gets a task. docs/api.md says how to
// make api.ts from the document of the API. The gate checks the types of this program and runs it.
import createClient from 'openapi-fetch'
import type { components, paths } from './api.ts'

type Part = components['schemas']['Part']
type Setting = {
  /** 'http://localhost:3000/api' */
  baseUrl: string
  token: string
  companyId: string
  assigneeId: string
  /** Waits so many milliseconds. */
  wait: (ms: number) => Promise<void>
}

/** Does the work of a week. @returns what was done, a line for each step */
export async function workAWeek({ baseUrl, token, companyId, assigneeId, wait }: Setting): Promise<string[]> {
  /** Waits as long as `Retry-After` says, when the server answers 429. */
  const fetchPatiently = async (request: Request): Promise<Response> => {
    const answer = await fetch(request.clone())
    if (answer.status !== 429) return answer
    await wait(Number(answer.headers.get('retry-after')) * 1_000)
    return fetchPatiently(request)
  }
  const api = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` }, fetch: fetchPatiently })
  /** A change that is sent again with its key has one effect. */
  const once = () => ({ 'Idempotency-Key': crypto.randomUUID() })
  const asItIs = (body: string) => body
  const done: string[] = []

  const { cursor: monday } = await changesSince(api, companyId)

  const prices = 'Name,Part Number,Unit Cost\nBall valve,HY-204,12.5\nHose,HY-205,3.2\n'
  const { data: preview } = await api.POST('/companies/{companyId}/imports', {
    params: { path: { companyId }, query: { type: 'parts', fileName: 'prices.csv' }, header: once() },
    headers: { 'content-type': 'text/csv' },
    body: prices,
    bodySerializer: asItIs,
  })
  if (!preview) throw new Error('The price list cannot be read')
  done.push(`${preview.summary.create} new prices, ${preview.summary.error} faulty`)
  const { data: stored } = await api.POST('/companies/{companyId}/imports/{id}/commit', {
    params: { path: { companyId, id: preview.id }, header: once() },
    body: {},
  })
  done.push(`${stored?.success} of ${stored?.total} stored`)

  const parts: Part[] = []
  for (let page = 1, isLast = false; !isLast; page += 1) {
    const { data } = await api.GET('/companies/{companyId}/parts', {
      params: { path: { companyId }, query: { page, pageSize: 1 } },
    })
    parts.push(...(data?.items ?? []))
    isLast = !data || parts.length >= data.total
  }
  done.push(`${parts.length} parts read`)
  const valve = parts.find(({ partNumber }) => partNumber === 'HY-204')
  if (!valve) throw new Error('The valve is missing')
  const path = { companyId, id: valve.id }

  const { data: booked } = await api.POST('/companies/{companyId}/parts/{id}/stock', {
    params: { path, header: once() },
    body: { delta: 40, reason: 'received' },
  })
  done.push(`${booked?.stockLevel} valves on hand`)

  // A movement of stock makes no new version; a change does, and the version before it is old then.
  const change = (version: number) =>
    api.PATCH('/companies/{companyId}/parts/{id}', {
      params: { path, header: { ...once(), 'If-Match': String(version) } },
      body: { location: 'Shelf 4' },
    })
  const { data: changed } = await change(valve.version)
  done.push(`on ${changed?.location}`)
  const refused = await change(valve.version)
  done.push(`${refused.response.status} ${refused.error?.code} for an old version`)

  const { data: file } = await api.POST('/companies/{companyId}/files', {
    params: {
      path: { companyId },
      query: { entityType: 'part', entityId: valve.id, name: 'drawing.pdf' },
      header: once(),
    },
    headers: { 'content-type': 'application/pdf' },
    body: '%PDF-1.7\n%%EOF\n',
    bodySerializer: asItIs,
  })
  done.push(`${file?.name} filed, ${file?.size} bytes`)

  const { data: task } = await api.POST('/companies/{companyId}/tasks', {
    params: { path: { companyId }, header: once() },
    body: { title: 'Check the seals of the new valves', assignedTo: assigneeId },
  })
  done.push(`task: ${task?.title}, ${task?.status}`)

  done.push(`changes: ${(await changesUntilTask(api, companyId, monday, wait)).join(', ')}`)
  return done
}

type Api = ReturnType<typeof createClient<paths>>

/** What has changed since the cursor of an earlier answer. A program that keeps its cursor over a restart neither misses nor doubles a change. */
async function changesSince(api: Api, companyId: string, cursor?: string) {
  const query = cursor === undefined ? {} : { cursor }
  const { data } = await api.GET('/companies/{companyId}/feed', { params: { path: { companyId }, query } })
  if (!data) throw new Error('The feed cannot be read')
  return data
}

/** Follows the feed until the task has come: the feed waits for changes that are under way. @returns each change, in order */
async function changesUntilTask(api: Api, companyId: string, since: string, wait: Setting['wait']): Promise<string[]> {
  const kinds: string[] = []
  for (let cursor = since; ; ) {
    const answer = await changesSince(api, companyId, cursor)
    kinds.push(...answer.items.map(({ entityType, action }) => `${entityType} ${action}`))
    if (!answer.hasMore && kinds.includes('task created')) return kinds
    if (!answer.hasMore) await wait(200)
    cursor = answer.cursor
  }
}
