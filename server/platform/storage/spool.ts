import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import { writeWhole } from './write-whole.ts'

/** A file that waits for its client. `send` reads it once, from the start; the file is deleted when the stream has closed. */
export type SpooledFile = { size: number; send(): Readable; discard(): Promise<void> }

/** `bytes`: of all files together. `bytesOfOne`, `files`: of one person at a time. */
export type SpoolLimits = { bytes: number; bytesOfOne: number; files: number }

/**
 * Files on their way to clients. The database writes its rows here at full speed, and its connection is free before the first
 * byte is sent: a slow client delays nobody else (decision 0057). The files have no name on the disk, so that nothing of them
 * remains, whatever happens to the server.
 */
export class Spool {
  readonly #folder: string
  readonly #limits: SpoolLimits
  readonly #files = new Map<string, { count: number; bytes: number }>()
  readonly #checkSpace: () => Promise<unknown>
  #bytes = 0

  /** @param checkSpace throws when the disk is nearly full */
  constructor(
    dataDir: string,
    limits: SpoolLimits = { bytes: 4 * 2 ** 30, bytesOfOne: 2 ** 30, files: 4 },
    checkSpace: () => Promise<unknown> = async () => undefined,
  ) {
    this.#checkSpace = checkSpace
    this.#folder = join(dataDir, 'spool')
    this.#limits = limits
  }

  /** Files and bytes that wait for their clients. */
  get load(): { files: number; bytes: number } {
    return { files: [...this.#files.values()].reduce((sum, { count }) => sum + count, 0), bytes: this.#bytes }
  }

  /**
   * Writes all of `source` to the disk; memory use does not grow with its size.
   * @param person the owner of the file, by any name
   * @throws 429 when the person has too many, 507 when there is no room; the errors of `source`
   */
  async write(source: AsyncIterable<Buffer | string>, person: string): Promise<SpooledFile> {
    const mine = this.#files.get(person) ?? { count: 0, bytes: 0 }
    if (mine.count >= this.#limits.files || mine.bytes >= this.#limits.bytesOfOne) {
      const message = 'You have several downloads running; please wait for them to end'
      throw new ORPCError('TOO_MANY_REQUESTS', { status: 429, message })
    }
    mine.count += 1
    this.#files.set(person, mine)
    let size = 0
    let isOpen = true
    let file: FileHandle | undefined
    const discard = async () => {
      if (!isOpen) return
      isOpen = false
      this.#bytes -= size
      mine.bytes -= size
      mine.count -= 1
      if (mine.count === 0) this.#files.delete(person)
      await file?.close().catch(() => undefined)
    }
    try {
      file = await this.#openNameless()
      for await (const chunk of source) {
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
        if (this.#bytes + bytes.length > this.#limits.bytes) throw full()
        if (isNextStep(size, bytes.length)) await this.#checkSpace()
        size += bytes.length
        mine.bytes += bytes.length
        this.#bytes += bytes.length
        await writeWhole(file, bytes)
      }
    } catch (error) {
      await discard()
      throw ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '') ? full() : error
    }
    const written = file
    const send = () => {
      const stream = written.createReadStream({ start: 0, highWaterMark: 256 * 1024 })
      return stream.once('close', () => void discard())
    }
    return { size, send, discard }
  }

  async #openNameless(): Promise<FileHandle> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const path = join(this.#folder, randomUUID())
    const file = await open(path, 'wx+', 0o600)
    await rm(path)
    return file
  }
}

const full = () =>
  new ORPCError('STORAGE_FULL', {
    ...sharedErrors.STORAGE_FULL,
    message: 'There is no room for this file at the moment; please try again later',
  })

const step = 16 * 2 ** 20

/** Whether a file begins, or grows over a multiple of the step. */
const isNextStep = (size: number, more: number) =>
  size === 0 || Math.floor(size / step) !== Math.floor((size + more) / step)
