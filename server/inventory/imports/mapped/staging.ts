import { once } from 'node:events'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/**
 * Streams the rows of a file into the stage `staging`, as fast as PostgreSQL takes them: a temporary table, since COPY is refused
 * below row-level security.
 * @param rows lines of COPY; what it throws is thrown on, and the transaction must then be given up
 * @returns what `rows` returns at its end
 */
export async function fillStaging<Result>(
  client: pg.PoolClient,
  rows: AsyncGenerator<Uint8Array, Result>,
): Promise<Result> {
  const copy = client.query(copyFrom('copy staging from stdin'))
  const finished = once(copy, 'finish')
  finished.catch(() => undefined)
  try {
    let step = await rows.next()
    for (; !step.done; step = await rows.next()) {
      if (!copy.write(step.value)) await Promise.race([once(copy, 'drain'), finished])
    }
    copy.end()
    await finished
    return step.value
  } catch (error) {
    copy.destroy(error as Error)
    await finished.catch(() => undefined)
    throw error
  } finally {
    await rows.return(undefined as Result)
  }
}
