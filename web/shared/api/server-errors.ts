import { COMMON_ORPC_ERROR_DEFS, ORPCError } from '@orpc/client'
import type { FieldIssue } from 'contract/errors.ts'
import type { z } from 'zod'

/** A record that still uses a record to be deleted. `of`: names of the used ones, if several were to be deleted. */
export type Use = { type: string; id: string; number?: string; name: string; of?: string[] }

export const statusOf = (error: unknown): number | null => (error instanceof ORPCError ? error.status : null)

/** Whether this is the end of long work that its person cancelled. */
export const isCancelled = (error: unknown): boolean => (error as { code?: string }).code === 'CANCELLED'

/** Thrown without a network, instead of calling the server; the message explains it. */
export class OfflineError extends Error {}

/**
 * The sentence to show: the server's own, or one about the lost connection. Empty when the server refused without a word: then the client
 * repeats the code or names the status, and the screens have words of their own. Of one faulty field it is the sentence without the name that
 * programs use for it.
 */
export function messageOf(error: unknown): string {
  if (error instanceof ORPCError) {
    const { issues } = dataOf(error)
    if (Array.isArray(issues) && issues.length === 1) return (issues as FieldIssue[])[0]?.message ?? ''
    const unsaid = [error.code, COMMON_ORPC_ERROR_DEFS[error.code as keyof typeof COMMON_ORPC_ERROR_DEFS]?.message]
    return unsaid.includes(error.message) ? '' : error.message
  }
  if (error instanceof OfflineError) return error.message
  return 'The server cannot be reached. Please try again.'
}

/** For places that show nothing else. */
export const unknownError = 'The server could not do this. Please try again. If it happens again, tell an SBR operator.'

/** The request id under which the server's log has the failure, if the answer has one. */
export const requestIdOf = (error: unknown): string | null => {
  const requestId = dataOf(error).requestId
  return typeof requestId === 'string' ? requestId : null
}

/** The messages of a refused form, by field; a duplicate or an unknown reference names its field too. */
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

/** The records that still use a record whose deletion was refused: the first ones, and their number. */
export const usesOf = (error: unknown): { uses: Use[]; count: number; used: string[] } => {
  const { reason, uses, count, used } = dataOf(error)
  if (reason !== 'in_use' || !Array.isArray(uses)) return { uses: [], count: 0, used: [] }
  return { uses, count: typeof count === 'number' ? count : uses.length, used: Array.isArray(used) ? used : [] }
}

/** The rule that PostgreSQL enforced (contract/errors.ts), and the records that break it. */
export const brokenRuleOf = (error: unknown): { rule: string; detail: string } | null => {
  const { reason, detail } = dataOf(error)
  return typeof reason === 'string' ? { rule: reason, detail: typeof detail === 'string' ? detail : '' } : null
}

/** The reason in a refusal's data, in the contract's shape; null for another failure. */
export const refusalOf = <Shape extends z.ZodType>(error: unknown, shape: Shape): z.infer<Shape> | null =>
  shape.safeParse(dataOf(error)).data ?? null

function dataOf(error: unknown): Record<string, unknown> {
  return error instanceof ORPCError && error.data && typeof error.data === 'object' ? error.data : {}
}
