/** How long the server waits for PostgreSQL to answer, and what it makes of silence (security.md F8). */
import pg from 'pg'

const waits = new WeakMap<pg.PoolClient, number>()

/** Until the next call. @param ms for each statement */
export function allowWait(client: pg.PoolClient, ms: number): void {
  waits.set(client, ms)
}

/** Milliseconds; 0 = without end. */
export const waitOf = (client: pg.PoolClient): number => waits.get(client) ?? 0

/** The connection broke, or nothing came over it, before the answer to COMMIT. */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('It is not known whether the change was stored', { cause })
  }
}

/** Whether PostgreSQL did not answer at all; the connection is of no use any more then. */
export const isSilent = (error: unknown): boolean =>
  error instanceof CommitUnknown ||
  (error instanceof Error && /^(Query read timeout|Connection terminated|.*not queryable)/.test(error.message))

/** The same, or PostgreSQL has ended the connection itself: what was on its way has no answer. */
export const isCut = (error: unknown): boolean =>
  isSilent(error) || (error instanceof pg.DatabaseError && /^(57P|08)/.test(error.code ?? ''))
