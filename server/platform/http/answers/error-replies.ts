import { STATUS_CODES } from 'node:http'
import { ORPCError, ValidationError } from '@orpc/server'
import { type FieldIssue, sharedErrors } from 'contract/errors.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerFor } from '../../database/database-errors.ts'

/** Answers every failure as a problem (RFC 9457), whose further members the contract's client understands. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const answer = toAnswer(error as Error, request)
    if (answer.status >= 500) request.log.error({ err: error }, 'request failed')
    if ([429, 503].includes(answer.status) && !reply.hasHeader('retry-after')) reply.header('retry-after', '2')
    if (answer.status === 401 || answer.status === 403 || answer.status === 404)
      request.log.info({ code: answer.code }, 'denied')
    if (answer.status === 401)
      reply.header('www-authenticate', request.headers.authorization ? 'Bearer error="invalid_token"' : 'Bearer')
    if (answer.code === 'OUTSIDE_AREAS') {
      const { scope } = answer.data as { scope: string }
      reply.header('www-authenticate', `Bearer error="insufficient_scope", scope="${scope}"`)
    }
    // Read the rest of a refused upload: unread, it would block the next request on this connection for ever.
    if (!request.raw.complete) request.raw.resume()
    return sendProblem(reply, answer)
  })
}

/**
 * Answers requests that Fastify refuses before routing, such as an address that cannot be decoded: no hook runs for them.
 * @param headers the security headers
 */
export const answerUnrouted =
  (headers: Record<string, string>) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const answer = toAnswer(error, request)
    sendProblem(reply.headers(headers).header('x-request-id', request.id), answer)
  }

/**
 * Sends a failure as `application/problem+json`: `title` is the name of the status, `detail` and `message` the sentence for a person, `code`
 * what a program decides by.
 */
export const sendProblem = (reply: FastifyReply, answer: Answer): FastifyReply =>
  reply
    .code(answer.status)
    .header('content-type', 'application/problem+json')
    .send(
      JSON.stringify({ type: 'about:blank', title: STATUS_CODES[answer.status], detail: answer.message, ...answer }),
    )

type Answer = { defined: boolean; code: string; status: number; message: string; data?: unknown }

/** What a failure says to the caller, whatever caused it. */
export function toAnswer(error: Error, request: Pick<FastifyRequest, 'id' | 'params' | 'headers'>): Answer {
  const found =
    error instanceof ORPCError
      ? error
      : (cutOff(error) ?? answerFor(error) ?? fromDisk(error) ?? fromFastify(error as FastifyError))
  if (!found || (found.code === 'INTERNAL_SERVER_ERROR' && found.status === 500)) {
    return { defined: false, code: 'INTERNAL', ...sharedErrors.INTERNAL, data: { requestId: request.id } }
  }
  if (found.cause instanceof ValidationError && found.code === 'BAD_REQUEST') {
    const pathKeys = Object.keys((request.params as object) ?? {})
    const issues = issuesOf(found.cause.issues)
    // An invalid id names nothing, so it gets the same answer as an unknown one.
    if (issues.some((issue) => pathKeys.includes(issue.field)))
      return { defined: false, code: 'NOT_FOUND', ...sharedErrors.NOT_FOUND }
    return { defined: false, ...notValid(issues) }
  }
  return {
    defined: found.defined,
    code: found.code,
    status: found.status,
    message: closerMessage(found, request) ?? found.message,
    ...(found.data !== undefined && { data: found.data }),
  }
}

/** A sentence about the one thing that is wrong, where the error has only that of its code. */
function closerMessage(
  { code, message, data }: ORPCError<string, unknown>,
  { headers }: Pick<FastifyRequest, 'headers'>,
) {
  if (code === 'UNAUTHORIZED' && headers.authorization !== undefined) return refusedToken(headers.authorization)
  if (message !== sharedErrors.BAD_REQUEST.message) return undefined
  const { issues = [] } = (data ?? {}) as { issues?: FieldIssue[] }
  return issues.length === 1 && issues[0] ? sentenceAbout(issues[0]) : undefined
}

/** 'actionId: Must be given' for who reads only the sentence. The sentences of our own rules say what they are about. */
const sentenceAbout = ({ field, message }: FieldIssue): string =>
  message.startsWith('Must ') ? `${field}: ${message}` : message

const refusedToken = (authorization: string) =>
  /^bearer ./i.test(authorization)
    ? 'This token is unknown, has expired or was revoked'
    : 'Send the token as Authorization: Bearer, a space and the token'

// A body of 1 MB may have a hundred thousand issues.
const issuesForCaller = 100

/** The issues of an input by the keys of its fields. */
export const issuesOf = (issues: ValidationError['issues']): FieldIssue[] =>
  issues
    .flatMap((issue) => {
      const field = (issue.path ?? []).map((part) => (typeof part === 'object' ? part.key : part)).join('.')
      const unknown = 'keys' in issue && Array.isArray(issue.keys) ? (issue.keys as string[]) : undefined
      return unknown
        ? unknown.map((key) => ({ field: field ? `${field}.${key}` : key, message: `Unknown key '${key}'` }))
        : [{ field, message: issue.message }]
    })
    .slice(0, issuesForCaller)

/** 400 for fields that are not valid. */
export function notValid(issues: FieldIssue[]) {
  const message = issues.length === 1 && issues[0] ? sentenceAbout(issues[0]) : sharedErrors.BAD_REQUEST.message
  return { code: 'BAD_REQUEST', status: 400, message, data: { issues } } as const
}

/** The connection ended before the body: nobody reads the answer, and the server is not at fault. */
function cutOff(error: NodeJS.ErrnoException): ORPCError<string, unknown> | undefined {
  if (error.code !== 'ECONNRESET' || error.message !== 'aborted') return undefined
  return new ORPCError('CLIENT_GONE', { status: 499, message: 'The request was cut off' })
}

/** A file did not fit on the server's disk. */
function fromDisk(error: NodeJS.ErrnoException): ORPCError<string, unknown> | undefined {
  if (error.code !== 'ENOSPC' && error.code !== 'EDQUOT') return undefined
  return new ORPCError('STORAGE_FULL', sharedErrors.STORAGE_FULL)
}

function fromFastify(error: FastifyError): ORPCError<string, unknown> | undefined {
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new ORPCError('UNSUPPORTED_MEDIA_TYPE', sharedErrors.UNSUPPORTED_MEDIA_TYPE)
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY')
    return new ORPCError('BAD_REQUEST', { status: 400, message: 'The body is not JSON' })
  if (error.statusCode === 413) return new ORPCError('TOO_LARGE', sharedErrors.TOO_LARGE)
  if (error.statusCode === 414) return new ORPCError('ADDRESS_TOO_LONG', sharedErrors.ADDRESS_TOO_LONG)
  if (error.statusCode === 429) return new ORPCError('TOO_MANY_REQUESTS', sharedErrors.TOO_MANY_REQUESTS)
  if (error.statusCode && error.statusCode < 500)
    return new ORPCError('BAD_REQUEST', { status: error.statusCode, message: 'The request cannot be read' })
  return undefined
}
