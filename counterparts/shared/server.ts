import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, Refusal, type Request, type Route, type Voice } from './exchange.ts'
import { type FaultKind, type Faults, wrongAnswer } from './faults.ts'

const largestBody = 2_000_000

export type Playing = { url: string; close: () => Promise<void> }
type House = { routes: Route[]; voice: Voice; faults: Faults; calls: Record<string, number> }

/** Listens on this machine only. @param port 0 takes a free port */
export async function listen(house: House, port = 0): Promise<Playing> {
  const server = createServer((request, response) => {
    answerTo(house, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${address.port}`, close: () => closed(server) }
}

async function closed(server: Server): Promise<void> {
  await new Promise((resolve) => {
    server.close(resolve)
    server.closeAllConnections()
  })
}

async function answerTo(house: House, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? '127.0.0.1'}`)
  const raw = await bodyOf(request)
  const call: Request = {
    method: request.method ?? 'GET',
    path: url.pathname,
    origin: url.origin,
    query: url.searchParams,
    headers: request.headers,
    params: {},
    raw: raw ?? Buffer.alloc(0),
  }
  if (!raw) return send(response, house.voice(413, call))
  const isControl = call.path.startsWith('/__control')
  const fault = isControl ? undefined : house.faults.next(call)
  const wrong = fault && wrongAnswer(fault.kind, fault.retryAfter, call, house.voice)
  if (!isControl) count(house, call)
  if (wrong) return send(response, wrong)
  if (fault?.kind === 'refused') return void response.destroy()
  if (fault?.kind === 'hang') return
  if (fault?.kind === 'slow') await wait(fault.slowMs, undefined, { ref: false })
  const answer = await routed(house, call)
  if (fault?.change) return send(response, fault.change(answer))
  return fault ? sendBadly(response, answer, fault.kind) : send(response, answer)
}

/** @returns undefined when it is too long */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length <= largestBody) chunks.push(chunk)
  }
  return length > largestBody ? undefined : Buffer.concat(chunks)
}

function count({ routes, calls }: House, request: Request): void {
  const route = routes.find((each) => each.method === request.method && paramsOf(each.path, request.path))
  const name = `${request.method} ${route?.path ?? request.path}`
  calls[name] = (calls[name] ?? 0) + 1
}

async function routed({ routes, voice }: House, request: Request): Promise<Answer> {
  const there = routes.flatMap((route) => {
    const params = paramsOf(route.path, request.path)
    return params ? [{ route, params }] : []
  })
  const found = there.find(({ route }) => route.method === request.method)
  if (!found) return voice(there.length > 0 ? 405 : 404, request)
  try {
    return await found.route.answer({ ...request, params: found.params })
  } catch (error) {
    if (error instanceof Refusal) return error.answer
    process.stderr.write(`${request.method} ${request.path}: ${error instanceof Error ? error.stack : String(error)}\n`)
    return voice(500, request)
  }
}

/** The values at the names of the pattern; undefined when the path does not fit. */
function paramsOf(pattern: string, path: string): Record<string, string> | undefined {
  const names = pattern.split('/')
  const parts = path.split('/')
  if (names.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, name] of names.entries()) {
    const part = decoded(parts[index] ?? '')
    if (name.startsWith(':') && part) params[name.slice(1)] = part
    else if (name !== part) return undefined
  }
  return params
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function bytesOf({ body, headers }: Answer): { bytes: Buffer; type: string } {
  const type = headers?.['content-type']
  if (body === undefined) return { bytes: Buffer.alloc(0), type: type ?? 'text/plain' }
  if (Buffer.isBuffer(body)) return { bytes: body, type: type ?? 'application/octet-stream' }
  if (typeof body === 'string') return { bytes: Buffer.from(body), type: type ?? 'text/plain; charset=utf-8' }
  return { bytes: Buffer.from(JSON.stringify(body)), type: type ?? 'application/json; charset=utf-8' }
}

function send(response: ServerResponse, answer: Answer): void {
  if (answer.body instanceof Readable) {
    response.writeHead(answer.status ?? 200, answer.headers)
    answer.body.on('error', () => response.destroy()).pipe(response)
    return
  }
  const { bytes, type } = bytesOf(answer)
  const headers = {
    ...(bytes.length > 0 && { 'content-type': type }),
    'content-length': bytes.length,
    ...answer.headers,
  }
  response.writeHead(answer.status ?? 200, headers).end(bytes)
}

/** The work is done; its answer does not arrive, or is cut, or late. */
function sendBadly(response: ServerResponse, answer: Answer, kind: FaultKind): void {
  if (kind === 'slow') send(response, answer)
  else if (kind === 'lost') response.destroy()
  else if (answer.body instanceof Readable) {
    response.writeHead(answer.status ?? 200, answer.headers)
    answer.body.once('data', (chunk: Buffer) => sendHalf(response, chunk))
  } else {
    const { bytes, type } = bytesOf(answer)
    response.writeHead(answer.status ?? 200, {
      'content-type': type,
      'content-length': bytes.length,
      ...answer.headers,
    })
    sendHalf(response, bytes)
  }
}

function sendHalf(response: ServerResponse, bytes: Buffer): void {
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => response.destroy())
}
