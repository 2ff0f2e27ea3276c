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
type Writers<Added, Changed> = { create: Writer<Added>; update: Writer<Changed> }
/** `many`: writes the records that it `takes` together, or throws when one of them cannot be written. */
type Writer<Sent> = {
  one: (record: Sent) => Promise<Written>
  many?: { takes: (record: Sent) => boolean; write: (records: Sent[]) => Promise<Written[]> }
}

/**
 * Writes the records of a batch in their order, in the transaction of the request. It locks all that it changes first, in the
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
  const created = await writeAll(db, batch.create, create)
  const updated = await writeAll(db, batch.update, update)
  if (!batch.skipFaulty) refuseFaulty({ create: created, update: updated })
  return { created, updated, changeSetId: await currentChangeSet(db) }
}

/** What a batch says of a record that does not exist. @param noun 'part' */
export const goneOf = (noun: string) => () =>
  new ORPCError('NOT_FOUND', { ...sharedErrors.NOT_FOUND, message: `That ${noun} no longer exists` })

async function writeAll<Sent>(db: Db, records: Sent[], writer: Writer<Sent>): Promise<BatchOutcome[]> {
  const outcomes: BatchOutcome[] = []
  for (const run of runsOf(records, writer)) outcomes.push(...(await writeRun(db, run, writer)))
  return outcomes
}

/** Records that follow each other and can be written together; each of the others alone. */
function runsOf<Sent>(records: Sent[], { many }: Writer<Sent>): Sent[][] {
  const runs: Sent[][] = []
  let isOpen = false
  for (const record of records) {
    const isTaken = !(record instanceof FaultyRecord) && many?.takes(record) === true
    if (isTaken && isOpen) runs.at(-1)?.push(record)
    else runs.push([record])
    isOpen = isTaken
  }
  return runs
}

/** When one of them cannot be written, halves are tried, down to the single record, whose failure is that of a single request. */
async function writeRun<Sent>(db: Db, records: Sent[], writer: Writer<Sent>): Promise<BatchOutcome[]> {
  const [first] = records as [Sent]
  if (first instanceof FaultyRecord) return [failed(notValid(issuesOf(first.issues)))]
  const { one, many } = writer
  const isSingle = records.length === 1 || !many
  const { written, failure } = await tried(db, async () => (isSingle ? [await one(first)] : many.write(records)))
  if (written) return written.map(({ id, version }) => ({ id, version, failure: null }))
  if (isSingle) return [failed(failure)]
  const middle = records.length >> 1
  const before = await writeRun(db, records.slice(0, middle), writer)
  return [...before, ...(await writeRun(db, records.slice(middle), writer))]
}

type Tried =
  | { written: Written[]; failure?: never }
  | { written?: never; failure: NonNullable<BatchOutcome['failure']> }

/** Takes back what was written when it is refused. */
async function tried(db: Db, write: () => Promise<Written[]>): Promise<Tried> {
  const savepoint = sql`savepoint records`.execute(db)
  const [saved] = await Promise.allSettled([write(), savepoint])
  if (saved.status === 'fulfilled') {
    await sql`release savepoint records`.execute(db)
    return { written: saved.value }
  }
  const failure = saved.reason instanceof ORPCError ? saved.reason : answerFor(saved.reason)
  if (!failure || failure.status >= 500) throw saved.reason
  await sql`rollback to savepoint records`.execute(db)
  await sql`release savepoint records`.execute(db)
  return { failure }
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
