import { ORPCError } from '@orpc/server'
import { type RuleName, ruleErrors, sharedErrors } from 'contract/errors.ts'
import pg from 'pg'
import { NoPlace } from '../fairness/fair-queue.ts'
import { UnreadableSecret } from '../secrets/keyring.ts'
import { CommitUnknown } from './connections/patience.ts'

/**
 * Turns a PostgreSQL error into an answer that says what to do, without names, values or SQL (T38).
 * @returns undefined for an unexpected error
 */
export function answerFor(error: unknown): ORPCError<string, unknown> | undefined {
  if (!(error instanceof Error)) return
  if (error instanceof CommitUnknown) return outcomeUnknown()
  if (error instanceof NoPlace) return noPlace[error.because]()
  if (error instanceof UnreadableSecret) return ruleBroken('key_missing')
  if (!(error instanceof pg.DatabaseError)) return isConnectionFailure(error) ? unavailable() : undefined
  switch (error.code) {
    case 'SB001':
      return ruleBroken(error.message as RuleName, error.detail)
    case '23505':
      return new ORPCError('CONFLICT', {
        status: 409,
        message: `This ${keyOf(error).label} is used already`,
        data: { reason: 'duplicate', field: keyOf(error).field },
      })
    case '23503':
      return error.message.startsWith('update or delete')
        ? new ORPCError('CONFLICT', { status: 409, message: 'It is in use', data: { reason: 'in_use', uses: [] } })
        : new ORPCError('UNPROCESSABLE', { ...sharedErrors.UNPROCESSABLE, data: { field: keyOf(error).field } })
    case '23514':
    case '22003':
    case '22021':
    case '22P02':
    case '22P05':
      return new ORPCError('UNPROCESSABLE', { status: 422, message: 'A value is outside what can be stored' })
    case '42501':
      return new ORPCError('NOT_FOUND', sharedErrors.NOT_FOUND) // a policy refused the row: the caller may not see it
    case '53100':
    case '53200':
      return new ORPCError('UNAVAILABLE', { status: 503, message: 'The storage is full; nothing was changed' })
    case '57014': // a statement time-out: waiting for a lock would hit lock_timeout first
      return new ORPCError('UNAVAILABLE', {
        status: 503,
        message: 'This took too long and was stopped; nothing was changed',
      })
    case '55P03':
    case '40P01':
    case '40001':
      return new ORPCError('UNAVAILABLE', {
        status: 503,
        message: 'Someone else is changing the same records; please try again',
      })
    default:
      return error.code?.startsWith('08') || error.code?.startsWith('57') ? unavailable() : undefined
  }
}

const codes = { 400: 'BAD_REQUEST', 403: 'FORBIDDEN', 409: 'CONFLICT', 422: 'UNPROCESSABLE' } as const

/**
 * The answer to a broken rule: our own functions and triggers name the rule, contract/errors.ts has its sentence.
 * @param detail the cause, appended to the sentence
 */
export function ruleBroken(name: RuleName, detail?: string) {
  const rule = ruleErrors[name]
  const { status, message } = rule
  return new ORPCError(codes[status], {
    status,
    message: detail ? `${message}: ${detail}` : message,
    data: { reason: name, ...('field' in rule && { field: rule.field }), ...(detail && { detail }) },
  })
}

/** Repeating a request with the same Idempotency-Key is safe: the key is stored together with the change. */
const outcomeUnknown = () =>
  new ORPCError('UNAVAILABLE', {
    status: 503,
    message:
      'The database did not answer in time, so it is not known whether this was saved. Look before you do it again; with the same Idempotency-Key it is safe to repeat',
    data: { reason: 'outcome_unknown' },
  })

const noPlace: Record<NoPlace['because'], () => ORPCError<string, unknown>> = {
  person: () =>
    new ORPCError('TOO_MANY_REQUESTS', {
      status: 429,
      message: 'You have too many requests running; please wait for them to end',
    }),
  company: () =>
    new ORPCError('TOO_MANY_REQUESTS', {
      status: 429,
      message: 'Your company has too many requests running; please wait for them to end',
    }),
  everybody: () =>
    new ORPCError('UNAVAILABLE', { status: 503, message: 'The server is busy at the moment; please try again' }),
  gone: () => new ORPCError('CLIENT_GONE', { status: 499, message: 'The request was cancelled' }),
}

const unavailable = () => new ORPCError('UNAVAILABLE', sharedErrors.UNAVAILABLE)

const isConnectionFailure = (error: Error) =>
  'code' in error
    ? /^E(AGAIN|AI_AGAIN|CONN|HOST|NET|NOENT|NOTFOUND|PIPE|TIMEDOUT)/.test(String(error.code))
    : /[Cc]onnection (terminated|error)|timeout (exceeded|expired)|Query read timeout|not queryable/.test(error.message)

/** The field of a constraint like parts_company_id_part_number_key: below a policy PostgreSQL gives no detail. */
function keyOf(error: pg.DatabaseError) {
  const column = error.constraint?.replace(`${error.table}_company_id_`, '').replace(/_f?key$/, '') ?? ''
  return {
    field: column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
    label: column.replace(/_/g, ' '),
  }
}
