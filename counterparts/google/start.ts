import { z } from 'zod'
import { action } from '../shared/control.ts'
import { roomOf, type StartOptions, start } from '../shared/counterpart.ts'
import { type Answer, bearerOf, type Request, type Route } from '../shared/exchange.ts'
import { Grants } from '../shared/grants.ts'
import { WindowLimit } from '../shared/limits.ts'
import { secretOf } from '../shared/random.ts'
import { type Calendar, Calendars } from './calendars.ts'
import { problem } from './errors.ts'
import { change, get, insert, list, remove } from './events.ts'
import { listing, signInRoutes, writing } from './sign-in.ts'

export type GoogleOptions = StartOptions & {
  account?: string
  timeZone?: string
  redirectUris?: string[]
  /** The consent screen is still in testing: refresh tokens live seven days. */
  isTesting?: boolean
}

/** Google's consent, tokens and Calendar API (v3) behind one address. */
export async function startGoogle(options: GoogleOptions = {}) {
  const room = roomOf(options)
  const {
    account = 'operations@north.example',
    timeZone = 'America/New_York',
    redirectUris,
    isTesting = false,
  } = options
  const app = {
    clientId: `${secretOf(room.seed, 31, 12)}-${secretOf(room.seed, 32, 32)}.apps.googleusercontent.com`,
    clientSecret: `GOCSPX-${secretOf(room.seed, 33, 28)}`,
    redirectUris,
    account,
    isTesting,
  }
  const grants = new Grants(room.clock)
  const calendars = new Calendars(room.clock, account, timeZone)
  const limit = new WindowLimit(room.clock, 600, 60)
  return start(room, options.port, {
    provider: 'google',
    credentials: { clientId: app.clientId, clientSecret: app.clientSecret, account },
    voice: (status) => problem(status),
    routes: [...signInRoutes(grants, app), ...calendarRoutes({ grants, calendars, limit })],
    actions: calendarActions(grants, calendars, limit),
  })
}

type Pieces = { grants: Grants; calendars: Calendars; limit: WindowLimit }

function calendarRoutes(pieces: Pieces): Route[] {
  const { calendars } = pieces
  const at = (method: string, path: string, scopes: string[], answer: (request: Request) => Answer) => ({
    method,
    path: `/calendar/v3/${path}`,
    answer: (request: Request) => guarded(pieces, request, scopes, answer),
  })
  const on = (answer: (calendar: Calendar, request: Request) => Answer, isWrite: boolean) => (request: Request) => {
    const calendar = calendars.find(request.params.calendar ?? '')
    if (!calendar) return problem(404)
    if (isWrite && calendar.accessRole === 'reader') {
      return problem(403, 'requiredAccessLevel', 'You need to have writer access to this calendar.', 'calendar')
    }
    return answer(calendar, request)
  }
  const events = 'calendars/:calendar/events'
  const patch = (isPatch: boolean) => on((calendar, request) => change(calendars, calendar, request, isPatch), true)
  return [
    at('GET', 'users/me/calendarList', listing, ({ query }) => ({ body: pageOf(calendars, query) })),
    at(
      'GET',
      'users/me/calendarList/:calendar',
      listing,
      on((calendar) => ({ body: entryOf(calendar) }), false),
    ),
    at(
      'GET',
      'calendars/:calendar',
      [...listing, ...writing],
      on((calendar) => ({ body: calendarOf(calendar) }), false),
    ),
    at(
      'GET',
      events,
      writing,
      on((calendar, request) => list(calendars, calendar, request), false),
    ),
    at(
      'POST',
      events,
      writing,
      on((calendar, request) => insert(calendars, calendar, request), true),
    ),
    at(
      'GET',
      `${events}/:event`,
      writing,
      on((calendar, { params }) => get(calendar, params.event ?? ''), false),
    ),
    at('PATCH', `${events}/:event`, writing, patch(true)),
    at('PUT', `${events}/:event`, writing, patch(false)),
    at(
      'DELETE',
      `${events}/:event`,
      writing,
      on((calendar, request) => remove(calendars, calendar, request), true),
    ),
  ]
}

function guarded(
  { grants, limit }: Pieces,
  request: Request,
  scopes: string[],
  answer: (request: Request) => Answer,
): Answer {
  const found = grants.access(bearerOf(request))
  if (!found) return problem(401)
  if (!found.scope.split(' ').some((scope) => scopes.includes(scope))) {
    return problem(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.')
  }
  if (!limit.take().isAllowed) return problem(403, 'userRateLimitExceeded', 'User Rate Limit Exceeded', 'usageLimits')
  return answer(request)
}

/** A page of the list: 100 calendars unless asked for another number, 250 at most. */
function pageOf({ all }: Calendars, query: URLSearchParams) {
  const most = Math.min(Number(query.get('maxResults') ?? 100), 250)
  const from = Number(query.get('pageToken')?.slice(1) ?? 0)
  const next = from + most
  const items = all.slice(from, next).map(entryOf)
  return { kind: 'calendar#calendarList', items, ...(next < all.length && { nextPageToken: `p${next}` }) }
}

const entryOf = ({ id, summary, timeZone, accessRole, isPrimary }: Calendar) => ({
  kind: 'calendar#calendarListEntry',
  etag: `"${id.length}"`,
  id,
  summary,
  timeZone,
  accessRole,
  selected: true,
  ...(isPrimary && { primary: true }),
})

const calendarOf = ({ id, summary, timeZone }: Calendar) => ({
  kind: 'calendar#calendar',
  etag: `"${id.length}"`,
  id,
  summary,
  timeZone,
})

function calendarActions(grants: Grants, calendars: Calendars, limit: WindowLimit) {
  const nothing = z.object({})
  const place = z.object({ calendar: z.string().default('primary') })
  const calendarOrThrow = (id: string) => {
    const found = calendars.find(id)
    if (!found) throw new Error(`There is no calendar ${id}`)
    return found
  }
  return {
    /** Another person agrees from now on. */
    switchAccount: action(z.object({ account: z.string() }), ({ account }) => calendars.switchAccount(account)),
    /** More calendars in the account, named 'Calendar 1' and so on. */
    addCalendars: action(z.object({ count: z.int() }), ({ count }) => calendars.add(count)),
    /** Its owner changes what this account may do with a calendar, or deletes it ('none'). */
    shareCalendar: action(
      z.object({ calendar: z.string(), accessRole: z.enum(['owner', 'writer', 'reader', 'none']) }),
      ({ calendar, accessRole }) => calendars.share(calendarOrThrow(calendar), accessRole),
    ),
    addCalendar: action(z.object({ summary: z.string() }), ({ summary }) => calendars.addNamed(summary)),
    expireTokens: action(nothing, () => grants.expireAccess()),
    expireRefreshTokens: action(nothing, () => grants.expireRefresh()),
    /** The person withdraws the access at Google. */
    revoke: action(nothing, () => grants.endAll()),
    exhaustMinute: action(nothing, () => limit.exhaust()),
    /** Earlier sync tokens answer 410. */
    expireSyncTokens: action(nothing, () => {
      calendars.epoch += 1
    }),
    events: action(place, ({ calendar }) => [...calendarOrThrow(calendar).events.values()]),
    /** Somebody changes or deletes an event in the calendar itself. */
    changeEvent: action(
      place.extend({ id: z.string(), fields: z.record(z.string(), z.unknown()) }),
      ({ calendar, id, fields }) => {
        const found = calendarOrThrow(calendar).events.get(id)
        if (!found) throw new Error(`There is no event ${id}`)
        return calendars.save(calendarOrThrow(calendar), { ...found, ...fields, id })
      },
    ),
  }
}
