import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { useOutside } from '../../testing/outside/outside.ts'
import type { Call } from './outbound.ts'

const { records, waits, openai, models, outboundWith, serve } = useOutside()

const write = (more: Partial<Call> = {}): Call =>
  models({
    ...{ operation: 'Ask', method: 'POST', isRepeatable: false, url: new URL(`${openai().url}/v1/responses`) },
    headers: { authorization: `Bearer ${openai().credentials.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: openai().credentials.model, input: 'hello' }),
    ...more,
  })

test('an answer comes with its status, and the log with what support needs', async () => {
  const answer = await outboundWith().send(models())
  expect(answer).toMatchObject({ status: 200, tries: 1 })
  expect(JSON.parse(answer.text).data[0].id).toBe(openai().credentials.model)
  expect(records).toEqual([
    {
      ...{
        provider: 'openai',
        operation: 'List models',
        companyId: 'c',
        status: 200,
        errorCode: null,
        problem: null,
        tries: 1,
      },
      ...{ durationMs: expect.any(Number), providerRequestId: expect.stringMatching(/^req_/) },
      ...{ quota: '499 of 500 left', detail: 'GET /v1/models' },
    },
  ])
})

test.each([400, 401, 403, 404])('%i is an answer, and is not tried again', async (status) => {
  await openai().control.misbehave({ share: 1, kinds: [status] })
  expect(await outboundWith().send(models())).toMatchObject({ status, tries: 1 })
})

describe('tries', () => {
  test('after 429 and 503 the wait is as long as the service says', async () => {
    await openai().control.misbehave({ share: 1, kinds: [429], times: 1, retryAfter: 7 })
    expect(await outboundWith().send(models())).toMatchObject({ status: 200, tries: 2 })
    expect(waits).toEqual([7_000])
    await openai().control.misbehave({ share: 1, kinds: [503], times: 1, retryAfter: 2 })
    expect(await outboundWith().send(models())).toMatchObject({ status: 200, tries: 2 })
    expect(waits).toEqual([7_000, 2_000])
    expect(records.map(({ tries }) => tries)).toEqual([2, 2])
  })

  test('a caller who waits no longer gets its own reason, also during a pause that the service asked for', async () => {
    await openai().control.misbehave({ share: 1, kinds: [429], retryAfter: 20 })
    const signal = AbortSignal.timeout(1_000)
    const sleep = (ms: number, until?: AbortSignal) => pause(ms, undefined, { ...(until && { signal: until }) })
    const sent = outboundWith({ sleep }).send(models({ signal }))
    await expect(sent).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(records).toMatchObject([{ tries: 1 }])
  })

  test('a date is a hint too, by the clock of the service', async () => {
    let requests = 0
    const headers = { date: 'Sun, 29 Nov 2026 11:59:51 GMT', 'retry-after': 'Sun, 29 Nov 2026 12:00:00 GMT' }
    const url = await serve((_, response) => {
      requests++
      response.writeHead(requests === 1 ? 429 : 200, headers).end('{}')
    })
    await outboundWith().send(models({ url }))
    expect(waits).toEqual([9_000])
  })

  test('after the third try the last answer counts', async () => {
    await openai().control.misbehave({ share: 1, kinds: [500] })
    expect(await outboundWith().send(models())).toMatchObject({ status: 500, tries: 3 })
    expect(waits).toEqual([250, 500])
    expect(await openai().control.faults()).toEqual({ 500: 3 })
    expect(records).toMatchObject([{ status: 500, tries: 3 }])
  })

  test('one try when a person waits', async () => {
    await openai().control.misbehave({ share: 1, kinds: [500] })
    expect(await outboundWith().send(models({ maxTries: 1 }))).toMatchObject({ status: 500, tries: 1 })
  })

  test('a wait that is too long is left to the caller', async () => {
    await openai().control.misbehave({ share: 1, kinds: [429], retryAfter: 31 })
    expect(await outboundWith().send(models())).toMatchObject({ status: 429, tries: 1 })
    expect(waits).toEqual([])
  })

  test('a service may ask for another try in its own way, with any status', async () => {
    let requests = 0
    const url = await serve((_, response) => response.end(JSON.stringify({ wait: ++requests === 1 ? 3 : null })))
    const waitFor: Call['waitFor'] = ({ text }) => (JSON.parse(text).wait === null ? null : 3_000)
    expect(await outboundWith().send(models({ url, waitFor }))).toMatchObject({ text: '{"wait":null}', tries: 2 })
    expect(waits).toEqual([3_000])
    await openai().control.misbehave({ share: 1, kinds: [429] })
    expect(await outboundWith().send(models({ waitFor: () => Infinity }))).toMatchObject({ status: 429, tries: 1 })
  })

  test.each([['refused'], ['lost'], ['cut']] as const)('a reading call goes on after %s', async (kind) => {
    await openai().control.misbehave({ share: 1, kinds: [kind], times: 2 })
    expect(await outboundWith().send(models())).toMatchObject({ status: 200, tries: 3 })
  })

  test.each([['refused'], ['lost'], ['cut'], [500], [429]] as const)(
    'a write without a key is sent once, whatever happens: %s',
    async (kind) => {
      await openai().control.misbehave({ share: 1, kinds: [kind] })
      await outboundWith()
        .send(write())
        .catch((error) => expect(error.code).toBe('cut'))
      expect(await openai().control.faults()).toEqual({ [kind]: 1 })
      expect(await openai().control.keptResponses()).toHaveLength(kind === 'lost' || kind === 'cut' ? 1 : 0)
    },
  )

  test('a write that was never sent is tried again', async () => {
    const url = new URL(models().url)
    await openai().close()
    await expect(outboundWith().send(write({ url }))).rejects.toMatchObject({ code: 'unreachable' })
    expect(records).toMatchObject([{ status: null, errorCode: 'unreachable', tries: 3 }])
  })

  test('a stop ends the wait, and the call', async () => {
    await openai().control.misbehave({ share: 1, kinds: ['hang'] })
    const stop = new AbortController()
    const request = outboundWith().send(models({ signal: stop.signal }))
    stop.abort(new Error('the server stops'))
    await expect(request).rejects.toThrow('the server stops')
    expect(records).toMatchObject([{ errorCode: 'stopped' }])
  })
})

describe('bounds (T88)', () => {
  const failing = (kind: 'hang' | 'huge' | 'bomb' | 'redirect' | 'cut' | 'refused', more: Partial<Call> = {}) =>
    openai()
      .control.misbehave({ share: 1, kinds: [kind] })
      .then(() => outboundWith().send(models(more)))

  test('silence ends after the time limit', async () => {
    await expect(failing('hang', { timeoutMs: 100, maxTries: 1 })).rejects.toMatchObject({ code: 'timeout' })
  })

  test('an answer that trickles ends after the time limit, too', async () => {
    const url = await serve((_, response) => {
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
    })
    await expect(outboundWith().send(models({ url, timeoutMs: 200, maxTries: 1 }))).rejects.toMatchObject({
      code: 'timeout',
    })
  })

  test.each(['huge', 'bomb'] as const)('%s is too large, and is not tried again', async (kind) => {
    await expect(failing(kind)).rejects.toMatchObject({ code: 'too_large' })
    expect(await openai().control.faults()).toEqual({ [kind]: 1 })
    expect(records).toMatchObject([{ status: null, errorCode: 'too_large', tries: 1 }])
  })

  test('a redirect is not followed', async () => {
    await expect(failing('redirect')).rejects.toMatchObject({ code: 'redirect' })
    expect(await openai().control.faults()).toEqual({ redirect: 1 })
  })

  test('a text that is not JSON is an answer like any other; half an answer is not', async () => {
    await openai().control.misbehave({ share: 1, kinds: ['garbage'], times: 1 })
    expect((await outboundWith().send(models())).text).toBe('{"data": {"orders": [')
    await openai().control.misbehave({ share: 1, kinds: ['html'] })
    expect(await outboundWith().send(models({ maxTries: 1 }))).toMatchObject({ status: 502 })
    await expect(failing('cut')).rejects.toMatchObject({ code: 'cut' })
  })

  test.each([
    ['br', Buffer.from('no brotli')],
    ['gzip', Buffer.from('no gzip')],
    ['zstd', Buffer.from('')],
  ])('a compression that is broken or unknown breaks the answer: %s', async (encoding, body) => {
    const url = await serve((_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(body))
    await expect(outboundWith().send(models({ url, maxTries: 1 }))).rejects.toMatchObject({ code: 'cut' })
  })
})
