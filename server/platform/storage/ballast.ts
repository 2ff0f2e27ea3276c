/** Space kept back on the disk of PostgreSQL, to be given to it when it has come to the end: without any, it cannot even start (F9). */
import { randomFillSync } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { levelOf, spaceOf } from './disk-space.ts'

export type Ballast = {
  /** Gives the space back. @returns whether there was any to give */
  release(): boolean
  /** Takes it again as soon as the disk has plenty; meant to be called now and then. */
  renew(): Promise<void>
}

const chunkBytes = 2 ** 20

/**
 * @param home folder on the disk of PostgreSQL
 * @param bytes how much is kept back
 */
export function openBallast(home: string, bytes: number): Ballast {
  const file = join(home, 'ballast')
  const draft = `${file}.draft`
  let renewing: Promise<void> | undefined
  return {
    release() {
      if (!existsSync(file)) return false
      rmSync(file, { force: true })
      return true
    },
    renew() {
      renewing ??= fill(file, draft, bytes).finally(() => {
        renewing = undefined
      })
      return renewing
    },
  }
}

async function fill(file: string, draft: string, bytes: number) {
  if (existsSync(file)) return
  const space = await spaceOf(join(file, '..'))
  // Taken only where nobody will miss it: on a small disk it would be a good part of what is left.
  if (levelOf({ ...space, free: space.free - 4 * bytes }) === 'full') return
  const handle = await open(draft, 'w', 0o600)
  try {
    // No zeros: a disk that compresses would keep nothing back for them.
    const chunk = randomFillSync(Buffer.alloc(chunkBytes))
    for (let written = 0; written < bytes; written += chunkBytes) await handle.write(chunk)
    await handle.sync()
    await rename(draft, file)
  } catch {
    await rm(draft, { force: true }) // there is less than it seemed; tried again later
  } finally {
    await handle.close()
  }
}
