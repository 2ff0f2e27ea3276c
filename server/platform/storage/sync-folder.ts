import { open } from 'node:fs/promises'

/** Makes sure that a file which was made, renamed or removed in a folder is so after a break of the power, too. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}
