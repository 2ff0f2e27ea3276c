import { type Changed, changedHeader } from 'contract/live.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Identity, OwnChanges } from '../../database/caller.ts'
import { changeOf, grouped } from '../../live/recent-changes.ts'

/** How a list goes on. `by`: the key of the query that begins the next page. `usualSize`: of a page when the query names none. */
export type Paging = { by: 'page' | 'before' | 'after'; usualSize: number }

type Answered = {
  status: number
  body: unknown
  paging: Paging | undefined
  /** where a new record is, with names for what its address holds; undefined when it has none of its own */
  recordPath: string | undefined
}

/** Tells programs how to go on from an answer: the version of a record (ETag), where a new one is (Location), and the pages beside this one (Link). */
export function tellHeaders(request: FastifyRequest, reply: FastifyReply, answered: Answered): void {
  const { status, body, paging, recordPath } = answered
  const { id, version } = (body ?? {}) as { id?: unknown; version?: unknown }
  // The id of what was never saved is null, and its version 0.
  if (id !== undefined && typeof version === 'number') reply.header('etag', `"${version}"`)
  if (status === 201 && recordPath) reply.header('location', addressOf(recordPath, request, body as Fields))
  const links = paging && body ? linksOf(request, paging, body as Page) : []
  if (links.length > 0) reply.header('link', links.join(', '))
}

/**
 * Tells the screen of a signed-in person what its change has changed, and the id by which it knows the live events of that change. An answer that
 * is given again says `*`: what the first one said is not kept.
 */
export function tellChanges(
  reply: FastifyReply,
  changed: OwnChanges | undefined,
  identity: Identity | undefined,
): void {
  // Who is not signed in learns nothing: whether anything has changed could tell whether an address is known (T54).
  if (!changed || !identity?.userId || reply.hasHeader(changedHeader)) return
  const changes = [...changed.texts].flatMap((text) => changeOf(text) ?? [])
  const groups = grouped(changes.filter(({ person }) => person === null || person === identity.userId))
  reply.header(changedHeader, JSON.stringify({ by: changed.by, changes: groups } satisfies Changed))
}

/** How a list with this input goes on; undefined for an input without pages. */
export function pagingOf(input: unknown): Paging | undefined {
  if (!(input instanceof z.ZodObject)) return
  const { page, updatedSince, before, after, pageSize } = input.shape
  const by = page || updatedSince ? 'page' : before ? 'before' : after ? 'after' : undefined
  return by && { by, usualSize: Number((pageSize as z.ZodType).parse(undefined)) }
}

type Fields = Record<string, string>

/** The last name of a path is a field of the record, or stands for its id; the others are those of the request. */
const addressOf = (path: string, { params }: FastifyRequest, record: Fields): string =>
  `/api${path
    .replace(/\{(\w+)\}$/, (_, key: string) => record[key] ?? record.id ?? '')
    .replace(/\{(\w+)\}/g, (_, key: string) => (params as Fields)[key] ?? '')}`

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? ''

/** `next`: where the next page of a list begins that goes on from a record. */
type Page = { items: unknown[]; total: number; isCapped?: boolean; next?: string | null }

function linksOf(request: FastifyRequest, { by, usualSize }: Paging, { items, total, isCapped, next }: Page): string[] {
  const { cursor, ...parameters } = request.query as Record<string, string>
  const { [by]: begun, pageSize = usualSize, ...others } = parameters
  const filters = { ...others, ...(pageSize !== usualSize && { pageSize }) }
  const query = Object.entries(filters).map(
    ([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}&`,
  )
  const link = (to: number | string, relation: string) =>
    `<${pathOf(request)}?${query.join('')}${cursor ? 'cursor' : by}=${encodeURIComponent(to)}>; rel="${relation}"`
  if (by !== 'page') return next ? [link(next, 'next')] : []
  const at = Number(begun ?? 1)
  const hasMore = at * Number(pageSize) < total || (isCapped && items.length === Number(pageSize))
  if (cursor) {
    const last = items.length === Number(pageSize) ? (items.at(-1) as { id?: string; userId?: string }) : undefined
    return last ? [link(last.id ?? last.userId ?? '', 'next')] : []
  }
  return [...(at > 1 ? [link(at - 1, 'prev')] : []), ...(hasMore ? [link(at + 1, 'next')] : [])]
}
