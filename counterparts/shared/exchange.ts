import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'

/** A request as the counterparts see it. */
export type Request = {
  method: string
  path: string
  /** The address of this server, as the caller wrote it: http://127.0.0.1:4801 */
  origin: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** The values at `:name` in the path of the route. */
  params: Record<string, string>
  raw: Buffer
}

/** An object becomes JSON; text, bytes and streams are sent as they are. */
export type Answer = {
  status?: number
  headers?: Record<string, string>
  body?: unknown
}

export type Stream = Readable

export type Route = {
  method: string
  /** '/v3/company/:realm/query' */
  path: string
  answer: (request: Request) => Answer | Promise<Answer>
}

/** The words of a provider for an error before or instead of an answer. */
export type Voice = (status: number, request: Request) => Answer

/** Thrown when a route cannot go on: the answer is sent as it is. */
export class Refusal extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super(`answered ${answer.status}`)
    this.answer = answer
  }
}

/** The body as JSON; undefined when it is not JSON. */
export function jsonOf(request: Request): unknown {
  try {
    return JSON.parse(request.raw.toString('utf8'))
  } catch {
    return undefined
  }
}

/** The body as a JSON object; {} when it is not one. */
export function objectOf(request: Request): Record<string, unknown> {
  const body = jsonOf(request)
  return isObject(body) ? body : {}
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The body as a form; token endpoints of some providers take JSON as well. */
export function formOf(request: Request): URLSearchParams {
  const type = request.headers['content-type'] ?? ''
  if (!type.includes('json')) return new URLSearchParams(request.raw.toString('utf8'))
  const fields = Object.entries(objectOf(request)).map(([name, value]): [string, string] => [name, String(value)])
  return new URLSearchParams(fields)
}

/** The name and password of HTTP Basic. */
export function basicOf(request: Request): { name: string; password: string } | undefined {
  const [scheme, encoded] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'basic' || !encoded) return undefined
  const decoded = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  return colon < 0 ? undefined : { name: decoded.slice(0, colon), password: decoded.slice(colon + 1) }
}

/** The token of `Authorization: Bearer`. */
export function bearerOf(request: Request): string | undefined {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' && token ? token : undefined
}

/** One value of a header that may come twice. */
export function headerOf(request: Request, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
