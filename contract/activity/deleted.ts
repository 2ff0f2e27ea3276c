import { z } from 'zod'
import { backupTrashDays } from '../inventory/backups.ts'
import { listQuery, pageOf, selectionOf } from '../list.ts'
import { route } from '../route.ts'
import { changeSetKinds } from './activity.ts'

/** How long what was deleted can be brought back, in days; backups go earlier. */
export const keptDays = { record: 90, backup: backupTrashDays } as const

export const deletedTypes = ['part', 'assembly', 'product', 'vendor', 'sop', 'file', 'backup'] as const
export type DeletedType = (typeof deletedTypes)[number]
export const deletedTypeLabels: Record<DeletedType, string> = {
  part: 'Part',
  assembly: 'Assembly',
  product: 'Product',
  vendor: 'Vendor',
  sop: 'SOP',
  file: 'File',
  backup: 'Backup',
}

/** A record by what people know it by. */
const Named = z.object({
  type: z.enum(deletedTypes),
  id: z.uuid(),
  name: z.string().nullable(),
  number: z.string().nullable(),
})

/**
 * A record that can be brought back until `goneAt`. `alsoDeleted`: how many others went with it in the same change set, at most
 * 1,000 are counted. `parent`: what a removed file was attached to.
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
  parent: Named.extend({ type: z.enum([...deletedTypes, 'task']) }).nullable(),
})
export type DeletedRecord = z.infer<typeof DeletedRecord>

/**
 * What keeps `record` from coming back. `taken`: `other` has its number or name now. `twin`: two of the chosen have the same one.
 * `gone`: `other`, which it belongs or refers to, is deleted; with `canReturn` it can be brought back too, by its id.
 */
export const Obstacle = z.object({
  record: Named,
  reason: z.enum(['taken', 'twin', 'gone']),
  other: Named,
  canReturn: z.boolean(),
})
export type Obstacle = z.infer<typeof Obstacle>

/** The record and what comes back with it. `setCount`: records that can still be brought back of those deleted together. */
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

/** `count` records came back. `skipped` could not: `obstacles` lists the first 100 reasons. `records`: the first ten, for links. */
export const Restored = z.object({
  count: z.int(),
  skipped: z.int(),
  obstacles: z.array(Obstacle),
  records: z.array(Named),
  changeSetId: z.uuid().nullable(),
})
export type Restored = z.infer<typeof Restored>

/** What the 409 of a restore carries: nothing came back. */
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
    .route({ method: 'GET', path, summary: 'What was deleted and can be brought back by the asker' })
    .input(query.extend({ order: z.enum(['asc', 'desc']).default('desc') }))
    .output(pageOf(DeletedRecord)),
  people: route
    .meta(meta)
    .route({ method: 'GET', path: `${path}/people`, summary: 'Who deleted what can be brought back' })
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
        // The others come back although some cannot.
        skipBlocked: z.boolean().default(false),
      }),
    )
    .output(Restored)
    .errors({ ...gone, CONFLICT: { status: 409, message: 'Some of this cannot come back yet', data: RestoreRefusal } }),
}
