import { setTimeout as sleep } from 'node:timers/promises'
import { type Subject, searches } from './data.ts'
import { median, oneByOne, type Shape, together } from './load.ts'
import type { Server } from './servers.ts'

export type Figures = { p50: number; p99: number; perSecond: number }
export type Comparison = { operation: string; limit: Figures; product: Figures; statements: number }

/** One operation: the request to the limit and the request to the product. */
export function operationsOn({ companyId, ids }: Subject): Record<string, { limit: Shape; product: Shape }> {
  const base = `/api/companies/${companyId}/parts`
  const id = (turn: number) => ids[(turn * 17) % ids.length]
  const q = (turn: number) => encodeURIComponent(searches[turn % searches.length] ?? '')
  const body = (turn: number) => JSON.stringify({ stockLevel: turn % 100_000 })
  const get =
    (path: (turn: number) => string): Shape =>
    (turn) => ({ method: 'GET', path: path(turn) })
  return {
    'list page of 50 + total': { limit: get(() => `/list?company=${companyId}`), product: get(() => base) },
    'search (substring)': {
      limit: get((turn) => `/search?company=${companyId}&q=${q(turn)}`),
      product: get((turn) => `${base}?q=${q(turn)}`),
    },
    'get one': {
      limit: get((turn) => `/get?company=${companyId}&id=${id(turn)}`),
      product: get((turn) => `${base}/${id(turn)}`),
    },
    'patch one field, durable': {
      limit: (turn) => ({ method: 'PATCH', path: `/patch?company=${companyId}&id=${id(turn)}`, body: body(turn) }),
      product: (turn) => ({ method: 'PATCH', path: `${base}/${id(turn)}`, body: body(turn) }),
    },
    'low-stock list of 50': {
      limit: get(() => `/low-stock?company=${companyId}`),
      product: get(() => `${base}?isLowStock=true`),
    },
  }
}

/** Three rounds that alternate between limit and product, so that a busy minute of the machine hits both. */
export async function compare(
  servers: { limit: Server; product: Server },
  subject: Subject,
  rounds = 3,
): Promise<Comparison[]> {
  const results: Comparison[] = []
  for (const [operation, shapes] of Object.entries(operationsOn(subject))) {
    const samples = { limit: [] as Figures[], product: [] as Figures[] }
    for (let round = 0; round < rounds; round++) {
      for (const name of ['limit', 'product'] as const) {
        const { origin } = servers[name]
        const latency = await oneByOne(origin, shapes[name], 1)
        samples[name].push({ ...latency, perSecond: await together(origin, shapes[name], { seconds: 2 }) })
      }
    }
    const statements = await statementsPerRequest(servers.product, shapes.product)
    results.push({ operation, limit: middle(samples.limit), product: middle(samples.product), statements })
  }
  return results
}

async function statementsPerRequest({ origin, usage }: Server, shape: Shape): Promise<number> {
  let requests = 0
  const counted: Shape = (turn) => {
    requests = turn + 1
    return shape(turn)
  }
  // Do not count the requests that the 32 clients left unanswered.
  await sleep(500)
  await usage()
  await oneByOne(origin, counted, 0.1)
  return (await usage()).statements / requests
}

const middle = (rounds: Figures[]): Figures => ({
  p50: median(rounds.map(({ p50 }) => p50)),
  p99: median(rounds.map(({ p99 }) => p99)),
  perSecond: median(rounds.map(({ perSecond }) => perSecond)),
})
