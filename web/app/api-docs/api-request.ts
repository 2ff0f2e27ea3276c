import type { Operation } from './api-document.ts'

/** What a person has typed: parameters by name, the body, and the token; without a token the session of the browser counts. */
export type RequestInput = { values: Record<string, string>; body: string | File | null; token: string }
type ApiRequest = { url: string; method: string; headers: Record<string, string>; body?: string | File }
export type ApiAnswer = { status: number; headers: [string, string][]; ms: number; text?: string; file?: Blob }

/** The request of an operation; parameters that are empty are left out. */
export function requestOf(
  { method, path, parameters, body }: Operation,
  { values, body: sent, token }: RequestInput,
): ApiRequest {
  const filled = parameters.filter(({ name }) => values[name])
  const typed = (name: string) => values[name] ?? ''
  const query = new URLSearchParams(filled.flatMap((one) => (one.in === 'query' ? [[one.name, typed(one.name)]] : [])))
  const headers = Object.fromEntries(
    filled.flatMap((one) => (one.in === 'header' ? [[one.name, typed(one.name)]] : [])),
  )
  const type = sent instanceof File && sent.type ? sent.type : body?.type
  return {
    url: `/api${path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(typed(name)))}${query.size > 0 ? `?${query}` : ''}`,
    method,
    headers: {
      ...headers,
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body && type && { 'Content-Type': type }),
    },
    ...(body && sent !== null && { body: sent }),
  }
}

const shownHeaders = ['content-type', 'etag', 'location', 'link', 'allow', 'retry-after', 'content-disposition']

/** Sends a request. @throws when no answer comes */
export async function send({ url, ...request }: ApiRequest): Promise<ApiAnswer> {
  const start = performance.now()
  const answer = await fetch(url, request)
  const headers = shownHeaders.flatMap((name): [string, string][] => {
    const value = answer.headers.get(name)
    return value ? [[name, value]] : []
  })
  const type = answer.headers.get('content-type') ?? ''
  const content = /json|text/.test(type) ? { text: readable(await answer.text(), type) } : { file: await answer.blob() }
  return { status: answer.status, headers, ms: Math.round(performance.now() - start), ...content }
}

const readable = (text: string, type: string) =>
  type.includes('json') && text ? JSON.stringify(JSON.parse(text), null, 2) : text

/** The same request for a terminal; the token stays out of it. */
export function asCurl({ url, method, headers, body }: ApiRequest): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  const { Authorization: _, ...others } = headers
  const words = [
    `curl -X ${method} -H "Authorization: Bearer $TOKEN"`,
    ...Object.entries(others).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body instanceof File ? [`--data-binary @${quoted(body.name)}`] : body ? [`-d ${quoted(body)}`] : []),
    quoted(`${window.location.origin}${url}`),
  ]
  return words.join(' \\\n  ')
}

/** The company of the person in this browser, so that nobody has to look up its id; empty when nobody is signed in. */
export async function ownCompany(): Promise<string> {
  const answer = await fetch('/api/session').catch(() => undefined)
  if (!answer?.ok) return ''
  const { companyId } = (await answer.json()) as { companyId: string | null }
  return companyId ?? ''
}
