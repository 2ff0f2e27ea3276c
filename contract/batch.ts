import { z } from 'zod'
import { Failure } from './errors.ts'
import type { Action } from './permissions.ts'
import { route } from './route.ts'

/** A batch writes at most this many records. */
export const maxBatch = 1_000

/** Stands in a batch for a record whose fields are not valid, so that the others can still be written. */
export class FaultyRecord {
  readonly issues: readonly z.core.$ZodIssue[]

  constructor(issues: readonly z.core.$ZodIssue[]) {
    this.issues = issues
  }
}

const orFaulty = <Shape extends z.ZodRawShape>(record: z.ZodObject<Shape>) =>
  record.catch(({ error }) => new FaultyRecord(error.issues) as never)

const one = { id: z.uuid().toLowerCase(), version: z.int().min(1).nullable() }
const namesField = (record: object) => Object.keys(record).length > Object.keys(one).length
const noField = { error: 'Give at least one field to change' }

/**
 * New records and changes of records, all in one change set. `version` is the version that was edited; null overwrites whatever is stored.
 * Without `skipFaulty` one record that cannot be written refuses all of them.
 */
export const batchOf = <Added extends z.ZodRawShape, Changes extends z.ZodRawShape>(
  added: z.ZodObject<Added>,
  changes: z.ZodObject<Changes>,
) =>
  z
    .strictObject({
      companyId: z.uuid(),
      create: z.array(orFaulty(added)).default([]),
      update: z.array(orFaulty(changes.extend(one).refine(namesField, noField))).default([]),
      skipFaulty: z.boolean().default(false),
    })
    .refine(({ create, update }) => create.length + update.length > 0, { error: 'Send at least one record' })
    .refine(({ create, update }) => create.length + update.length <= maxBatch, {
      error: `Send at most ${maxBatch.toLocaleString('en-US')} records`,
    })

/** A record of a batch: its id and new version, or why it was not written, as the answer to a single request would say it. */
export const BatchOutcome = z.object({
  id: z.uuid().nullable(),
  version: z.int().nullable(),
  failure: Failure.nullable(),
})
export type BatchOutcome = z.infer<typeof BatchOutcome>

/** The outcomes in the order of the request, and the change set that undoes them. */
export const BatchResult = z.object({
  created: z.array(BatchOutcome),
  updated: z.array(BatchOutcome),
  changeSetId: z.uuid().nullable(),
})
export type BatchResult = z.infer<typeof BatchResult>

/** Why nothing was written: the place of each faulty record, and its failure. */
export const BatchFaults = z.object({
  reason: z.literal('faulty_records'),
  faulty: z.array(Failure.extend({ list: z.enum(['create', 'update']), index: z.int() })),
})

/** The route that writes a batch of a noun: `POST /companies/{companyId}/<noun>/batch`. */
export const batchRoute = <Added extends z.ZodRawShape, Changes extends z.ZodRawShape>({
  noun,
  added,
  changes,
  ...meta
}: {
  noun: string
  needs: Action
  refusal: string
  added: z.ZodObject<Added>
  changes: z.ZodObject<Changes>
}) =>
  route
    .meta({ ...meta, changes: 'bulk_edit' })
    .route({
      method: 'POST',
      path: `/companies/{companyId}/${noun}/batch`,
      summary: `Add and change up to ${maxBatch.toLocaleString('en-US')} ${noun}, all or the good ones`,
      description:
        'One change set, which one undo takes back. `version`: the one that you have read, as `If-Match` of a single change; null overwrites whatever is stored. ' +
        'With `skipFaulty` the good ones are written; without it one that cannot be written refuses all (422, `faulty`). A record to change is named by its id; an import finds items and vendors by number or name',
    })
    .input(batchOf(added, changes))
    .output(BatchResult)
    .errors({ UNPROCESSABLE: { status: 422, data: BatchFaults } })
