import { ORPCError } from '@orpc/client'
import type { FieldIssue } from 'contract/errors.ts'
import type { z } from 'zod'

/** A record that still uses what was to be deleted. `of`: some of several that it uses. */
export type Use = { type: string; id: string; number?: string; name: string; of?: string[] }

export const statusOf = (error: unknown): number | null => (error instanceof ORPCError ? error.status : null)

/** Thrown instead of asking the server without a network; its message says what that means. */
export class OfflineError extends Error {}

/** A sentence for the person: the server's own, or what a lost connection means. */
export function messageOf(error: unknown): string {
  if (error instanceof ORPCError) return error.message
  if (error instanceof OfflineError) return error.message
  return 'The server cannot be reached. Please try again.'
}

/** The id by which the server's log names a failed request, when the answer carried it. */
export const requestIdOf = (error: unknown): string | null => {
  const requestId = dataOf(error).requestId
  return typeof requestId === 'string' ? requestId : null
}

/** The failed rules of a refused form, by field; a duplicate and an unknown reference name their field too. */
export function fieldIssuesOf(error: unknown): FieldIssue[] {
  const { issues, reason, field } = dataOf(error)
  if (Array.isArray(issues)) return issues as FieldIssue[]
  const isOfField = reason === 'duplicate' || statusOf(error) === 422
  return isOfField && typeof field === 'string' ? [{ field, message: messageOf(error) }] : []
}

/** The row as it is now, when a save was refused because somebody else saved first. */
export const currentRowOf = <Row>(error: unknown): Row | null => {
  const { reason, current } = dataOf(error)
  return reason === 'stale' && current ? (current as Row) : null
}

/** What still uses the record, when a deletion was refused for that: the first of them, and how many there are. */
export const usesOf = (error: unknown): { uses: Use[]; count: number } => {
  const { reason, uses, count } = dataOf(error)
  if (reason !== 'in_use' || !Array.isArray(uses)) return { uses: [], count: 0 }
  return { uses, count: typeof count === 'number' ? count : uses.length }
}

/** The rule that PostgreSQL refused to break (contract/errors.ts), and what it would have been broken by. */
export const brokenRuleOf = (error: unknown): { rule: string; detail: string } | null => {
  const { reason, detail } = dataOf(error)
  return typeof reason === 'string' ? { rule: reason, detail: typeof detail === 'string' ? detail : '' } : null
}

/** What a refusal says of why, in the shape that the contract gives it; null when it is another failure. */
export const refusalOf = <Shape extends z.ZodType>(error: unknown, shape: Shape): z.infer<Shape> | null =>
  shape.safeParse(dataOf(error)).data ?? null

function dataOf(error: unknown): Record<string, unknown> {
  return error instanceof ORPCError && error.data && typeof error.data === 'object' ? error.data : {}
}
