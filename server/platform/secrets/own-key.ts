import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A key of a server without KEYRING: created once, in the data folder, readable only by its account.
 * @param name of the file, like 'signing.key'
 * @param loss what is lost when the file is removed; part of the error about a damaged file
 * @returns 32 bytes
 * @throws when the file does not hold 32 bytes in base64, or the folder cannot be written
 */
export async function ownKey(dataDir: string, name: string, loss: string): Promise<Buffer> {
  const path = join(dataDir, name)
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  const key = await storedKey(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    await mkdir(dataDir, { recursive: true })
    const file = await open(draft, 'wx', 0o600)
    await file.writeFile(randomBytes(32).toString('base64'))
    await file.sync()
    await file.close()
    // Linked into place: two servers that start at the same time get the same key, and none reads half of it.
    await link(draft, path).catch((taken: NodeJS.ErrnoException) => {
      if (taken.code !== 'EEXIST') throw taken
    })
    await rm(draft, { force: true })
    return storedKey(path)
  })
  if (key.length !== 32) throw new Error(`${path} is damaged; remove it. ${loss}`)
  return key
}

/** The same key if the file is there; else undefined. */
export function foundKey(dataDir: string, name: string): Promise<Buffer | undefined> {
  return storedKey(join(dataDir, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
}

const storedKey = async (path: string) => Buffer.from((await readFile(path, 'utf8')).trim(), 'base64')
