import type { FileHandle } from 'node:fs/promises'

/** Writes all of `chunk` where the file ends so far: a disk that is nearly full takes a part of what it is given. @throws ENOSPC when it takes nothing */
export async function writeWhole(file: FileHandle, chunk: Buffer): Promise<void> {
  for (let from = 0; from < chunk.length; ) from += (await file.write(chunk, from)).bytesWritten
}
