import { ORPCError } from '@orpc/server'
import { Failure, sharedErrors } from 'contract/errors.ts'
import type { Suggestable } from 'contract/suggestions/suggestions.ts'
import type { RequestContext } from '../platform/http/api.ts'
import { type Procedure, procedures } from '../platform/http/procedures.ts'

const byName = new Map(procedures.map((procedure) => [procedure.name, procedure]))

/** @throws for a name that the contract does not have */
export function procedureNamed(name: string): Procedure {
  const procedure = byName.get(name)
  if (!procedure) throw new Error(`The contract has no procedure ${name}`)
  return procedure
}

/** A request to this server in the name of the person who asks. `companyId` and the other values of the address are in `input`. */
export type InsideRequest = {
  procedure: Procedure
  input: Record<string, unknown>
  /** the version that was edited; null: none, or whatever is stored */
  version?: number | null
  headers?: Record<string, string>
}

/** Who asks: no more of a request counts for the one that it causes. */
const passedOn = ['host', 'authorization', 'cookie', 'x-person', 'x-unattended', 'user-agent'] as const

/** The request of somebody, which has passed the check of its origin if it is a change. */
export type RequestOrigin = Pick<RequestContext, 'request' | 'appUrl'>

/** Sends a request through the front door, so that every guard, limit and log of it holds as if the person had sent it. */
export async function sendInside(
  { request, appUrl }: RequestOrigin,
  { procedure, input, version, headers }: InsideRequest,
) {
  const { method, path, meta } = procedure
  const rest = { ...input }
  const keys = [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key as string)
  if (!keys.every((key) => isStep(input[key]))) return { status: 404, body: notFound }
  const url = path.replace(/\{(\w+)\}/g, (_, key: string) => {
    delete rest[key]
    return encodeURIComponent(String(input[key]))
  })
  const isRead = method === 'GET'
  const query = isRead
    ? `?${new URLSearchParams(Object.entries(rest).flatMap(([key, value]) => (value == null ? [] : [[key, String(value)]])))}`
    : ''
  const own = passedOn.flatMap((name) => {
    const value = request.headers[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  const answer = await request.server.inject({
    method: method as 'GET',
    url: `/api${url}${query}`,
    remoteAddress: request.ip,
    headers: {
      ...Object.fromEntries(own),
      origin: new URL(appUrl()).origin,
      ...(meta.versioned && { 'if-match': version ? `"${version}"` : '*' }),
      ...headers,
    },
    ...(!isRead && { payload: rest }),
  })
  return { status: answer.statusCode, body: answer.body === '' ? null : (answer.json() as unknown) }
}

/** Whether a value is one step of an address: another would name nothing, or lead to another address. */
const isStep = (value: unknown) => typeof value === 'string' && !/^\.{0,2}$/.test(value)

const notFound = { code: 'NOT_FOUND', ...sharedErrors.NOT_FOUND }

/** The failure of an answer; undefined when it has none. */
export const failureOf = ({ status, body }: { status: number; body: unknown }) =>
  status < 400 ? undefined : Failure.parse({ data: null, ...(body as object) })

/** Hands on the failure of a request that was sent inside. */
export const failed = ({ code, status, message, data }: Failure) =>
  new ORPCError(code, { status, message, ...(data !== null && { data }) })

/** The request that a suggestion stands for. */
export const suggestedRequest = (
  companyId: string,
  {
    procedure,
    input,
    editedVersion,
  }: { procedure: Suggestable; input: Record<string, unknown>; editedVersion: number | null },
): InsideRequest => ({ procedure: procedureNamed(procedure), input: { ...input, companyId }, version: editedVersion })
