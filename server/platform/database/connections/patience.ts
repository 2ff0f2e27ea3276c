/** How long the server waits for PostgreSQL to answer, and how it treats silence (F8). */
import pg from 'pg'
import { type Packet, silent } from './packet.ts'

/** A little longer than PostgreSQL's own limit for a statement (database-roles.ts), whose error says more. */
export const quietMs = 5_500

const waits = new WeakMap<pg.PoolClient, number>()

/** Sets the time limit of each statement, until the next call. @param ms for each statement */
export function allowWait(client: pg.PoolClient, ms: number): void {
  waits.set(client, ms)
}

/** A statement with a time limit for a PostgreSQL that stays silent, as a frozen one does (F8). */
export const patient = (client: pg.PoolClient, text: string) => ({ text, query_timeout: waits.get(client) ?? 0 })

/** Sends a packet, with a time limit for the whole of it. @returns when PostgreSQL has answered all of it @throws its first failure */
export const sendPacket = (client: pg.PoolClient, packet: Packet): Promise<void> =>
  packet.send(client, waits.get(client) ?? 0)

/** Ends a transaction. @throws {CommitUnknown} when no answer came: the change may be stored or not */
export async function commit(client: pg.PoolClient) {
  await client.query(patient(client, 'commit')).catch((error) => {
    throw isCut(error) ? new CommitUnknown(error) : error
  })
}

/** The connection broke or stayed silent before the answer to COMMIT. */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('It is not known whether the change was stored', { cause })
  }
}

/** Whether PostgreSQL did not answer at all; the connection is useless then. */
export const isSilent = (error: unknown): boolean =>
  error instanceof CommitUnknown ||
  (error instanceof Error && /^(Query read timeout|Connection terminated|.*not queryable)/.test(error.message))

/** Whether PostgreSQL did not answer, or ended the connection itself: statements that were sent get no answer. */
const isCut = (error: unknown): boolean =>
  isSilent(error) || (error instanceof pg.DatabaseError && /^(57P|08)/.test(error.code ?? ''))

/**
 * Remembers for a moment that PostgreSQL did not answer. Requests that wait for a connection then fail at once, instead of each waiting
 * for its own time limit.
 */
export class Silence {
  #until = Number.NEGATIVE_INFINITY

  /** Notes whether an error means silence, and throws the error on. */
  readonly note = (error: unknown): never => {
    const { message } = error instanceof CommitUnknown ? (error.cause as Error) : (error as Error)
    const now = performance.now()
    // Under load a connection can take this long too; right after a silence it means that the silence goes on.
    const goesOn =
      /timeout (expired|exceeded when)|due to connection timeout/.test(message) && now < this.#until + 5_000
    if (message === silent || goesOn) this.#until = now + 1_000
    throw error
  }

  /** @throws during a silence */
  readonly check = (): void => {
    // Not pg's own words: this error is no new sign of silence and must not prolong it.
    if (performance.now() < this.#until) throw new Error('Connection error: PostgreSQL does not answer at the moment')
  }
}
