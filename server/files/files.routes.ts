import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import { type FileType, fileTypes } from 'contract/files/file-types.ts'
import { type FileAttachment, fileLimits, fileParents } from 'contract/files/files.ts'
import { thumbnailPixels } from 'contract/files/pictures.ts'
import { can, type Role } from 'contract/permissions.ts'
import { undoableBy } from '../platform/database/changes.ts'
import { NoPlace } from '../platform/fairness/fair-queue.ts'
import { api } from '../platform/http/api.ts'
import { answerOnce } from '../platform/http/idempotency.ts'
import {
  deleteFile,
  enterLink,
  getFile,
  hasParent,
  insertFile,
  listFiles,
  lockUploads,
  type Parent,
  proveLink,
  recordLink,
  type StoredFile,
} from './files.queries.ts'
import { filesOf } from './files.ts'
import { TookTooLong } from './pictures/thumbnails.ts'
import { storageFailure } from './storage/storage-failure.ts'
import { sendFile, sendThumbnail } from './transfer/download.ts'
import { checkQuota, describe, receiveUpload, statedSize } from './transfer/upload.ts'

const { files } = api

export const filesRoutes = files.router({
  list: files.list.handler(({ input, context }) =>
    context.read(async (db) => {
      const [isThere, found] = await Promise.all([hasParent(db, input), listFiles(db, input)])
      if (!isThere) throw notFound()
      return { items: found.map(attachmentOf) }
    }),
  ),

  upload: files.upload.handler(async ({ input: { name, step = null, ...parent }, context }) => {
    const { request, config } = context
    const { blobs } = filesOf(config)
    const refusals = { notFound, forbidden: () => refused('upload files') }
    const companyId = await context.readAs(async (db, identity) => {
      checkRight(identity.role, parent, 'upload files')
      return checkQuota(db, parent, statedSize(request), refusals)
    })
    const incoming = await receiveUpload(context)
    try {
      const file = await describe({ ...parent, companyId }, name, incoming)
      await blobs.keep(file.storageKey, incoming).catch((error) => {
        throw storageFailure(error, request.log)
      })
      // If the transaction fails, leave the bytes to the sweeper: the commit may have succeeded although no answer came.
      let isStored = false
      const answer = await context.write((db, identity) =>
        answerOnce(
          db,
          identity,
          context,
          async () => {
            isStored = true
            await lockUploads(db, companyId)
            const home = await checkQuota(db, parent, file.size, refusals) // the SOP may have moved meanwhile
            const stored = attachmentOf(await insertFile(db, { ...parent, companyId: home }, { ...file, step }))
            return { status: 201, body: { ...stored, changeSetId: await undoableBy(identity, db) } }
          },
          incoming.sha256,
        ),
      )
      if (!isStored) await blobs.remove(file.storageKey)
      return answer.body as FileAttachment & { changeSetId: string | null }
    } finally {
      await incoming.discard()
    }
  }),

  remove: files.remove.handler(({ input: { companyId, id }, context, errors }) =>
    context.write(async (db, identity) => {
      const file = await getFile(db, companyId, id)
      if (!file) throw errors.NOT_FOUND()
      checkRight(identity.role, file, 'delete files')
      if (!(await deleteFile(db, file))) throw refused('delete files')
      return { count: 1, companyId: file.companyId, changeSetId: await undoableBy(identity, db) }
    }),
  ),

  sign: files.sign.handler(({ input: { companyId, id, disposition }, context, errors }) =>
    context.write(async (db, { userId }) => {
      const { request, config } = context
      const file = await getFile(db, companyId, id)
      if (!file) throw errors.NOT_FOUND()
      const expires = Math.floor(Date.now() / 1_000) + fileLimits.linkSeconds
      const proof = await proveLink(db, { company: companyId, file: id, expires })
      await recordLink(db, companyId, file, disposition, request.ip)
      const link = { company: companyId, user: userId ?? '', disposition, expires: String(expires), proof }
      const url = await filesOf(config).links.sign(request.host, id, link)
      return { url, expiresAt: new Date(expires * 1_000).toISOString() }
    }),
  ),

  thumbnail: files.thumbnail.handler(async ({ input: { companyId, id }, context, errors }) => {
    const { request, reply, config } = context
    const file = await context.read((db) => getFile(db, companyId, id))
    if (!file) throw errors.NOT_FOUND()
    if (!attachmentOf(file).isImage) throw errors.NO_THUMBNAIL()
    const tag = `"${file.sha256.slice(0, 32)}-${thumbnailPixels}"`
    if (request.headers['if-none-match'] === tag) return void sendThumbnail(reply, tag, null)
    const bytes = await filesOf(config)
      .thumbnailOf(file, context.asker(), request.log)
      .catch((error) => {
        if (error instanceof NoPlace) throw error
        throw error instanceof TookTooLong ? errors.UNAVAILABLE() : storageFailure(error, request.log)
      })
    if (!bytes) throw errors.NO_THUMBNAIL()
    if (bytes === 'not ready') return void reply.code(202).header('retry-after', '1').send()
    sendThumbnail(reply, tag, bytes)
  }),

  content: files.content.handler(async ({ input: { id, ...link }, context, errors }) => {
    const { request, reply, config } = context
    const { blobs, links } = filesOf(config)
    if (request.method !== 'GET') throw errors.NOT_FOUND()
    if (!(await links.isValid(request.host, id, link))) throw errors.FORBIDDEN()
    const expires = Number(link.expires)
    const file = await context.readAs(async (db) =>
      (await enterLink(db, { ...link, file: id, expires })) ? getFile(db, link.company, id) : undefined,
    )
    if (!file) throw errors.NOT_FOUND()
    const asker = { ...context.asker(), person: link.user, company: link.company }
    const parts = { asker, damaged: errors.FILE_DAMAGED }
    await sendFile(reply, blobs, file, link.disposition, parts)
  }),
})

const attachmentOf = ({ storageKey: _storageKey, ...file }: StoredFile): FileAttachment => ({
  ...file,
  isImage: fileTypes[file.type as FileType].isImage,
})

const notFound = () => new ORPCError('NOT_FOUND', sharedErrors.NOT_FOUND)
const refused = (what: string) =>
  new ORPCError('FORBIDDEN', { status: 403, message: `You do not have permission to ${what}` })

/** The right to change a record decides about its files; the fence checks it again for each record. */
function checkRight(role: Role | null, { entityType }: Pick<Parent, 'entityType'>, what: string) {
  if (!can(role, fileParents[entityType])) throw refused(what)
}
