import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '../../platform/storage/sync-folder.ts'
import type { RawBlobs, StoredBlob } from './storage.ts'

/** Bytes on the disk of this machine: one folder holds `blobs`, `quarantine` and the marker. */
export function folderBlobs(home: string): RawBlobs {
  const folder = join(home, 'blobs')
  const quarantine = join(home, 'quarantine')
  const marker = join(home, 'installation.json')
  return {
    place: `the folder ${home}`,

    /** Renames the file once it is complete and flushed: a crash leaves the whole file or nothing. */
    keep: (key, { path }) => move(path, folder, key),

    async fetch(key) {
      await stat(join(folder, key))
      return join(folder, key)
    },
    peek: (key) => readFile(join(folder, key)).catch(whenMissing(null)),
    has: (key) => exists(join(folder, key)),
    remove: (key) => rm(join(folder, key), { force: true }),
    list: () => filesIn(folder, ''),

    async setAside(key) {
      if (!(await exists(join(folder, key)))) return
      await touch(join(folder, key)) // the 30 days of quarantine begin now
      await move(join(folder, key), quarantine, key)
    },
    async bringBack(key) {
      const aside = join(quarantine, key)
      if (await exists(join(folder, key))) return true
      if (!(await exists(aside))) return false
      await touch(aside)
      await move(aside, folder, key)
      return true
    },
    listAside: () => filesIn(quarantine, ''),
    forget: (key) => rm(join(quarantine, key), { force: true }),

    readMarker: () => readFile(marker, 'utf8').catch(whenMissing(null)),
    async writeMarker(text, isFirst) {
      await mkdir(home, { recursive: true, mode: 0o700 })
      const draft = `${marker}.${randomUUID()}` // in containers, servers that share the folder may all be process 1
      const file = await open(draft, 'w', 0o600)
      await file.writeFile(text)
      await file.sync()
      await file.close()
      if (!isFirst) await rename(draft, marker)
      else {
        await link(draft, marker).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'EEXIST') throw error
        })
        await rm(draft, { force: true })
      }
      await syncFolder(home)
    },
  }
}

async function move(path: string, folder: string, key: string) {
  const target = join(folder, key)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await rename(path, target)
  for (const changed of [dirname(target), folder]) await syncFolder(changed)
}

/** Everything below a folder, by its key. */
async function* filesIn(folder: string, prefix: string): AsyncGenerator<StoredBlob> {
  for (const entry of await readdir(join(folder, prefix), { withFileTypes: true }).catch(() => [])) {
    const key = prefix ? `${prefix}/${entry.name}` : entry.name
    if (entry.isDirectory()) yield* filesIn(folder, key)
    else {
      const found = await stat(join(folder, key)).catch(() => undefined) // removed meanwhile
      if (found?.isFile()) yield { key, changedAt: found.mtime }
    }
  }
}

const exists = (path: string) => stat(path).then(() => true, whenMissing(false))

function whenMissing<Answer>(answer: Answer) {
  return (error: NodeJS.ErrnoException): Answer => {
    if (error.code === 'ENOENT') return answer
    throw error
  }
}

const touch = (path: string) => utimes(path, new Date(), new Date())
