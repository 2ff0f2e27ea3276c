import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import { traced } from '../tracing/traced.ts'
import { clear, encodings, linesOf, textOf } from './answer-body.ts'
import type { Answer, Call } from './call.ts'
import { type CallRecord, recordOf } from './call-record.ts'
import { OutboundError } from './outbound-error.ts'
import { guardedConnector, isLoopback, isPublic, type Resolve, resolveByDns, wasNeverSent } from './public-addresses.ts'
import { waitAfterAnswer, waitAfterError } from './retries.ts'

export type { Answer, Call, CallRecord }

export type Outbound = {
  /** Every status but a redirect is an answer. @throws {OutboundError} when there is none */
  send(call: Call): Promise<Answer>
  /** For JSONL of any size: one line at a time. The iteration throws {OutboundError} when the connection breaks. */
  stream(call: Call): Promise<{ status: number; headers: Headers; lines: AsyncIterable<string> }>
  /** Ends all connections. */
  close(): Promise<void>
}

export type OutboundOptions = {
  /** Calls may reach this machine; never in production. */
  allowLoopback: boolean
  /** The origins for which `allowLoopback` holds; all by default. */
  standIns?: readonly string[]
  /** Is told of each call after its last try. Errors that it throws are ignored. */
  onCall: (record: CallRecord) => void | Promise<void>
  now?: () => number
  sleep?: (ms: number, signal?: AbortSignal) => Promise<unknown>
  random?: () => number
  resolve?: Resolve
}

/** The calls of this server: to the services themselves, and outside production to their configured stand-ins. */
export const openOutbound = (config: Config, onCall: OutboundOptions['onCall']): Outbound =>
  createOutbound({
    allowLoopback: !config.isProduction,
    standIns: Object.values(config.baseUrls).flatMap((url) => (url ? [new URL(url).origin] : [])),
    onCall,
  })

/**
 * Calls to services outside. Only https to port 443 of hosts on the internet, whatever a name resolves to; no redirects; bounded time
 * and size; repeated only where that is safe (security.md 3, T86 to T88). The one exception is `allowLoopback`.
 */
export function createOutbound(options: OutboundOptions): Outbound {
  const { onCall, now = Date.now, random = Math.random, resolve = resolveByDns } = options
  const sleep = options.sleep ?? ((ms, signal) => pause(ms, undefined, { ...(signal && { signal }) }))
  const isStandIn = (url: URL) => options.allowLoopback && (options.standIns?.includes(url.origin) ?? true)
  const connections = connectionsOut(resolve)
  const dispatch = async (call: Call, signal: AbortSignal | undefined, silenceMs: number) =>
    dispatchCall(await connections.choose(call, isStandIn(call.url)), call, signal, silenceMs)

  /** Tries until an answer is final. `attempt` returns it, or throws. */
  async function tried<T extends Answer>(call: Call, attempt: Attempt<T>) {
    const begun = now()
    const ended = (tries: number) => ({ durationMs: Math.round(now() - begun), tries })
    const reasonOf = (error: unknown) => (call.signal?.aborted ? call.signal.reason : error) as Error
    const noted = async (failure: Error, tries: number) => {
      await note(() => recordOf(call, failure, ended(tries)))
      return failure
    }
    for (let tries = 1; ; tries++) {
      let wait: number | null
      try {
        const answer = { ...(await attempt()), ...ended(tries) } as T
        wait = waitAfterAnswer(call, answer, tries, { now, random })
        if (wait === null) return answer
      } catch (error) {
        const failure = reasonOf(error)
        wait = waitAfterError(call, failure, tries, random)
        if (wait === null) throw await noted(failure, tries)
      }
      await sleep(wait, call.signal).catch(async (error) => {
        throw await noted(reasonOf(error), tries)
      })
    }
  }

  const note = async (record: () => CallRecord) => {
    try {
      await onCall(record())
    } catch {
      // A log that cannot be written must not fail the call, which has taken effect.
    }
  }

  return {
    async send(call) {
      checkAddress(call.url, isStandIn(call.url))
      const answer = await tracedCall(call, tried<Answer>, async () => {
        const late = AbortSignal.timeout(call.timeoutMs ?? standardMs)
        const signal = call.signal ? AbortSignal.any([late, call.signal]) : late
        return within(late, async () => {
          const { body, ...head } = await dispatch(call, signal, 0)
          return { ...head, text: await read(body, () => textOf(body, call.maxBytes ?? standardBytes)) }
        })
      })
      await note(() => recordOf(call, answer, answer))
      return answer
    },

    async stream(call) {
      checkAddress(call.url, isStandIn(call.url))
      const timeoutMs = call.timeoutMs ?? standardMs
      const answer = await tracedCall(call, tried<Answer & { body: Readable }>, async () => {
        const answer = await dispatch(call, call.signal, timeoutMs)
        const isLines = answer.status < 300
        return { ...answer, text: isLines ? '' : await read(answer.body, () => textOf(answer.body, standardBytes)) }
      })
      const { status, headers, body } = answer
      const written = async function* () {
        let failure: Error | undefined
        try {
          yield* linesOf(body, call.maxBytes ?? standardBytes)
        } catch (error) {
          failure = asOutbound(error)
          throw failure
        } finally {
          body.destroy()
          await note(() => recordOf(call, failure ?? answer, answer))
        }
      }
      if (status < 300) return { status, headers, lines: written() }
      await note(() => recordOf(call, answer, answer))
      return { status, headers, lines: nothing() }
    },

    close: () => connections.close(),
  }
}

type Attempt<T> = () => Promise<Omit<T, 'durationMs' | 'tries'>>

const tracedCall = <T extends Answer>(
  call: Call,
  send: (call: Call, attempt: Attempt<T>) => Promise<T>,
  attempt: Attempt<T>,
): Promise<T> =>
  traced(
    `call ${call.provider}`,
    { 'http.request.method': call.method, 'server.address': call.url.host },
    async (describe) => {
      const answer = await send(call, attempt)
      describe({ 'http.response.status_code': answer.status, 'call.tries': answer.tries })
      return answer
    },
  )

async function* nothing(): AsyncGenerator<string> {}

const standardMs = 10_000
const standardBytes = 5 * 2 ** 20

/**
 * The connections; undici, a megabyte of code, is loaded for the first call. A write that must not be repeated gets a new connection: if the service
 * is just closing an old one, nobody could tell whether the write arrived.
 */
function connectionsOut(resolve: Resolve) {
  let opened: ReturnType<typeof open> | undefined
  const open = async () => {
    const { Agent, buildConnector, request } = await import('undici')
    const kinds = [false, true].map((mayLoop) => {
      const isAllowed = (address: string) => isPublic(address) || (mayLoop && isLoopback(address))
      const connect = guardedConnector(buildConnector, isAllowed, resolve)
      const kept = new Agent({ connect, connections: 8, maxHeaderSize: 32_768 })
      return { kept, once: new Agent({ connect, pipelining: 0, maxHeaderSize: 32_768 }) }
    })
    return { kinds, request }
  }
  return {
    /** @returns the request of undici, and the connections for this call */
    async choose(call: Call, mayLoop: boolean) {
      opened ??= open()
      const { kinds, request } = await opened
      const { kept, once } = kinds[Number(mayLoop)] as (typeof kinds)[number]
      return { request, dispatcher: call.isRepeatable ? kept : once }
    },
    async close() {
      const { kinds } = (await opened) ?? { kinds: [] }
      await Promise.all(kinds.flatMap(({ kept, once }) => [kept.destroy(), once.destroy()]))
    },
  }
}

type Connection = Awaited<ReturnType<ReturnType<typeof connectionsOut>['choose']>>

/** A name with an inside address is found when connecting; this finds addresses that no service of ours has. */
function checkAddress(url: URL, isStandIn: boolean) {
  const isPlain = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  const isOurs = isStandIn && ['http:', 'https:'].includes(url.protocol) && url.username === ''
  if (!isPlain && !isOurs) throw new OutboundError('refused_address')
}

async function dispatchCall(
  { request, dispatcher }: Connection,
  call: Call,
  signal: AbortSignal | undefined,
  silenceMs: number,
) {
  const { statusCode, headers, body } = await request(call.url, {
    dispatcher,
    method: call.method,
    headers: { 'user-agent': 'sbr-operations', 'accept-encoding': encodings, ...call.headers },
    body: call.body ?? null,
    signal: signal ?? null,
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
  }).catch((error) => {
    throw asOutbound(error)
  })
  body.on('error', () => undefined)
  const isRedirect = statusCode >= 300 && statusCode < 400 && statusCode !== 304
  const answerHeaders = new Headers(
    Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((each) => [name, each] as [string, string]),
    ),
  )
  // An empty body is no compressed text, whatever the header says.
  const isEmpty = statusCode === 204 || answerHeaders.get('content-length') === '0'
  const encoding = isEmpty ? '' : (answerHeaders.get('content-encoding')?.trim().toLowerCase() ?? '')
  try {
    if (isRedirect) throw new OutboundError('redirect')
    return {
      status: statusCode,
      headers: answerHeaders,
      body: clear(body, encoding),
    }
  } catch (error) {
    body.destroy()
    throw error
  }
}

/** Reads a body to its end, and lets go of the connection when that fails. */
async function read<T>(body: Readable, reading: () => Promise<T>): Promise<T> {
  try {
    return await reading()
  } catch (error) {
    body.destroy()
    throw asOutbound(error)
  }
}

/** Tells our own time limit from other ends of a try. */
async function within<T>(late: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw late.aborted ? new OutboundError('timeout') : error
  }
}

function asOutbound(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error
  const { code } = error as { code?: string }
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return new OutboundError('timeout', { cause: error })
  return new OutboundError(wasNeverSent(error) ? 'unreachable' : 'cut', { cause: error })
}
