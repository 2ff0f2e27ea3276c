// Takes mapped rows, makes the stage `staging`.

import { once } from 'node:events'
import { sql } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Db } from '../../../platform/database/handle.ts'
import type { Sql } from '../import-key.ts'
import { fillStage, type Stage } from '../stages.ts'
import type { ImportedRow } from './import-row.ts'

type Staged<Reading> = { staging: Stage<'staging'>; reading: Reading }

/** The COPY lines of a file, and the connection that takes them. */
type FileLines<Reading> = { client: pg.PoolClient; lines: AsyncGenerator<Uint8Array, Reading> }

/**
 * Puts the rows of a file into the stage, as fast as PostgreSQL takes them. The stage is a temporary table, since PostgreSQL refuses COPY
 * into tables with row-level security. Errors of `lines` pass through; the caller must then roll back the transaction.
 * @returns also what `lines` returns at its end
 */
export const stageFileRows = <Reading>(db: Db, { client, lines }: FileLines<Reading>): Promise<Staged<Reading>> =>
  makeStaging(db, (into) => copyLines(client, sql`copy ${into} from stdin`.compile(db).sql, lines))

/** Puts single rows into the stage, to be compared like those of a file. */
export async function stageRows(db: Db, section: number, rows: ImportedRow[]): Promise<Stage<'staging'>> {
  const { staging } = await makeStaging(db, async (into) => {
    for (const { rowNumber, values, cells, problems } of rows)
      await sql`insert into ${into} values (${rowNumber}, ${section}, ${values}::text[], ${cells}::text[],
        ${problems && JSON.stringify(problems)}::jsonb)`.execute(db)
  })
  return staging
}

async function makeStaging<Reading>(db: Db, fill: (into: Sql) => Promise<Reading>): Promise<Staged<Reading>> {
  const [staging, reading] = await fillStage(db, 'staging', fill)
  return { staging, reading }
}

async function copyLines<Result>(
  client: pg.PoolClient,
  statement: string,
  lines: AsyncGenerator<Uint8Array, Result>,
): Promise<Result> {
  const copy = client.query(copyFrom(statement))
  const finished = once(copy, 'finish')
  finished.catch(() => undefined)
  try {
    let step = await lines.next()
    for (; !step.done; step = await lines.next()) {
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
    await lines.return(undefined as Result)
  }
}
