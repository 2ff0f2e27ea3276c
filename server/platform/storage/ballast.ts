/** Space on the disk of PostgreSQL that is kept in reserve for a full disk: without any space PostgreSQL cannot even start (F9). */
import { randomFillSync } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { levelOf, spaceOf } from './disk-space.ts'

export type Ballast = {
  /** Releases the space. @returns whether there was any to release */
  release(): boolean
  /** Reserves it again once the disk has plenty of space; meant to be called from time to time. */
  renew(): Promise<void>
}

const chunkBytes = 2 ** 20

/**
 * @param home folder on the disk of PostgreSQL
 * @param bytes how much to reserve
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
  // Reserve only on a disk with plenty of space: on a small disk the reserve would be a large part of what is left.
  if (levelOf({ ...space, free: space.free - 4 * bytes }) === 'full') return
  const handle = await open(draft, 'w', 0o600)
  try {
    // Not zeros: a disk with compression would reserve no space for them.
    const chunk = randomFillSync(Buffer.alloc(chunkBytes))
    for (let written = 0; written < bytes; written += chunkBytes) await handle.write(chunk)
    await handle.sync()
    await rename(draft, file)
  } catch {
    await rm(draft, { force: true }) // less space was free than it seemed; a later call tries again
  } finally {
    await handle.close()
  }
}
