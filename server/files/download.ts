import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import { type FileType, fileTypes } from 'contract/files/file-types.ts'
import type { FastifyReply } from 'fastify'
import { DamagedBlob } from './blobs.ts'
import type { StoredFile } from './files.queries.ts'
import type { Blobs } from './storage.ts'
import { storageFailure } from './storage-failure.ts'

/**
 * Answers with the bytes of a file. Browsers may display only pictures. Nothing sent here may run as code, and no cache may
 * keep it (security.md 5.5).
 * @param damaged the error to throw when the bytes differ from the uploaded ones: such bytes are never sent
 */
export async function sendFile(
  reply: FastifyReply,
  blobs: Blobs,
  file: Pick<StoredFile, 'id' | 'name' | 'type' | 'size' | 'sha256' | 'storageKey'>,
  disposition: string,
  damaged: () => Error,
): Promise<void> {
  const isShown = disposition === 'inline' && fileTypes[file.type as FileType]?.isImage
  const stored = await blobs.fetch(file.storageKey, file.sha256).catch((error) => {
    if (!(error instanceof DamagedBlob)) throw storageFailure(error, reply.log)
    reply.log.error({ fileId: file.id, storageKey: file.storageKey }, 'a stored file is damaged or missing')
    throw damaged()
  })
  const bytes = createReadStream(stored.path, { highWaterMark: 256 * 1024 })
  bytes.once('close', () => void stored.release())
  sendDownload(reply, file, bytes, isShown ? file.type : undefined)
}

/** Answers with bytes, which nothing may run or keep. @param shownAs the type of a picture that is shown; else it is a download */
export const sendDownload = (
  reply: FastifyReply,
  { name, size }: { name: string; size: number },
  bytes: Readable,
  shownAs?: string,
): FastifyReply =>
  reply
    .header('content-type', shownAs ?? 'application/octet-stream')
    .header('content-length', size)
    .header('content-disposition', contentDisposition(name, { type: shownAs ? 'inline' : 'attachment' }))
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, no-store')
    .send(bytes)

/**
 * Answers with a thumbnail. It never changes, so the browser of its reader keeps it; signing out clears it there.
 * @param bytes null: the reader has it
 */
export function sendThumbnail(reply: FastifyReply, tag: string, bytes: Buffer | null): void {
  reply.header('etag', tag).header('cache-control', 'private, max-age=31536000, immutable')
  if (!bytes) return void reply.code(304).send()
  reply
    .header('content-type', 'image/webp')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(bytes)
}
