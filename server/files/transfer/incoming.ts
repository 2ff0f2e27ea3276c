import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { writeWhole } from '../../platform/storage/write-whole.ts'
import type { Sample } from './foreign-kinds.ts'

/** A complete upload, on disk but not yet stored. */
export type Incoming = { path: string; sha256: string; sample: Sample; discard: () => Promise<void> }

/** The client sent more bytes than a file may have. */
export class TooManyBytes extends Error {}

const sampleBytes = 256 * 1024

/**
 * Writes an upload to a temporary file as it arrives; memory use does not grow with its size. An upload that is cut off, too large,
 * or does not fit on the disk leaves nothing behind.
 * @throws {TooManyBytes}
 */
export async function receive(source: Readable, folder: string, maxBytes: number): Promise<Incoming> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  const discard = () => rm(path, { force: true })
  let file: FileHandle | undefined
  try {
    file = await open(path, 'wx+', 0o600)
    const { sha256, sample } = await writeAll(source, file, maxBytes)
    await file.sync()
    return { path, sha256, sample, discard }
  } catch (error) {
    await discard()
    throw error
  } finally {
    await file?.close()
  }
}

async function writeAll(source: Readable, file: FileHandle, maxBytes: number) {
  const hash = createHash('sha256')
  const head: Buffer[] = []
  let size = 0
  let isText = true
  // Leave the request open after a failure: a destroyed request cannot be answered.
  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    if (size + chunk.length > maxBytes) throw new TooManyBytes()
    if (size < sampleBytes) head.push(chunk)
    const written = writeWhole(file, chunk) // the disk works while the bytes are looked at
    isText &&= !controls.test(chunk.toString('latin1'))
    hash.update(chunk)
    await written
    size += chunk.length
  }
  const tail = Buffer.alloc(Math.min(size, sampleBytes))
  await file.read(tail, 0, tail.length, size - tail.length)
  return { sha256: hash.digest('hex'), sample: { head: Buffer.concat(head), tail, size, isText } }
}

/** Control characters, except tab, line breaks, form feed and the end mark of DOS. A loop over the bytes takes five times as long. */
const controls = /[\0-\x08\x0b\x0e-\x19\x1b-\x1f]/
