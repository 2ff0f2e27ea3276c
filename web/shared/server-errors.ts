import { ORPCError } from '@orpc/client'
import type { FieldIssue } from 'contract/errors.ts'

/** A record that still uses what was to be deleted. */
export type Use = { type: string; id: string; name: string }

export const statusOf = (error: unknown): number | null => (error instanceof ORPCError ? error.status : null)

/** A sentence for the person: the server's own, or what a lost connection means. */
export function messageOf(error: unknown): string {
  if (error instanceof ORPCError) return error.message
  if (!navigator.onLine) return 'You are offline. Nothing was changed.'
  return 'The server cannot be reached. Please try again.'
}

/** The id by which the server's log names a failed request, when the answer carried it. */
export const requestIdOf = (error: unknown): string | null => {
  const requestId = dataOf(error).requestId
  return typeof requestId === 'string' ? requestId : null
}

/** The failed rules of a refused form, by field; a duplicate names its field too. */
export function fieldIssuesOf(error: unknown): FieldIssue[] {
  const { issues, reason, field } = dataOf(error)
  if (Array.isArray(issues)) return issues as FieldIssue[]
  if (reason === 'duplicate' && typeof field === 'string') return [{ field, message: messageOf(error) }]
  return []
}

/** The row as it is now, when a save was refused because somebody else saved first. */
export const currentRowOf = <Row>(error: unknown): Row | null => {
  const { reason, current } = dataOf(error)
  return reason === 'stale' && current ? (current as Row) : null
}

/** What still uses the record, when a deletion was refused for that. */
export const usesOf = (error: unknown): Use[] => {
  const { reason, uses } = dataOf(error)
  return reason === 'in_use' && Array.isArray(uses) ? (uses as Use[]) : []
}

function dataOf(error: unknown): Record<string, unknown> {
  return error instanceof ORPCError && error.data && typeof error.data === 'object' ? error.data : {}
}
