/** How long the server waits for PostgreSQL to answer, and what it makes of silence (F8). */
import pg from 'pg'

const waits = new WeakMap<pg.PoolClient, number>()

/** Until the next call. @param ms for each statement */
export function allowWait(client: pg.PoolClient, ms: number): void {
  waits.set(client, ms)
}

/** A statement that is given up when PostgreSQL stays silent, as a frozen one does (F8). */
export const patient = (client: pg.PoolClient, text: string) => ({ text, query_timeout: waits.get(client) ?? 0 })

/** Ends a transaction. @throws {CommitUnknown} when no answer came: it may have been stored or not */
export async function commit(client: pg.PoolClient) {
  await client.query(patient(client, 'commit')).catch((error) => {
    throw isCut(error) ? new CommitUnknown(error) : error
  })
}

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
const isCut = (error: unknown): boolean =>
  isSilent(error) || (error instanceof pg.DatabaseError && /^(57P|08)/.test(error.code ?? ''))

/**
 * Remembers for a moment that PostgreSQL did not answer: those who wait for a connection are told at once then, instead of finding
 * out one after the other.
 */
export class Silence {
  #until = Number.NEGATIVE_INFINITY

  /** Notes what an error says of it, and throws that on. */
  readonly note = (error: unknown): never => {
    const { message } = error instanceof CommitUnknown ? (error.cause as Error) : (error as Error)
    const now = performance.now()
    // Under load alone a connection may take as long; after a silence it means that it goes on.
    const goesOn =
      /timeout (expired|exceeded when)|due to connection timeout/.test(message) && now < this.#until + 5_000
    if (message === silent || goesOn) this.#until = now + 1_000
    throw error
  }

  /** @throws while it lasts */
  readonly check = (): void => {
    // In other words than pg's: it is no new sign of silence, which would prolong it.
    if (performance.now() < this.#until) throw new Error('Connection error: PostgreSQL does not answer at the moment')
  }
}

/** What pg says when an answer took longer than query_timeout. */
const silent = 'Query read timeout'
