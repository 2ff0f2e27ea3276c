import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Spool, type SpooledFile } from './spool.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sbr-spool-'))
})
afterEach(async () => {
  for (const file of written.splice(0)) await file.discard()
  rmSync(folder, { recursive: true, force: true })
})

const written: SpooledFile[] = []
const write = async (spool: Spool, source: AsyncIterable<string>, person: string) => {
  const file = await spool.write(source, person)
  written.push(file)
  return file
}

async function* rows(...chunks: string[]) {
  yield* chunks
}

test('a written file is read again, and nothing is left behind', async () => {
  const spool = new Spool(folder)
  const file = await write(spool, rows('a,b\n', '1,2\n'), 'ann')
  expect(file.size).toBe(8)
  expect(spool.load).toEqual({ files: 1, bytes: 8 })
  expect(readdirSync(join(folder, 'spool'))).toEqual([])
  const stream = file.send()
  const closed = once(stream, 'close')
  expect(await text(stream)).toBe('a,b\n1,2\n')
  await closed
  expect(spool.load).toEqual({ files: 0, bytes: 0 })
})

test('a reader that goes away in the middle leaves nothing behind', async () => {
  const spool = new Spool(folder)
  const stream = (await write(spool, rows('x'.repeat(1_000_000)), 'ann')).send()
  await once(stream, 'readable')
  stream.destroy()
  await once(stream, 'close')
  expect(spool.load).toEqual({ files: 0, bytes: 0 })
})

test('each person has a few files at a time', async () => {
  const spool = new Spool(folder, { bytes: 1_000, bytesOfOne: 1_000, files: 2 })
  const first = await write(spool, rows('x'), 'ann')
  await write(spool, rows('x'), 'ann')
  await expect(write(spool, rows('x'), 'ann')).rejects.toMatchObject({ status: 429 })
  await write(spool, rows('x'), 'ben')
  await first.discard()
  await write(spool, rows('x'), 'ann')
})

test('all files together have a limit, and a file beyond it leaves nothing', async () => {
  const spool = new Spool(folder, { bytes: 10, bytesOfOne: 10, files: 5 })
  await write(spool, rows('12345'), 'ann')
  await expect(write(spool, rows('123', '456'), 'ben')).rejects.toMatchObject({ status: 507 })
  expect(spool.load).toEqual({ files: 1, bytes: 5 })
  await write(spool, rows('12345'), 'ben')
})

test('the files of one person leave room for those of others', async () => {
  const spool = new Spool(folder, { bytes: 20, bytesOfOne: 10, files: 5 })
  await write(spool, rows('1234567890'), 'ann')
  await expect(write(spool, rows('1'), 'ann')).rejects.toMatchObject({ status: 429 })
  await write(spool, rows('1234567890'), 'ben')
})

test('a file stops growing when the disk is nearly full, and leaves nothing', async () => {
  let looks = 0
  const spool = new Spool(folder, undefined, async () => {
    looks += 1
    if (looks > 1) throw new Error('nearly full')
  })
  await expect(write(spool, rows('x'.repeat(10_000_000), 'x'.repeat(10_000_000)), 'ann')).rejects.toThrow('nearly full')
  expect(spool.load).toEqual({ files: 0, bytes: 0 })
})

test('rows that fail leave nothing', async () => {
  const spool = new Spool(folder)
  async function* failing() {
    yield 'some'
    throw new Error('the database went away')
  }
  await expect(write(spool, failing(), 'ann')).rejects.toThrow('the database went away')
  expect(spool.load).toEqual({ files: 0, bytes: 0 })
})
