import { ORPCError } from '@orpc/server'
import { type BatchOutcome, type BatchResult, FaultyRecord } from 'contract/batch.ts'
import { sharedErrors } from 'contract/errors.ts'
import { sql } from 'kysely'
import { allowSeconds, currentChangeSet } from '../database/changes.ts'
import { answerFor } from '../database/database-errors.ts'
import type { Db } from '../database/handle.ts'
import { issuesOf, notValid } from './answers/error-replies.ts'

type Batch<Added, Changed> = { create: Added[]; update: Changed[]; skipFaulty: boolean }
type Written = { id: string; version: number }
type Writers<Added, Changed> = {
  create: (record: Added) => Promise<Written>
  update: (record: Changed) => Promise<Written>
}

/**
 * Writes the records of a batch one by one, as single requests would, in the transaction of the request. It locks all that it changes first, in the
 * order of their ids: two batches that name the same records in another order would deadlock.
 * @param records the table and the company of the records
 * @throws 422 with the place and the failure of each faulty record, unless these are skipped
 */
export async function writeBatch<Added, Changed extends { id: string }>(
  db: Db,
  records: { table: string; companyId: string },
  batch: Batch<Added, Changed>,
  { create, update }: Writers<Added, Changed>,
): Promise<BatchResult> {
  await allowSeconds(db, 60)
  const ids = batch.update.flatMap((record) => (record instanceof FaultyRecord ? [] : record.id))
  if (ids.length > 0)
    await sql`select from ${sql.table(records.table)} where company_id = ${records.companyId} and id = any (${ids}::uuid[])
      order by id for no key update`.execute(db)
  const created = await writeEach(db, batch.create, create)
  const updated = await writeEach(db, batch.update, update)
  if (!batch.skipFaulty) refuseFaulty({ create: created, update: updated })
  return { created, updated, changeSetId: await currentChangeSet(db) }
}

/** What a batch says of a record that does not exist. @param noun 'part' */
export const goneOf = (noun: string) => () =>
  new ORPCError('NOT_FOUND', { ...sharedErrors.NOT_FOUND, message: `That ${noun} no longer exists` })

async function writeEach<Sent>(db: Db, records: Sent[], write: (record: Sent) => Promise<Written>) {
  const outcomes: BatchOutcome[] = []
  for (const record of records) outcomes.push(await outcomeOf(db, record, write))
  return outcomes
}

async function outcomeOf<Sent>(db: Db, record: Sent, write: (record: Sent) => Promise<Written>): Promise<BatchOutcome> {
  if (record instanceof FaultyRecord) return failed(notValid(issuesOf(record.issues)))
  const savepoint = sql`savepoint record`.execute(db)
  const [saved] = await Promise.allSettled([write(record), savepoint])
  if (saved.status === 'fulfilled') {
    await sql`release savepoint record`.execute(db)
    return { id: saved.value.id, version: saved.value.version, failure: null }
  }
  const failure = saved.reason instanceof ORPCError ? saved.reason : answerFor(saved.reason)
  if (!failure || failure.status >= 500) throw saved.reason
  await sql`rollback to savepoint record`.execute(db)
  return failed(failure)
}

const failed = ({ code, status, message, data }: NonNullable<BatchOutcome['failure']>): BatchOutcome => ({
  ...{ id: null, version: null },
  failure: { code, status, message, data },
})

function refuseFaulty(lists: Record<string, BatchOutcome[]>): void {
  const faulty = Object.entries(lists).flatMap(([list, outcomes]) =>
    outcomes.flatMap(({ failure }, index) => (failure ? [{ list, index, ...failure }] : [])),
  )
  if (faulty.length === 0) return
  const count = faulty.length === 1 ? '1 record is' : `${faulty.length.toLocaleString('en-US')} records are`
  throw new ORPCError('UNPROCESSABLE', {
    status: 422,
    message: `${count} faulty; nothing was written`,
    data: { reason: 'faulty_records', faulty },
  })
}
