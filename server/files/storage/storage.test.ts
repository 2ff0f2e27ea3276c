import crypto from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '../../platform/database/database.ts'
import { runtimeUrl } from '../../platform/database/schema/database-roles.ts'
import { storedKinds } from '../../stored-kinds.ts'
import type { GivenCompany } from '../../testing/given/given.ts'
import { bucket, startS3 } from '../../testing/outside/s3.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { filesOf } from '../files.ts'
import { sweepStore } from './sweep.ts'

let s3: Awaited<ReturnType<typeof startS3>>
let server: TestServer
let company: GivenCompany
let operator: Awaited<ReturnType<TestServer['signIn']>>

beforeAll(async () => {
  s3 = await startS3()
  server = await startTestServer(s3.env)
  company = await server.given.company()
  operator = await server.signIn('company_operator', company)
})
afterAll(async () => {
  await server.close()
  await s3.close()
})

async function upload(body: string | Buffer) {
  const part = await server.given.part(company)
  const query = new URLSearchParams({ entityType: 'part', entityId: part.id, name: 'notes.txt' })
  return operator.post(`/api/companies/${company.id}/files?${query}`, body, {
    'content-type': 'application/octet-stream',
  })
}

async function open(id: string) {
  const { url } = (await operator.get(`/api/companies/${company.id}/files/${id}/url`)).json()
  return server.anonymous.get(url)
}

const keyOf = async (id: string) =>
  (await server.given.sql<{ storage_key: string }>('select storage_key from files where id = $1', [id]))[0]
    ?.storage_key ?? ''

/** @param told collects its log messages */
async function sweepTomorrow(told: unknown[]) {
  const log = { info: (fields: unknown) => void told.push(fields), error: (fields: unknown) => void told.push(fields) }
  const database = openDatabase(await runtimeUrl(server.adminUrl), 1)
  await sweepStore(database, filesOf(server.config).blobs, storedKinds, log, { now: Date.now() + 25 * 3_600_000 })
  await database.close()
}

const incoming = () => readdirSync(join(server.dataDir, 'files', 'incoming'))

test('files are kept in a bucket and come back as they were', async () => {
  const content = Buffer.alloc(6 * 2 ** 20, 'content ')
  const answer = await upload(content)
  expect(answer.statusCode).toBe(201)
  const { id } = answer.json()
  expect((await open(id)).rawPayload.equals(content)).toBe(true)
  expect(await filesOf(server.config).blobs.has(await keyOf(id))).toBe(true)
  expect(incoming()).toEqual([])
})

test('two failures of the bucket in a row are tried again: of an upload, of a download (decision 0040)', async () => {
  s3.fail('PUT', 'PUT')
  const answer = await upload('at the third time')
  expect([answer.statusCode, s3.failuresLeft()]).toEqual([201, []])
  s3.fail('GET', 'GET')
  expect([(await open(answer.json().id)).body, s3.failuresLeft()]).toEqual(['at the third time', []])
  await expect.poll(incoming).toEqual([])
})

test('a failed part of a large file is sent again (decision 0040)', async () => {
  s3.fail('PUT', 'PUT')
  const content = Buffer.alloc(12 * 2 ** 20, 'content ')
  const { id } = (await upload(content)).json()
  expect([(await open(id)).rawPayload.equals(content), s3.failuresLeft()]).toEqual([true, []])
})

test('damaged or missing bytes in the bucket are reported, not sent (F17)', async () => {
  const { id } = (await upload('as it was')).json()
  const Key = await keyOf(id)
  await s3.client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: 'as it is' }))
  expect((await open(id)).json()).toMatchObject({ status: 500, code: 'FILE_DAMAGED' })
  await s3.client.send(new DeleteObjectCommand({ Bucket: bucket, Key }))
  expect((await open(id)).json()).toMatchObject({ status: 500, code: 'FILE_DAMAGED' })
  expect(incoming()).toEqual([])
})

test('the sweeper removes files that nothing names from a bucket', async () => {
  const { blobs } = filesOf(server.config)
  const { id } = (await upload('kept')).json()
  const orphans = [1, 2, 3].map((number) => `${company.id}/00000000-0000-0000-0000-00000000000${number}`)
  for (const Key of [...orphans, 'of (somebody) else+'])
    await s3.client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: 'x' }))
  const told: unknown[] = []
  await sweepTomorrow(told)
  expect(told).toContainEqual({ unfinished: 0, orphans: 3 })
  expect([await blobs.has(await keyOf(id)), await blobs.has(orphans[0] as string)]).toEqual([true, false])
})

/** s3rver encrypts its continuation tokens with DES, which OpenSSL 3 no longer has. */
function lendTripleDes() {
  for (const name of ['createCipheriv', 'createDecipheriv'] as const) {
    const original = crypto[name] as typeof crypto.createCipheriv
    const lent = (_des: string, key: Buffer, iv: Buffer) => original('des-ede3-cbc', Buffer.alloc(24, key), iv)
    vi.spyOn(crypto, name).mockImplementation(lent as never)
  }
}

test('a bucket is read to its end, also when it holds more than fits into one answer (1,000)', async () => {
  lendTripleDes()
  const { blobs } = filesOf(server.config)
  const { id } = (await upload('kept')).json()
  const orphan = `${company.id}/ffffffff-ffff-ffff-ffff-ffffffffffff`
  const others = Array.from({ length: 1_000 }, (_, index) => `00/${index}`) // these sort before the company
  const put = (Key: string) => s3.client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: 'x' }))
  for (let from = 0; from < others.length; from += 50) await Promise.all(others.slice(from, from + 50).map(put))
  await put(orphan)
  const found = new Set<string>()
  for await (const { key } of blobs.list()) found.add(key)
  expect([...others, orphan, await keyOf(id)].filter((key) => !found.has(key))).toEqual([])
  const told: unknown[] = []
  await sweepTomorrow(told)
  expect(told).toContainEqual({ unfinished: 0, orphans: 1 })
  expect([await blobs.has(await keyOf(id)), await blobs.has(orphan)]).toEqual([true, false])
  vi.restoreAllMocks()
}, 90_000)

test('a storage that does not answer is not reported as a fault of the database', async () => {
  const { id } = (await upload('x')).json()
  await s3.close()
  const [sent, opened] = [await upload('y'), await open(id)]
  for (const answer of [sent, opened])
    expect([answer.statusCode, answer.json().message]).toEqual([503, expect.stringContaining('The storage for files')])
  expect(incoming()).toEqual([])
})
