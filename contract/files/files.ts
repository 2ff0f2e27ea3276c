import { z } from 'zod'
import { BulkResult, savedOf } from '../list.ts'
import type { Action } from '../permissions.ts'
import { route } from '../route.ts'

/** The records that may have files, and the action that attaching and removing need (security.md 2.2, row 40). */
export const fileParents = {
  part: 'inventory.write',
  assembly: 'inventory.write',
  product: 'inventory.write',
  sop: 'sop.write',
  task: 'task.report',
  task_template: 'task.edit',
  sop_run: 'sop.run',
} as const satisfies Record<string, Action>
export type FileParent = keyof typeof fileParents

/** security.md 5.5. `pixels`: a browser takes four bytes of memory for each, whatever the size of the file. */
export const fileLimits = {
  bytes: 25 * 2 ** 20,
  perRecord: 20,
  perSop: 100,
  pixels: 40_000_000,
  bytesPerCompany: 5 * 2 ** 30,
  linkSeconds: 3_600,
}

/** The most files of a record. The text of a SOP shows its pictures and a run has photos of its steps, so both have room for more. */
export const filesAt = (parent: FileParent): number =>
  parent === 'sop' || parent === 'sop_run' ? fileLimits.perSop : fileLimits.perRecord

/**
 * A file of a record. `companyId`: that of the record, the SBR firm's for a SOP of SBR. `type`: what its bytes show. `path`: where it
 * was uploaded to, as a text: nothing is found by it. `isOwn`: the reader attached it. `step`: the step of a run that it shows;
 * null for all other files. `width`, `height`: of a picture as it is shown, in pixels; null when the picture does not say.
 */
export const FileAttachment = z.object({
  id: z.uuid(),
  companyId: z.uuid(),
  entityType: z.enum(Object.keys(fileParents) as [FileParent, ...FileParent[]]),
  entityId: z.uuid(),
  name: z.string(),
  type: z.string().meta({ examples: ['application/pdf'] }),
  size: z.int(),
  isImage: z.boolean(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  sha256: z.string(),
  path: z.string(),
  uploadedBy: z.string().nullable(),
  isOwn: z.boolean(),
  step: z.int().nullable(),
  createdAt: z.string(),
})
export type FileAttachment = z.infer<typeof FileAttachment>

/** The files in the answer about one record; lists say only how many there are. `sign` gives a link to the bytes of one. */
export const attachedFiles = z.array(FileAttachment.pick({ id: true, name: true, path: true, type: true, size: true }))

const signedUrl = '/api/files/0198f2a4-6c1e-7b3d-9a52-4d1f8e7c6b5a/content?expires=1793610000&signature=c2V2ZW4'

const parent = { entityType: FileAttachment.shape.entityType, entityId: z.uuid() }
const one = { companyId: z.uuid(), id: z.uuid() }
const gone = { NOT_FOUND: { status: 404, message: 'That file no longer exists' } }
const disposition = z.enum(['attachment', 'inline'])

/** A link is valid or not as a whole: the refusal does not say what is wrong with it. */
export const FileLink = z.object({
  company: z.string().max(100).default(''),
  user: z.string().max(100).default(''),
  disposition: z.string().max(100).default(''),
  expires: z.string().max(100).default(''),
  proof: z.string().max(100).default(''),
  kid: z.string().max(100).default(''),
  signature: z.string().max(100).default(''),
})
export type FileLink = z.infer<typeof FileLink>

export const filesContract = {
  list: route
    .meta({ needs: 'file.read' })
    .route({ method: 'GET', path: '/companies/{companyId}/files', summary: 'The files of a record' })
    .input(z.strictObject({ companyId: z.uuid(), ...parent }))
    .output(z.object({ items: z.array(FileAttachment) })),
  upload: route
    .meta({ needs: 'file.write', refusal: 'upload files', body: 'file', limit: 'upload' })
    .route({
      method: 'POST',
      path: '/companies/{companyId}/files',
      summary: 'Attach a file to a record: its bytes are the body',
      successStatus: 201,
    })
    .input(
      z.strictObject({
        ...{ companyId: z.uuid(), ...parent, name: z.string().min(1).max(1_000) },
        step: z.coerce
          .number()
          .int()
          .min(0)
          .max(100_000)
          .optional()
          .describe('Of a run of a SOP: the number of the step that the file shows'),
      }),
    )
    .output(savedOf(FileAttachment)),
  remove: route
    .meta({ needs: 'file.write', refusal: 'delete files' })
    .route({ method: 'DELETE', path: '/companies/{companyId}/files/{id}', summary: 'Remove a file from its record' })
    .input(z.strictObject(one))
    .output(BulkResult.extend({ companyId: z.uuid() }))
    .errors(gone),
  sign: route
    .meta({ needs: 'file.read' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/files/{id}/url',
      summary: 'A link to the bytes of a file, for an hour, without a session',
      description: 'A path of this server. `sha256` of the file, in hexadecimal digits, is that of these bytes',
    })
    .input(z.strictObject({ ...one, disposition: disposition.default('attachment') }))
    .output(z.object({ url: z.string().meta({ examples: [signedUrl] }), expiresAt: z.string() }))
    .errors(gone),
  thumbnail: route
    .meta({ needs: 'file.read', answer: ['webp'] })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/files/{id}/thumbnail',
      summary: 'A picture made small, as WebP: at most 192 x 192 pixels, without metadata; 202 while it is being made',
    })
    .input(z.strictObject(one))
    .errors({
      ...gone,
      NO_THUMBNAIL: { status: 404, message: 'No small picture can be made of this file' },
      UNAVAILABLE: { status: 503, message: 'Many thumbnails are being made; please try again' },
    }),
  content: route
    .meta({ needs: 'public', answer: ['any'] })
    .route({ method: 'GET', path: '/files/{id}/content', summary: 'The bytes of a file, by a signed link' })
    .input(FileLink.extend({ id: z.uuid() }))
    .errors({
      ...gone,
      FORBIDDEN: { status: 403, message: 'This link is not valid, or has expired' },
      FILE_DAMAGED: { status: 500, message: 'The stored file is damaged or missing; a backup may still have it' },
    }),
}
