import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

type Answered = {
  status: number
  body: unknown
  /** the schema of the request, for its page */
  input: unknown
  /** whether a new record can be read at the same address with its id behind it */
  hasRecords: boolean
}

/** Tells programs how to go on from an answer: the version of a record (ETag), where a new one is (Location), and the pages beside this one (Link). */
export function tellHeaders(request: FastifyRequest, reply: FastifyReply, answered: Answered): void {
  const { status, body, input, hasRecords } = answered
  const { id, version } = (body ?? {}) as { id?: unknown; version?: unknown }
  const path = request.url.split('?', 1)[0] ?? ''
  if (typeof id === 'string' && typeof version === 'number') reply.header('etag', `"${version}"`)
  if (typeof id === 'string' && status === 201 && hasRecords) reply.header('location', `${path}/${id}`)
  const links = input instanceof z.ZodObject ? linksOf(path, request.query as object, input, body) : []
  if (links.length > 0) reply.header('link', links.join(', '))
}

type Page = { items?: unknown[]; total?: number; isCapped?: boolean }

function linksOf(
  path: string,
  query: { page?: string; pageSize?: string },
  { shape }: z.ZodObject,
  body: unknown,
): string[] {
  const { items, total, isCapped } = (body ?? {}) as Page
  if (!shape.page || !shape.pageSize || !items || total === undefined) return []
  const page = numberAs(shape.page, query.page)
  const pageSize = numberAs(shape.pageSize, query.pageSize)
  const hasMore = page * pageSize < total || (isCapped && items.length === pageSize)
  const link = (to: number, relation: string) =>
    `<${path}?${new URLSearchParams({ ...query, page: String(to) })}>; rel="${relation}"`
  return [...(page > 1 ? [link(page - 1, 'prev')] : []), ...(hasMore ? [link(page + 1, 'next')] : [])]
}

/** A number of the query, with the default of its shape. */
const numberAs = (type: z.core.$ZodType, text: string | undefined) => Number((type as z.ZodType).parse(text))
