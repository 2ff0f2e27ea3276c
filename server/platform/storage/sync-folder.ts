import { open } from 'node:fs/promises'

/** Makes the creation, renaming or removal of a file in a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}
