import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { runtimeUrl } from '../../platform/database/schema/database-roles.ts'
import { storedKinds } from '../../stored-kinds.ts'
import type { GivenCompany } from '../../testing/given/given.ts'
import { startS3 } from '../../testing/outside/s3.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { filesOf } from '../files.ts'
import { adoptStore } from './store.ts'
import { sweepStore } from './sweep.ts'

const dayMs = 86_400_000
vi.setConfig({ testTimeout: 90_000 }) // a test starts up to three servers
let s3: Awaited<ReturnType<typeof startS3>>
let folder: string
let servers: TestServer[]
let databases: Database[]
let told: string[]
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sbr-store-'))
  servers = []
  databases = []
  told = []
})
afterEach(async () => {
  for (const database of databases) await database.close()
  for (const server of servers) await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs every test on each kind of storage; the servers of one test share the storage. */
describe.each(['a folder', 'a bucket'])('%s', (place) => {
  let env: Record<string, string>
  beforeEach(async () => {
    if (place === 'a folder') env = { DATA_DIR: folder }
    else {
      const other = await startS3()
      env = other.env
      closing.push(() => other.close())
    }
  })
  const closing: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })

  async function start(database?: string) {
    const server = await startTestServer(env, database)
    servers.push(server)
    return server
  }

  const blobsOf = (server: TestServer) => filesOf(server.config).blobs

  /** @param days from now */
  async function sweep(server: TestServer, days = 2, isAgreed = false) {
    const database = openDatabase(await runtimeUrl(server.adminUrl), 1)
    databases.push(database)
    const note = (fields: unknown, message?: string) => void told.push(message ?? String(fields))
    const log = { info: note, error: note }
    await sweepStore(database, blobsOf(server), storedKinds, log, { now: Date.now() + days * dayMs, isAgreed })
  }

  async function uploads(server: TestServer, count: number, company?: GivenCompany) {
    const home = company ?? (await server.given.company())
    const operator = await server.signIn('company_operator', home)
    const part = await server.given.part(home)
    const files: { id: string; key: string; open: () => ReturnType<typeof operator.get> }[] = []
    for (let number = 0; number < count; number++) {
      const query = new URLSearchParams({ entityType: 'part', entityId: part.id, name: `${number}.txt` })
      const answer = await operator.post(`/api/companies/${home.id}/files?${query}`, `file ${number}`, {
        'content-type': 'text/plain',
      })
      const { id } = answer.json()
      const [row] = await server.given.sql<{ key: string }>('select storage_key as key from files where id = $1', [id])
      const open = async () => {
        const { url } = (await operator.get(`/api/companies/${home.id}/files/${id}/url`)).json()
        return server.anonymous.get(url)
      }
      files.push({ id, key: row?.key ?? '', open })
    }
    return { company: home, files }
  }

  /** Bytes that no row names. */
  async function strangers(server: TestServer, company: GivenCompany, count: number) {
    const keys = Array.from({ length: count }, () => `${company.id}/${randomUUID()}`)
    for (const key of keys) {
      const path = join(server.dataDir, randomUUID())
      writeFileSync(path, 'x')
      const sha256 = '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881'
      const sample = { head: Buffer.from('x'), tail: Buffer.from('x'), size: 1, isText: true }
      await blobsOf(server).keep(key, { path, sha256, sample, discard: async () => undefined })
    }
    return keys
  }

  async function keysOf(server: TestServer) {
    const keys: string[] = []
    for await (const { key } of blobsOf(server).list()) if (storedKinds.some((kind) => kind.isKey(key))) keys.push(key)
    return keys.sort()
  }

  const anotherInstallation = (server: TestServer) => server.given.sql('update app.installation set id = uuidv7()')

  test('a server with a new database does not start, and nothing is lost', async () => {
    const first = await start()
    const { files } = await uploads(first, 2)
    const other = await startTestServer()
    servers.push(other)
    await anotherInstallation(other)
    await expect(start(other.adminUrl)).rejects.toThrow(
      /holds the files of another installation .*npm run store -- adopt/,
    )
    await sweep(first)
    expect(await keysOf(first)).toEqual(files.map(({ key }) => key).sort())
  })

  test('a storage without a marker, with files this database does not know, is refused too', async () => {
    const first = await start()
    const { company } = await uploads(first, 1)
    const keys = await strangers(first, company, 3)
    await blobsOf(first).writeMarker('{}', false)
    await sweep(first)
    expect(told).toEqual([expect.stringMatching(/^Nothing was swept: .*an unknown owner/)])
    expect(await keysOf(first)).toEqual(expect.arrayContaining(keys))
    await expect(start()).rejects.toThrow('npm run store -- adopt')
  })

  test('after it was adopted, the server starts and sweeps', async () => {
    const first = await start()
    await uploads(first, 2)
    const other = await startTestServer()
    servers.push(other)
    await anotherInstallation(other)
    const database = openDatabase(await runtimeUrl(other.adminUrl), 1)
    databases.push(database)
    await adoptStore(database, blobsOf(first))
    const second = await start(other.adminUrl)
    await sweep(second)
    expect(told).toEqual(['swept files'])
    await sweep(first)
    expect(told.at(-1)).toMatch(/^Nothing was swept: .*another installation/)
  })

  test('a copy of the database serves the files and sweeps nothing', async () => {
    const first = await start()
    const { company } = await uploads(first, 1)
    const keys = await strangers(first, company, 1)
    const copy = await start() // all databases of these tests are copies of one template
    await sweep(copy)
    expect(told).toEqual([expect.stringMatching(/^Nothing was swept: .*this database is a copy/)])
    expect(await keysOf(copy)).toEqual(expect.arrayContaining(keys))
  })

  test('two servers of one installation start on an empty storage together', async () => {
    const first = await startTestServer()
    servers.push(first)
    const both = await Promise.all([start(first.adminUrl), start(first.adminUrl)])
    const { files } = await uploads(both[0], 1)
    for (const server of both) await sweep(server)
    expect([told, await keysOf(both[1])]).toEqual([[], [files[0]?.key]])
  })

  test('when the database does not know many of the files, nothing is swept until somebody agrees', async () => {
    const server = await start()
    const { company, files } = await uploads(server, 3)
    const keys = await strangers(server, company, 12)
    await sweep(server)
    expect(told).toEqual([expect.stringMatching(/^Nothing was swept: .* does not know 12 of 15 files .* sweep/)])
    expect(await keysOf(server)).toHaveLength(15)
    await sweep(server, 2, true)
    expect(await keysOf(server)).toEqual(files.map(({ key }) => key).sort())
    for (const key of keys) expect(await blobsOf(server).bringBack(key)).toBe(true)
  })

  test('swept files stay in quarantine for 30 days', async () => {
    const server = await start()
    const { company } = await uploads(server, 1)
    const [key = ''] = await strangers(server, company, 1)
    await sweep(server)
    expect(await blobsOf(server).has(key)).toBe(false)
    await sweep(server, 29)
    expect(await aside(server)).toEqual([key])
    await sweep(server, 31)
    expect(await aside(server)).toEqual([])
  })

  async function aside(server: TestServer) {
    const keys: string[] = []
    for await (const { key } of blobsOf(server).listAside()) keys.push(key)
    return keys
  }

  test('bytes in quarantine come back when a row needs them: at once for the reader, and by the next sweep', async () => {
    const server = await start()
    const { files } = await uploads(server, 2)
    for (const { key } of files) await blobsOf(server).setAside(key)
    expect((await files[0]?.open())?.body).toBe('file 0')
    await sweep(server, 60)
    expect(told).toContain('brought a file back out of quarantine')
    expect([await keysOf(server), await aside(server)]).toEqual([files.map(({ key }) => key).sort(), []])
  })

  test('backups too: unnamed bytes go into quarantine, missing ones are reported', async () => {
    const server = await start()
    const company = await server.given.company()
    const operator = await server.signIn('company_operator', company)
    const { id } = (await operator.post(`/api/companies/${company.id}/backups`, {})).json()
    const [row] = await server.given.sql<{ key: string }>('select key from backups where id = $1', [id])
    const key = row?.key ?? ''
    await operator.delete(`/api/companies/${company.id}/backups/${id}`)
    await server.given.sql(`update backups set deleted_at = now() - interval '31 days' where id = $1`, [id])
    await sweep(server)
    expect([await keysOf(server), await aside(server)]).toEqual([[], [key]])
  })
})

test('an installation from before there were markers is recognised by its files', async () => {
  const server = await startTestServer({ DATA_DIR: folder })
  servers.push(server)
  const company = await server.given.company()
  const operator = await server.signIn('company_operator', company)
  const part = await server.given.part(company)
  const query = new URLSearchParams({ entityType: 'part', entityId: part.id, name: 'a.txt' })
  await operator.post(`/api/companies/${company.id}/files?${query}`, 'x', { 'content-type': 'text/plain' })
  rmSync(join(folder, 'files', 'installation.json'))
  const stranger = await startTestServer()
  servers.push(stranger)
  await expect(startTestServer({ DATA_DIR: folder }, stranger.adminUrl)).rejects.toThrow('does not say whose')
  servers.push(await startTestServer({ DATA_DIR: folder }, server.adminUrl))
  expect(existsSync(join(folder, 'files', 'installation.json'))).toBe(true)
})

test('a bucket that does not exist, and one that does not answer, are reported at the start', async () => {
  await expect(startTestServer({ ...s3.env, S3_BUCKET: 'misspelt' })).rejects.toThrow(
    'the bucket misspelt cannot be used: there is no such bucket; check S3_BUCKET',
  )
  await expect(startTestServer({ ...s3.env, S3_ENDPOINT: 'http://127.0.0.1:9' })).rejects.toThrow(
    /^the bucket files cannot be used: the storage does not answer \(.*\); check S3_ENDPOINT/,
  )
})

test('a folder that cannot be written is reported at the start', async () => {
  writeFileSync(join(folder, 'files'), '')
  await expect(startTestServer({ DATA_DIR: folder })).rejects.toThrow(
    /^the folder .* cannot be used: .*; check DATA_DIR/,
  )
})
