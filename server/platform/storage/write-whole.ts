import type { FileHandle } from 'node:fs/promises'

/** Appends all of `chunk` to the file: a nearly full disk may accept only a part of a write. @throws ENOSPC when it accepts nothing */
export async function writeWhole(file: FileHandle, chunk: Buffer): Promise<void> {
  for (let from = 0; from < chunk.length; ) from += (await file.write(chunk, from)).bytesWritten
}
