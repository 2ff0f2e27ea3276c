import { z } from 'zod'
import { backupTrashDays } from '../inventory/backups.ts'
import { listQuery, pageOf, selectionOf, wholeList } from '../list.ts'
import { route } from '../route.ts'
import { changeSetKinds } from './activity.ts'

/** Days in which a deleted record can be brought back; backups reach further back. */
export const keptDays = { record: 90, backup: backupTrashDays } as const

export const deletedTypeLabels = {
  part: 'Part',
  assembly: 'Assembly',
  product: 'Product',
  location: 'Place',
  vendor: 'Vendor',
  sop: 'SOP',
  task: 'Task',
  task_template: 'Task template',
  file: 'File',
  backup: 'Backup',
}
export type DeletedType = keyof typeof deletedTypeLabels
export const deletedTypes = Object.keys(deletedTypeLabels) as [DeletedType, ...DeletedType[]]

/** A record as people know it: by name and number. */
const Named = z.object({
  type: z.enum(deletedTypes),
  id: z.uuid(),
  name: z.string().nullable(),
  number: z.string().nullable(),
})

/**
 * A record that can be brought back until `goneAt`. `alsoDeleted`: the number of other records deleted in the same change set, counted up
 * to 1,000. `parent`: the record that a removed file was attached to.
 */
export const DeletedRecord = Named.extend({
  deletedAt: z.string(),
  goneAt: z.string(),
  deletedBy: z.uuid().nullable(),
  deletedByName: z.string().nullable(),
  changeSetId: z.uuid().nullable(),
  changeSetKind: z.enum(changeSetKinds).nullable(),
  fileCount: z.int(),
  lineCount: z.int(),
  alsoDeleted: z.int(),
  parent: Named.nullable(),
})
export type DeletedRecord = z.infer<typeof DeletedRecord>

/**
 * An obstacle to bringing `record` back. `taken`: `other` has its number or name now. `twin`: two of the chosen records have the same one.
 * `gone`: it belongs or refers to `other`, which is deleted; with `canReturn`, that record can be brought back too, by its id.
 */
export const Obstacle = z.object({
  record: Named,
  reason: z.enum(['taken', 'twin', 'linked', 'gone']),
  other: Named,
  canReturn: z.boolean(),
})
export type Obstacle = z.infer<typeof Obstacle>

/** The record and what comes back with it. `setCount`: the number of records deleted together that can still be brought back. */
export const DeletedDetails = DeletedRecord.extend({
  files: z.array(z.object({ id: z.uuid(), name: z.string() })),
  setCount: z.int(),
  obstacles: z.array(Obstacle),
})
export type DeletedDetails = z.infer<typeof DeletedDetails>

const filters = {
  type: z.enum(deletedTypes).optional(),
  deletedBy: z.uuid().optional(),
  changeSetId: z.uuid().optional(),
  days: z.coerce.number().int().min(1).max(keptDays.record).optional(),
}
const query = listQuery(['deletedAt', 'name', 'number'], filters)
const { q } = query.shape

/** `count` records came back; `skipped` records could not. `obstacles`: the first 100 reasons. `records`: the first ten, for links. */
export const Restored = z.object({
  count: z.int(),
  skipped: z.int(),
  obstacles: z.array(Obstacle),
  records: z.array(Named),
  changeSetId: z.uuid().nullable(),
})
export type Restored = z.infer<typeof Restored>

/** The data of a 409 to a restore: nothing came back. */
export const RestoreRefusal = z.object({
  reason: z.literal('obstacles'),
  blocked: z.int(),
  count: z.int(),
  obstacles: z.array(Obstacle),
})
export type RestoreRefusal = z.infer<typeof RestoreRefusal>

const meta = { needs: 'activity.undo', refusal: 'bring back what was deleted' } as const
const path = '/companies/{companyId}/deleted'
const gone = { NOT_FOUND: { status: 404, message: 'It is no longer deleted, or gone for good' } } as const

export const deletedContract = {
  list: route
    .meta(meta)
    .route({ method: 'GET', path, summary: 'Deleted records that the caller can bring back' })
    .input(query.extend({ order: z.enum(['asc', 'desc']).default('desc'), ...wholeList }))
    .output(pageOf(DeletedRecord)),
  people: route
    .meta(meta)
    .route({ method: 'GET', path: `${path}/people`, summary: 'People whose deletions can be undone' })
    .input(z.strictObject({ companyId: z.uuid() }))
    .output(z.object({ items: z.array(z.object({ id: z.uuid(), name: z.string().nullable() })) })),
  get: route
    .meta(meta)
    .route({ method: 'GET', path: `${path}/{id}`, summary: 'A deleted record, and what comes back with it' })
    .input(z.strictObject({ companyId: z.uuid(), id: z.uuid() }))
    .output(DeletedDetails)
    .errors(gone),
  restore: route
    .meta({ ...meta, changes: 'undo' })
    .route({ method: 'POST', path: `${path}/restore`, summary: 'Bring deleted records back, all or none' })
    .input(
      z.strictObject({
        companyId: z.uuid(),
        selection: selectionOf(z.strictObject({ q, ...filters })),
        // Whether to bring the others back when some cannot come back.
        skipBlocked: z.boolean().default(false),
      }),
    )
    .output(Restored)
    .errors({ ...gone, CONFLICT: { status: 409, message: 'Some of this cannot come back yet', data: RestoreRefusal } }),
}
