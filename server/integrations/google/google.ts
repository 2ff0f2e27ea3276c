import { z } from 'zod'
import { listWrittenEvents, markTakenOut } from '../../tasks/public.ts'
import { at, callService, form, jsonOf, oauthErrorOf } from '../calls/service-call.ts'
import { noTokens, reasonLeft, ServiceError } from '../calls/service-error.ts'
import { type CallContext, type Connection, type Provider, syncKind, type Tokens } from '../provider.ts'
import { CalendarLost, eventIdOf, removeEvent } from './calendar-event.ts'
import { findCalendar } from './find-calendar.ts'

const consentHost = 'https://accounts.google.com'
const tokenHost = 'https://oauth2.googleapis.com'

/** Writing events and choosing a calendar; signing in to the product is another grant. */
const wantedScopes = [
  'https://www.googleapis.com/auth/calendar.events',
  'https://www.googleapis.com/auth/calendar.calendarlist.readonly',
]

export const google: Provider = {
  name: 'google_calendar',
  home: () => 'https://www.googleapis.com',
  standIn: ({ google: base }) => base,

  async test(connection, context) {
    const { id, name } = await findCalendar(connection, context, connection.accountId)
    return { message: `Connected to the calendar ${name}`, account: name, accountId: id }
  },

  consent: {
    authorizeUrl(connection, { redirectUri, state, challenge }, { baseUrls }) {
      const url = at(consentHost, baseUrls.google, 'o/oauth2/v2/auth')
      url.search = new URLSearchParams({
        client_id: connection.secret('client_id') ?? '',
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: wantedScopes.join(' '),
        // Google is sure to give a refresh token only for offline access with a new consent.
        access_type: 'offline',
        prompt: 'consent',
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }).toString()
      return url
    },

    async exchange(connection, { code, redirectUri, verifier }, context) {
      const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }
      const tokens = await tokensFor(connection, context, 'Get tokens', fields)
      if (!tokens.refreshToken)
        throw new ServiceError('Google gave no refresh token: connect again', { isReconnectNeeded: true })
      return tokens
    },

    async revoke(connection, context) {
      const token = connection.secret('refresh_token')
      if (!token) return
      await callService(connection, context, {
        ...{ operation: 'Revoke tokens', method: 'POST', isRepeatable: true, ...form({ token }) },
        url: at(tokenHost, context.baseUrls.google, 'revoke'),
      })
    },
  },

  sync: syncKind('calendar-sync'),
  beginsByItself: true,
  leave: leaveCalendar,

  needsToken: () => true,

  renew: (connection, context) =>
    tokensFor(connection, context, 'Renew tokens', {
      ...{ grant_type: 'refresh_token', refresh_token: connection.secret('refresh_token') ?? '' },
    }),
}

const Given = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().max(31_536_000),
  refresh_token: z.string().min(1).optional(),
  refresh_token_expires_in: z.coerce.number().positive().max(1_000_000_000).optional(),
  scope: z.string().optional(),
})

/** Google lets people untick permissions: without one of ours nothing works, although there are tokens. */
function expectScopes(scope: string | undefined): void {
  const granted = scope?.split(' ')
  if (granted && wantedScopes.some((each) => !granted.includes(each)))
    throw new ServiceError('Not all permissions were given: connect again and leave all boxes ticked', {
      isReconnectNeeded: true,
    })
}

async function tokensFor(
  connection: Connection,
  context: CallContext,
  operation: string,
  fields: Record<string, string>,
): Promise<Tokens> {
  const client = {
    client_id: connection.secret('client_id') ?? '',
    client_secret: connection.secret('client_secret') ?? '',
  }
  const answer = await callService(connection, context, {
    // A code can be used once; a refresh token of Google stays the same.
    ...{ operation, method: 'POST', isRepeatable: fields.grant_type === 'refresh_token' },
    ...form({ ...fields, ...client }),
    url: at(tokenHost, context.baseUrls.google, 'token'),
  })
  if (answer.status !== 200) throw noTokens('Google', answer.status, oauthErrorOf(answer))
  const { data } = Given.safeParse(jsonOf(answer, 'Google'))
  if (!data) throw new ServiceError('Google gave no tokens', { isPassing: true })
  expectScopes(data.scope)
  const after = (seconds: number) => new Date(Date.now() + seconds * 1_000)
  return {
    accessToken: data.access_token,
    expiresAt: after(data.expires_in),
    ...(data.refresh_token && { refreshToken: data.refresh_token }),
    ...(data.refresh_token_expires_in && { refreshExpiresAt: after(data.refresh_token_expires_in) }),
  }
}

/** A person waits for the disconnection, so it ends after this time at the latest. Milliseconds. */
const patienceMs = 15_000
const atOnce = 6

/**
 * Removes the events of tasks from the calendar before its connection ends. We remember the events that could not be removed: when the same
 * calendar is connected again, it is put in order.
 */
async function leaveCalendar(connection: Connection | null, context: CallContext): Promise<string | null> {
  const { companyId, work } = context
  const signal = AbortSignal.timeout(patienceMs)
  const standing = await work((db) => listWrittenEvents(db, companyId))
  const left = standing.filter(({ calendarId }) => !connection?.accountId || calendarId === connection.accountId)
  let why = 'the saved credentials cannot be used'
  while (connection && left.length > 0) {
    const batch = left.slice(0, atOnce)
    const room = { connection, context: { ...context, signal } }
    const outcomes = await Promise.allSettled(
      batch.map(({ taskId, calendarId, generation }) =>
        removeEvent({ ...room, calendarId }, eventIdOf(taskId, generation), null),
      ),
    )
    const gone = batch.filter((_, index) => outcomes[index]?.status === 'fulfilled')
    left.splice(0, batch.length, ...batch.filter((each) => !gone.includes(each)))
    const ids = gone.map(({ taskId }) => taskId)
    if (ids.length > 0) await work((db) => markTakenOut(db, companyId, ids))
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (!failed) continue
    const isLost = failed.reason instanceof CalendarLost
    why = isLost ? 'this account does not reach it any more' : reasonLeft(failed.reason, signal, 'Google')
    break
  }
  if (left.length === 0) return null
  const events = left.length === 1 ? '1 event of a task stays' : `${left.length} events of tasks stay`
  return `${events} in the calendar: ${why}`
}
