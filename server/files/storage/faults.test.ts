import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Client, useOwnServer } from '../../testing/fixture.ts'
import type { GivenCompany } from '../../testing/given/given.ts'

const disk = vi.hoisted(() => ({ fails: '', room: Number.POSITIVE_INFINITY }))

/** A disk with a given amount of space, and failures at named points. */
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const full = (point: string) =>
    disk.fails === point ? Promise.reject(Object.assign(new Error(point), { code: 'ENOSPC' })) : undefined
  return {
    ...real,
    rename: async (...all: Parameters<typeof real.rename>) => (await full('rename')) ?? real.rename(...all),
    open: async (...all: Parameters<typeof real.open>) => {
      const file = await real.open(...all)
      const write = file.write.bind(file) as (chunk: Buffer, from?: number) => Promise<{ bytesWritten: number }>
      const sync = file.sync.bind(file)
      file.sync = async () => (await full('sync')) ?? sync()
      file.write = (async (chunk: Buffer, from = 0) => {
        disk.room -= chunk.length - from
        if (disk.room < 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
        return write(chunk, from)
      }) as never
      return file
    },
  }
})

const { server } = useOwnServer()
let company: GivenCompany
let operator: Client
let port: number
beforeAll(async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as AddressInfo).port
  company = await server.given.company()
  operator = await server.signIn('company_operator', company)
})
beforeEach(() => {
  Object.assign(disk, { fails: '', room: Number.POSITIVE_INFINITY })
})

async function address() {
  const part = await server.given.part(company)
  return `/api/companies/${company.id}/files?${new URLSearchParams({ entityType: 'part', entityId: part.id, name: 'a.txt' })}`
}

const bytes = { 'content-type': 'application/octet-stream' }

const left = () => {
  const folder = join(server.dataDir, 'files', 'incoming')
  return existsSync(folder) ? readdirSync(folder) : []
}
const rows = async () => (await server.given.sql<{ count: string }>('select count(*) from files'))[0]?.count

async function begin(length?: number, path?: string, who = operator) {
  const sending = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: path ?? (await address()),
    headers: {
      ...bytes,
      authorization: `Bearer ${who.person.token}`,
      ...(length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': length }),
    },
  })
  sending.on('error', () => undefined)
  return sending
}

test.each([
  ['with', 1_000_000],
  ['without', undefined],
])('an upload %s a length that is cut off leaves nothing', async (_with, length) => {
  const sending = await begin(length)
  sending.write(Buffer.alloc(300_000, 'x'))
  await expect.poll(left, { timeout: 20_000 }).toHaveLength(1)
  sending.destroy()
  await expect.poll(left, { timeout: 20_000 }).toEqual([])
  expect(await rows()).toBe('0')
})

test('an endless body without a stated length is refused at 25 MB, and answered', async () => {
  const sending = await begin()
  const answered = once(sending, 'response')
  const chunk = Buffer.alloc(1_000_000, 'x')
  for (let sent = 0; sent < 30; sent++) sending.write(chunk)
  sending.end()
  const [answer] = await answered
  answer.resume()
  expect([answer.statusCode, left(), await rows()]).toEqual([413, [], '0'])
})

test('an upload that states more than 25 MB is refused before it sends a byte (T70)', async () => {
  const sending = await begin(25 * 2 ** 20 + 1)
  const answered = once(sending, 'response')
  sending.flushHeaders()
  const [answer] = await answered
  answer.resume()
  expect([answer.statusCode, left(), await rows()]).toEqual([413, [], '0'])
  sending.destroy()
})

test('a body that is longer than its stated length ends there', async () => {
  const sending = await begin(5)
  const answered = once(sending, 'response')
  sending.write('hello')
  const [answer] = await answered
  answer.resume()
  expect([answer.statusCode, await rows()]).toEqual([201, '1'])
})

test.each([
  ['a person who may still attach, to its new place', 'sbr', 201],
  ['who may not any more is refused', 'operator', 403],
])('a file on its way to a SOP that is shared meanwhile: of %s', async (_what, who, status) => {
  const sbr = await server.signIn('sbr_operator', await server.given.firm())
  const sop = await server.given.sop(company)
  const query = new URLSearchParams({ entityType: 'sop', entityId: sop.id, name: 'a.txt' })
  const sending = await begin(10, `/api/companies/${company.id}/files?${query}`, who === 'sbr' ? sbr : operator)
  const answered = once(sending, 'response')
  sending.write('hello')
  await expect.poll(left, { timeout: 20_000 }).toHaveLength(1)
  await sbr.patch(`/api/companies/${company.id}/sops/${sop.id}`, { visibility: 'sbr_public' })
  sending.end('world')
  const [answer] = await answered
  answer.resume()
  const { items } = (await operator.get(`/api/companies/${company.id}/files?${query}`.replace(/&name.*/, ''))).json()
  const firm = (await server.given.firm()).id
  expect([answer.statusCode, items]).toMatchObject([status, status === 201 ? [{ companyId: firm, size: 10 }] : []])
})

test.each(['write', 'sync', 'rename'])(
  'a disk that is full at %s is said, and nothing is stored (F10)',
  async (point) => {
    const before = await rows()
    Object.assign(disk, point === 'write' ? { room: 100_000 } : { fails: point })
    const answer = await operator.post(await address(), 'x'.repeat(300_000), bytes)
    expect([answer.statusCode, answer.json().message]).toEqual([
      507,
      'The storage for files is full; nothing was changed',
    ])
    expect([await rows(), left()]).toEqual([before, []])
    Object.assign(disk, { fails: '', room: Number.POSITIVE_INFINITY })
    expect((await operator.post(await address(), 'x', bytes)).statusCode).toBe(201)
  },
)

test('a folder that cannot be written is not reported as a fault of the database', async () => {
  const { rmSync, writeFileSync } = await import('node:fs')
  const folder = join(server.dataDir, 'files', 'incoming')
  rmSync(folder, { recursive: true })
  writeFileSync(folder, '')
  const answer = await operator.post(await address(), 'x', bytes)
  expect([answer.statusCode, answer.json().message]).toEqual([503, expect.stringContaining('The storage for files')])
  rmSync(folder)
})
