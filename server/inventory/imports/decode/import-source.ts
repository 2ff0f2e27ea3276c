// Takes the path of a file, makes its bytes in chunks.

import { createReadStream } from 'node:fs'

/** A file on the disk of this machine. It can be read several times. `size` in bytes. */
export type ImportSource = { path: string; size: number }

const chunkBytes = 256 * 1024

/** The bytes of a file, in pieces. @param start where to begin */
export const bytesOf = ({ path }: ImportSource, start = 0): AsyncIterable<Buffer> =>
  createReadStream(path, { start, highWaterMark: chunkBytes })
