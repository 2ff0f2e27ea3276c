import { type Answer, headerOf, isObject, jsonOf, type Request } from '../shared/exchange.ts'
import { tokenOf } from '../shared/grants.ts'
import type { Calendar, Calendars, Event } from './calendars.ts'
import { problem } from './errors.ts'

type Body = Record<string, unknown>

/** A problem with the times of an event; a whole-day event ends on the day after. */
function timeProblem({ start, end }: Body): Answer | undefined {
  const [from, to] = [instantOf(start), instantOf(end)]
  if (from === undefined) return problem(400, 'required', 'Missing start time.')
  if (to === undefined) return problem(400, 'required', 'Missing end time.')
  const isMixed = isObject(start) && isObject(end) && 'date' in start !== 'date' in end
  if (isMixed || Number.isNaN(from) || Number.isNaN(to)) return problem(400, 'invalid', 'Invalid start or end time.')
  if ([start, end].some((time) => isObject(time) && 'date' in time && 'dateTime' in time))
    return problem(400, 'invalid', 'Invalid start or end time.')
  const isEmpty = isObject(start) && 'date' in start ? to <= from : to < from
  return isEmpty ? problem(400, 'timeRangeEmpty', 'The specified time range is empty.', 'calendar') : undefined
}

function instantOf(time: unknown): number | undefined {
  if (!isObject(time)) return undefined
  const text = time.dateTime ?? time.date
  return typeof text === 'string' ? Date.parse(text) : undefined
}

const isEventId = (id: string) => /^[a-v0-9]{5,1024}$/.test(id)

/** POST .../events. An id that was used before, also by a deleted event, answers 409. */
export function insert(calendars: Calendars, calendar: Calendar, request: Request): Answer {
  const body = jsonOf(request)
  if (!isObject(body)) return problem(400, 'parseError', 'Parse Error')
  const wrong = timeProblem(body)
  if (wrong) return wrong
  if (String(body.description ?? '').length > 8_192) return problem(400, 'invalid', 'Description is too long.')
  const id = typeof body.id === 'string' ? body.id : generatedId()
  if (!isEventId(id)) return problem(400, 'invalid', 'Invalid resource id value.')
  if (calendar.events.has(id)) return problem(409)
  return { body: calendars.save(calendar, { ...body, id }) }
}

const generatedId = () => Buffer.from(tokenOf(16)).toString('hex').slice(0, 26)

export function get(calendar: Calendar, id: string): Answer {
  const found = calendar.events.get(id)
  return found ? { headers: { etag: found.etag }, body: found } : problem(404)
}

/** As PATCH merges: objects key by key, a null clears, anything else replaces. */
function merged(before: Body, patch: Body): Body {
  const next: Body = { ...before }
  for (const [key, value] of Object.entries(patch)) {
    const old = next[key]
    if (value === null) delete next[key]
    else next[key] = isObject(old) && isObject(value) ? merged(old, value) : value
  }
  return next
}

/** PATCH merges, PUT replaces; `status: confirmed` restores a deleted event. */
export function change(calendars: Calendars, calendar: Calendar, request: Request, isPatch: boolean): Answer {
  const found = calendar.events.get(request.params.event ?? '')
  const body = jsonOf(request)
  if (!found) return problem(404)
  if (!isObject(body)) return problem(400, 'parseError', 'Parse Error')
  if (isStale(request, found)) return problem(412)
  const next = { ...(isPatch ? merged(found, body) : { created: found.created, ...body }), id: found.id }
  const wrong = timeProblem(next)
  return wrong ?? { body: calendars.save(calendar, next) }
}

export function remove(calendars: Calendars, calendar: Calendar, request: Request): Answer {
  const found = calendar.events.get(request.params.event ?? '')
  if (!found) return problem(404)
  if (found.status === 'cancelled') return problem(410, 'deleted', 'Resource has been deleted', 'global')
  if (isStale(request, found)) return problem(412)
  calendars.save(calendar, { ...found, status: 'cancelled' })
  return { status: 204 }
}

function isStale(request: Request, { etag }: Event): boolean {
  const wanted = headerOf(request, 'if-match')
  return wanted !== undefined && wanted !== '*' && wanted !== etag
}

const filters = ['timeMin', 'timeMax', 'q', 'orderBy', 'updatedMin', 'iCalUID', 'privateExtendedProperty']

/** GET .../events: all events, those between two times, or those changed since a sync token. */
export function list({ epoch }: Calendars, calendar: Calendar, { query }: Request): Answer {
  const size = Math.min(2_500, Math.max(1, Number(query.get('maxResults') ?? 250)))
  const token = query.get('syncToken')
  if (token !== null && filters.some((name) => query.has(name))) {
    return problem(400, 'badRequest', 'Sync token cannot be used with query restrictions.')
  }
  const from = token === null ? 0 : changeOf(token, epoch)
  if (from === undefined || from > calendar.changes.length) return problem(410)
  const ids = [...new Set(calendar.changes.slice(from))]
  const shown = ids
    .flatMap((id) => calendar.events.get(id) ?? [])
    .filter((event) => isWanted(event, query, token !== null))
  if (query.get('orderBy') === 'updated') shown.sort((a, b) => (a.updated < b.updated ? -1 : 1))
  const offset = Number(Buffer.from(query.get('pageToken') ?? '', 'base64url').toString('utf8') || 0)
  const isLast = offset + size >= shown.length
  const next = isLast
    ? { nextSyncToken: Buffer.from(`${epoch}:${calendar.changes.length}`).toString('base64url') }
    : { nextPageToken: Buffer.from(String(offset + size)).toString('base64url') }
  return {
    body: {
      kind: 'calendar#events',
      etag: `"list${calendar.changes.length}"`,
      summary: calendar.summary,
      timeZone: calendar.timeZone,
      accessRole: calendar.accessRole,
      defaultReminders: [],
      ...next,
      items: shown.slice(offset, offset + size),
    },
  }
}

/** @returns undefined for a token of an earlier epoch */
function changeOf(token: string, epoch: number): number | undefined {
  const [of, at] = Buffer.from(token, 'base64url').toString('utf8').split(':').map(Number)
  return of === epoch && at !== undefined && Number.isInteger(at) ? at : undefined
}

function isWanted(event: Event, query: URLSearchParams, isSync: boolean): boolean {
  if (event.status === 'cancelled' && !isSync && query.get('showDeleted') !== 'true') return false
  const [min, max] = [query.get('timeMin'), query.get('timeMax')]
  if (min && (instantOf(event.end) ?? 0) <= Date.parse(min)) return false
  if (max && (instantOf(event.start) ?? 0) >= Date.parse(max)) return false
  const text = query.get('q')?.toLowerCase()
  if (text && !JSON.stringify([event.summary, event.description]).toLowerCase().includes(text)) return false
  const privately = query.get('privateExtendedProperty')?.split('=')
  const properties = isObject(event.extendedProperties) ? event.extendedProperties.private : undefined
  return !privately || (isObject(properties) && properties[privately[0] ?? ''] === privately[1])
}
