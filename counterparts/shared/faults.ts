import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import type { Answer, Request, Voice } from './exchange.ts'
import { chance, pick } from './random.ts'

/**
 * The faults on the way. A number is answered as that status, in the provider's own words. refused: the connection ends before the request
 * takes effect. lost: the request takes effect, but no answer comes. cut: it takes effect, and half of the answer comes. hang: no answer
 * comes, and the connection stays open. slow: the answer comes late. garbage: 200 with a text that is not JSON. huge: 200 with 30 MB of
 * JSON. bomb: 200 with 30 MB that are 30 KB on the wire. redirect: 302 to another host. html: 502 with a page for people.
 */
const kinds = ['refused', 'lost', 'cut', 'hang', 'slow', 'garbage', 'huge', 'bomb', 'redirect', 'html'] as const
export type FaultKind = (typeof kinds)[number] | number | 'changed'

export const Misbehaviour = z.object({
  seed: z.int().default(1),
  /** The share of the requests: 0.3 is three in ten. */
  share: z.number().min(0).max(1).default(0.3),
  kinds: z
    .array(z.union([z.enum(kinds), z.int().min(400).max(599)]))
    .default([429, 500, 502, 503, 'refused', 'lost', 'cut', 'slow']),
  /** The number of faults; then they end by themselves. */
  times: z.int().optional(),
  /** Only where the path contains this text. */
  path: z.string().default(''),
  slowMs: z.int().default(300),
  /** Seconds in Retry-After of a 429 or 503. */
  retryAfter: z.int().default(1),
  /** In tests: what becomes of the true answer, in place of the kinds. */
  change: z.custom<(answer: Answer) => Answer>((given) => typeof given === 'function').optional(),
})

type Plan = z.output<typeof Misbehaviour>
type Fault = { kind: FaultKind } & Pick<Plan, 'slowMs' | 'retryAfter' | 'change'>

/** Decides by a seed which requests get a fault. */
export class Faults {
  #plan: Plan | undefined
  #requests = 0
  #made = 0
  readonly counts: Record<string, number> = {}

  misbehave(plan: Plan): void {
    this.#plan = plan
    this.#requests = 0
    this.#made = 0
  }

  behave(): void {
    this.#plan = undefined
  }

  /** The fault of this request; undefined: none. */
  next(request: Request): Fault | undefined {
    const plan = this.#plan
    if (!plan || plan.kinds.length === 0 || !request.path.includes(plan.path)) return undefined
    if (plan.times !== undefined && this.#made >= plan.times) return undefined
    this.#requests += 1
    if (chance(plan.seed, this.#requests, 1) >= plan.share) return undefined
    this.#made += 1
    const kind = plan.change ? 'changed' : pick(plan.kinds, plan.seed, this.#requests, 2)
    this.counts[kind] = (this.counts[kind] ?? 0) + 1
    return { kind, slowMs: plan.slowMs, retryAfter: plan.retryAfter, change: plan.change }
  }
}

const json = { 'content-type': 'application/json; charset=utf-8' }
const thirtyMegabytes = () => `{"data":"${'x'.repeat(30_000_000)}"}`

/** The wrong answer; undefined for faults of the connection. */
export function wrongAnswer(kind: FaultKind, retryAfter: number, request: Request, voice: Voice): Answer | undefined {
  if (typeof kind === 'number') {
    const answer = voice(kind, request)
    const isHint = kind === 429 || kind === 503
    return isHint ? { ...answer, headers: { 'retry-after': String(retryAfter), ...answer.headers } } : answer
  }
  if (kind === 'garbage') return { headers: json, body: '{"data": {"orders": [' }
  if (kind === 'huge') return { headers: json, body: thirtyMegabytes() }
  if (kind === 'bomb') return { headers: { ...json, 'content-encoding': 'gzip' }, body: gzipSync(thirtyMegabytes()) }
  if (kind === 'redirect') return { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data/' } }
  if (kind === 'html') {
    const page = '<html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>'
    return { status: 502, headers: { 'content-type': 'text/html' }, body: page }
  }
  return undefined
}
