import { afterEach, describe, expect, test } from 'vitest'
import { startOpenai } from '../openai/start.ts'
import { Clock, isoOf } from './clock.ts'
import { LeakyBucket, WindowLimit } from './limits.ts'
import { json } from './testing.ts'

type Openai = Awaited<ReturnType<typeof startOpenai>>
const open: Openai[] = []

afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function started(): Promise<Openai> {
  const openai = await startOpenai()
  open.push(openai)
  return openai
}

const models = (openai: Openai) =>
  fetch(`${openai.url}/v1/models`, {
    headers: { authorization: `Bearer ${openai.credentials.apiKey}` },
    redirect: 'manual',
    signal: AbortSignal.timeout(5_000),
  })

/** A status, or 'broken' when the connection or the body ended early. */
async function outcome(openai: Openai): Promise<string> {
  try {
    const answer = await models(openai)
    await answer.text()
    return String(answer.status)
  } catch {
    return 'broken'
  }
}

describe('faults', () => {
  test('the same seed makes the same faults', async () => {
    const runs: string[][] = []
    for (let run = 0; run < 2; run += 1) {
      const openai = await started()
      await openai.control.misbehave({ seed: 7, share: 0.5, kinds: [429, 500, 503, 'refused', 'cut', 'lost'] })
      const log: string[] = []
      for (let call = 0; call < 20; call += 1) log.push(await outcome(openai))
      runs.push(log)
    }
    expect(runs[0]).toEqual(runs[1])
    expect(new Set(runs[0]).size).toBeGreaterThan(3)
  })

  test('they end after their number, or on demand', async () => {
    const openai = await started()
    await openai.control.misbehave({ share: 1, kinds: [503], times: 2 })
    expect([await outcome(openai), await outcome(openai), await outcome(openai)]).toEqual(['503', '503', '200'])
    await openai.control.misbehave({ share: 1, kinds: [500] })
    expect(await outcome(openai)).toBe('500')
    await openai.control.behave()
    expect(await outcome(openai)).toBe('200')
    expect(await openai.control.faults()).toEqual({ 500: 1, 503: 2 })
  })

  test('a status has the words of the provider, and the time to wait', async () => {
    const openai = await started()
    await openai.control.misbehave({ share: 1, kinds: [429], retryAfter: 3 })
    const answer = await models(openai)
    expect(answer.headers.get('retry-after')).toBe('3')
    expect(await answer.json()).toMatchObject({ error: { code: 'rate_limit_exceeded' } })
  })

  test('an answer can be a text that is not JSON, a page, a redirect, thirty megabytes, or late', async () => {
    const openai = await started()
    const next = async (kind: 'garbage' | 'html' | 'redirect' | 'huge' | 'bomb' | 'slow') => {
      await openai.control.misbehave({ share: 1, kinds: [kind], times: 1, slowMs: 20 })
      return models(openai)
    }
    await expect((await next('garbage')).json()).rejects.toThrow(SyntaxError)
    expect((await next('html')).headers.get('content-type')).toBe('text/html')
    expect((await next('redirect')).status).toBe(302)
    expect((await (await next('huge')).text()).length).toBeGreaterThan(30_000_000)
    expect(Number((await next('bomb')).headers.get('content-length'))).toBeLessThan(100_000)
    expect((await next('slow')).status).toBe(200)
  })

  test('a cut or lost request has taken effect; a refused one has not', async () => {
    const openai = await started()
    const respond = async (kind: 'cut' | 'lost' | 'refused') => {
      await openai.control.misbehave({ share: 1, kinds: [kind], times: 1 })
      const question = json({ model: 'gpt-5.6', input: kind }, { authorization: `Bearer ${openai.credentials.apiKey}` })
      await expect(fetch(`${openai.url}/v1/responses`, question).then((answer) => answer.text())).rejects.toThrow()
    }
    await respond('cut')
    await respond('lost')
    await respond('refused')
    expect(await openai.control.keptResponses()).toHaveLength(2)
  })
})

describe('control over HTTP', () => {
  test('returns the state and runs the actions of tests', async () => {
    const openai = await started()
    const post = (action: string, body: unknown) => fetch(`${openai.url}/__control/${action}`, json(body))
    expect((await post('manner', { manner: 'refuse' })).status).toBe(200)
    expect((await post('manner', { manner: 'dance' })).status).toBe(400)
    expect((await post('dance', {})).status).toBe(404)
    await models(openai)
    const state = (await (await fetch(`${openai.url}/__control`)).json()) as { calls: object; actions: string[] }
    expect(state.calls).toEqual({ 'GET /v1/models': 1 })
    expect(state.actions).toContain('misbehave')
  })
})

describe('limits', () => {
  test('a bucket refills all the time, up to its size', async () => {
    const clock = new Clock(new Date('2026-11-21T12:00:00Z'))
    const bucket = new LeakyBucket(clock, 1_000, 100)
    expect(bucket.take(1_000)).toBe(true)
    expect(bucket.take(500)).toBe(false)
    await clock.advance(5)
    expect(bucket.take(500)).toBe(true)
    await clock.advance(3_600)
    expect(bucket.available()).toBe(1_000)
  })

  test('a window limits the calls and says when the next window begins', async () => {
    const clock = new Clock(new Date('2026-11-21T12:00:20Z'))
    const limit = new WindowLimit(clock, 2, 60)
    expect(limit.take()).toEqual({ isAllowed: true, remaining: 1, reset: 40 })
    expect([limit.take().isAllowed, limit.take().isAllowed]).toEqual([true, false])
    await clock.advance(60)
    expect(limit.take().isAllowed).toBe(true)
  })
})

test('a time has the format of the providers', () => expect(isoOf(1_795_262_400)).toBe('2026-11-21T12:00:00Z'))
