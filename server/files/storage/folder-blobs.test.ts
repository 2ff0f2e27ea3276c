import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderBlobs } from './folder-blobs.ts'

test('of twenty servers that mark an empty folder at once, exactly one is the first', async () => {
  const home = await mkdtemp(join(tmpdir(), 'sbr-blobs-'))
  const blobs = folderBlobs(home)
  const names = Array.from({ length: 20 }, (_, at) => `server ${at}`)
  await Promise.all(names.map((name) => blobs.writeMarker(name, true)))
  expect(names).toContain(await blobs.readMarker())
  expect(await readdir(home)).toEqual(['installation.json'])
  await rm(home, { recursive: true })
})
