import type pg from 'pg'
import { type FairQueue, type QueueClient, type Shares, sharesOfWork } from './fair-queue.ts'

/** The shares of the connections for everything but files: nobody gets all of them, and a person with slow requests gets few (0056). */
export const sharesOf = (places: number): Shares => ({
  places,
  perCompany: Math.max(1, places - 1),
  perPerson: Math.max(1, places - 2),
  slowMs: 50,
  slowPerCompany: Math.max(1, Math.floor(places / 2)),
  slowPerPerson: 2,
  waiting: 1_000,
  waitingPerCompany: 500,
  waitingPerPerson: 100,
  waitMs: 10_000,
})

/** The shares of the connections for files: one for each person and company. */
export const bulkShares: Shares = sharesOfWork({ places: 3, waiting: 100, waitingPerPerson: 10, waitMs: 60_000 })

/**
 * Waits for its turn and gives a connection; releasing the connection gives its place to the next.
 * @param check throws when asking for a connection is useless
 */
export async function connectInTurn(
  pool: pg.Pool,
  queue: FairQueue,
  asker: QueueClient,
  check: () => void,
): Promise<pg.PoolClient> {
  const leave = await queue.enter(asker)
  try {
    check()
    const client = await pool.connect()
    const { release } = client // the pool creates this function again each time
    // A constant first: behind `client.release =` it would live until the next full collection, with the request (packet.ts).
    const releaseBoth: typeof release = (error) => {
      release(error)
      leave()
    }
    client.release = releaseBoth
    return client
  } catch (error) {
    leave()
    throw error
  }
}
