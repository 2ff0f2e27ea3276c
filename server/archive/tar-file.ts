/** Archives are gzipped tars, which any system can open without us. They are written and read as streams, whatever their size. */
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream, WritableStream } from 'node:stream/web'
import { createGunzip, createGzip } from 'node:zlib'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { syncFolder } from '../platform/storage/sync-folder.ts'
import { ArchiveError } from './manifest.ts'

export type Entry = { name: string; size: number; bytes: AsyncIterable<Uint8Array> }
export type AddEntry = (name: string, size: number, bytes: AsyncIterable<Uint8Array>) => Promise<void>

/**
 * Writes a new file that only its owner can read. It gets its name when it is complete and flushed; a failure leaves nothing.
 * @throws {ArchiveError} when the file exists
 */
export async function writeTar(file: string, fill: (add: AddEntry) => Promise<void>): Promise<void> {
  const part = `${file}.part`
  await refuseExisting(file, 'choose another name')
  await refuseExisting(part, 'another export writes it, or one broke off: then remove it')
  const { readable, controller } = createTarPacker()
  const target = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true })
  const written = pipeline(Readable.fromWeb(readable as ReadableStream), createGzip(), target)
  written.catch(() => undefined)
  try {
    await fill(async (name, size, bytes) => {
      const writer = controller.add({ name, size, mode: 0o600, type: 'file' }).getWriter()
      for await (const chunk of bytes) await writer.write(chunk)
      await writer.close()
    })
    controller.finalize()
    await written
    await refuseExisting(file, 'choose another name')
    await rename(part, file)
    await syncFolder(dirname(file))
  } catch (error) {
    controller.error(error)
    const cause = await written.then(
      () => error,
      (reason) => reason,
    )
    await rm(part, { force: true })
    throw cause
  }
}

async function refuseExisting(file: string, advice: string) {
  const isThere = await stat(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
  if (isThere) throw new ArchiveError(`${file} exists already: ${advice}`)
}

const damaged = (error: unknown) => {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return new ArchiveError('there is no such file')
  if (code?.startsWith('E') && !code.startsWith('ERR_')) return error
  return new ArchiveError(`the archive is damaged or was cut off (${message})`, { cause: error })
}

/**
 * The entries of an archive. Read the bytes of each to their end before the next.
 * @throws {ArchiveError} when it is damaged, or holds anything but plain files
 */
export async function* entriesOf(file: string): AsyncGenerator<Entry> {
  const stop = new AbortController()
  const decoder = createTarDecoder({ strict: true })
  const read = pipeline(
    createReadStream(file, { highWaterMark: 256 * 1024 }),
    createGunzip(),
    Writable.fromWeb(decoder.writable as WritableStream),
    { signal: stop.signal },
  )
  read.catch(() => undefined)
  const entries = (
    decoder.readable as ReadableStream<{
      header: { name: string; size: number; type?: string }
      body: ReadableStream<Uint8Array>
    }>
  ).getReader()
  try {
    for (;;) {
      const { done, value } = await entries.read().catch((error) => {
        throw damaged(error)
      })
      if (done) break
      const { name, size, type } = value.header
      if (type !== 'file') throw new ArchiveError(`the archive holds ${JSON.stringify(name)}, which is no plain file`)
      yield { name, size, bytes: chunksOf(value.body) }
    }
    await read.catch((error) => {
      throw damaged(error)
    })
  } finally {
    stop.abort() // a caller that stops early reads no more
    await entries.cancel().catch(() => undefined)
    await read.catch(() => undefined)
  }
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw damaged(error)
  }
}
