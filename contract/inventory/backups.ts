import { z } from 'zod'
import { FileLink } from '../files/files.ts'
import { BulkResult } from '../list.ts'
import { route } from '../route.ts'
import { ImportPreview } from './imports.ts'

const backupFormats = ['internal', 'shopify'] as const

/** Days in which a deleted backup can be brought back. */
export const backupTrashDays = 30

/** Days for which a backup of the night is kept. */
export const nightlyBackupDays = 14

const BackupName = z.string().regex(/^inventory(?:_shopify)?_\d{4}-\d{2}-\d{2}-\d{4}(?:-\d{1,3})?\.csv$/)

/** A backup file (product.md 3). It is listed once it is complete and was read back: `rowCount` rows with this `sha256`. */
export const Backup = z.object({
  id: z.uuid(),
  name: BackupName,
  format: z.enum(backupFormats),
  path: z.string(),
  size: z.int(),
  rowCount: z.int(),
  sha256: z.string(),
  createdAt: z.string(),
  /** of a nightly backup: when it is deleted; null when a person made it: it stays until somebody deletes it */
  keptUntil: z.string().nullable(),
})
export type Backup = z.infer<typeof Backup>

const meta = { needs: 'backup.manage', refusal: 'manage backups' } as const
/** A path names a backup by its id or its file name; any other value is refused (T14). */
const one = { companyId: z.uuid(), id: z.union([z.uuid(), BackupName]) }
const gone = { NOT_FOUND: { status: 404, message: 'That backup no longer exists' } }
const damaged = {
  FILE_DAMAGED: { status: 500, message: 'The backup file is damaged or missing; another backup may still be whole' },
}

export const backupsContract = {
  list: route
    .meta(meta)
    .route({ method: 'GET', path: '/companies/{companyId}/backups', summary: 'Backup files, newest first' })
    .input(z.strictObject({ companyId: z.uuid() }))
    .output(z.object({ items: z.array(Backup) })),
  create: route
    .meta({ ...meta, copies: true, limit: 'export', long: true })
    .route({
      method: 'POST',
      path: '/companies/{companyId}/backups',
      summary: 'Keep the whole inventory as a backup file',
      successStatus: 201,
    })
    .input(z.strictObject({ companyId: z.uuid(), format: z.enum(backupFormats).default('internal') }))
    .output(Backup)
    .errors(damaged),
  url: route
    .meta(meta)
    .route({
      method: 'GET',
      path: '/companies/{companyId}/backups/{id}/url',
      summary: 'A link to a backup file, for an hour, without a session',
    })
    .input(z.strictObject(one))
    .output(z.object({ url: z.string(), expiresAt: z.string() }))
    .errors(gone),
  content: route
    .meta({ needs: 'public', answer: ['any'] })
    .route({ method: 'GET', path: '/backups/{id}/content', summary: 'A backup file, by a signed link' })
    .input(FileLink.extend({ id: z.uuid() }))
    .errors({ ...gone, ...damaged, FORBIDDEN: { status: 403, message: 'This link is not valid, or has expired' } }),
  import: route
    .meta({
      ...{ needs: 'inventory.import', refusal: 'import inventory', copies: true, limit: 'import', long: true },
      makes: '/companies/{companyId}/imports/{id}',
    })
    .route({
      method: 'POST',
      path: '/companies/{companyId}/backups/{id}/import',
      summary: 'Preview what importing a backup would change',
      successStatus: 201,
    })
    .input(z.strictObject(one))
    .output(ImportPreview)
    .errors({ ...gone, ...damaged, UNPROCESSABLE: { status: 422, data: z.unknown() } }),
  remove: route
    .meta(meta)
    .route({ method: 'DELETE', path: '/companies/{companyId}/backups/{id}', summary: 'Put a backup into the trash' })
    .input(z.strictObject(one))
    .output(BulkResult)
    .errors(gone),
  restore: route
    .meta(meta)
    .route({
      method: 'POST',
      path: '/companies/{companyId}/backups/{id}/restore',
      summary: 'Bring a backup back from the trash, within 30 days',
    })
    .input(z.strictObject(one))
    .output(Backup)
    .errors(gone),
}
