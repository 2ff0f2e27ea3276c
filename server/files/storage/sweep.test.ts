import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { runtimeUrl } from '../../platform/database/schema/database-roles.ts'
import { storedKinds } from '../../stored-kinds.ts'
import { type Client, useOwnServer } from '../../testing/fixture.ts'
import type { GivenCompany } from '../../testing/given/given.ts'
import { filesOf } from '../files.ts'
import { sweepStore } from './sweep.ts'

const { server } = useOwnServer()
let database: Database
let company: GivenCompany
let operator: Client
let told: object[]
beforeAll(async () => {
  database = openDatabase(await runtimeUrl(server.adminUrl), 1)
  company = await server.given.company()
  operator = await server.signIn('company_operator', company)
})
afterAll(async () => {
  await database.close()
})
beforeEach(() => {
  told = []
})

const blobs = () => filesOf(server.config).blobs
const sweep = () => {
  const note = (fields: unknown) => void told.push(fields as object)
  return sweepStore(database, blobs(), storedKinds, { info: note, error: note })
}

const pathOf = (key: string) => join(server.dataDir, 'files', 'blobs', key)

function age(path: string, hours: number) {
  const then = new Date(Date.now() - hours * 3_600_000)
  utimesSync(path, then, then)
}

function putBytes(key: string, hours: number) {
  mkdirSync(join(pathOf(key), '..'), { recursive: true })
  writeFileSync(pathOf(key), 'x')
  age(pathOf(key), hours)
  return key
}

async function givenFile(hours: number) {
  const part = await server.given.part(company)
  const query = new URLSearchParams({ entityType: 'part', entityId: part.id, name: 'plan.txt' })
  const file = (
    await operator.post(`/api/companies/${company.id}/files?${query}`, 'plan', { 'content-type': 'text/plain' })
  ).json()
  const [row] = await server.given.sql<{ storage_key: string }>('select storage_key from files where id = $1', [
    file.id,
  ])
  const key = row?.storage_key ?? ''
  age(pathOf(key), hours)
  return { id: file.id as string, key, partId: part.id }
}

const remove = (id: string) => operator.delete(`/api/companies/${company.id}/files/${id}`)

test('bytes that nothing names are swept after a day', async () => {
  const old = putBytes(`${company.id}/00000000-0000-0000-0000-000000000001`, 25)
  const young = putBytes(`${company.id}/00000000-0000-0000-0000-000000000002`, 23)
  const strange = putBytes('lost+found', 25)
  const { key } = await givenFile(100)
  await sweep()
  expect([old, young, strange, key].map((each) => existsSync(pathOf(each)))).toEqual([false, true, true, true])
  expect(told).toEqual([{ unfinished: 0, orphans: 1 }])
})

test('the file of an export is deleted after a day', async () => {
  const [old, young] = [25, 23].map((hours) => putBytes(`${company.id}/exports/${randomUUID()}`, hours))
  await sweep()
  expect([old, young].map((each) => existsSync(pathOf(each ?? '')))).toEqual([false, true])
  expect(existsSync(join(server.dataDir, 'files', 'quarantine', old ?? ''))).toBe(false)
})

test('bytes of a removed file stay as long as the removal can be undone', async () => {
  const [fresh, old] = [await givenFile(3_000), await givenFile(3_000)]
  await remove(fresh.id)
  await remove(old.id)
  await server.given.sql('alter table activity_logs disable trigger append_only')
  await server.given.sql(`update activity_logs set created_at = now() - interval '92 days' where entity_id = $1`, [
    old.id,
  ])
  await server.given.sql('alter table activity_logs enable trigger append_only')
  await sweep()
  expect([await blobs().has(fresh.key), await blobs().has(old.key)]).toEqual([true, false])
})

test('a thumbnail is kept and swept with its file', async () => {
  const gone = '00000000-0000-0000-0000-000000000003'
  const { key } = await givenFile(100)
  const [orphan, kept] = [putBytes(`${company.id}/${gone}.webp`, 25), putBytes(`${key}.webp`, 25)]
  await sweep()
  expect([orphan, kept].map((each) => existsSync(pathOf(each)))).toEqual([false, true])
  expect(told).toEqual([{ unfinished: 0, orphans: 1 }])
})

test('a file whose record was deleted can still be brought back', async () => {
  const { id, partId } = await givenFile(100)
  const { changeSetId } = (await operator.delete(`/api/companies/${company.id}/parts/${partId}`)).json()
  await sweep()
  await operator.post(`/api/companies/${company.id}/change-sets/${changeSetId}/undo`, {})
  const { url } = (await operator.get(`/api/companies/${company.id}/files/${id}/url`)).json()
  expect((await server.anonymous.get(url)).body).toBe('plan')
})

test('a file without bytes is reported', async () => {
  const { key } = await givenFile(100)
  rmSync(pathOf(key))
  await sweep()
  expect(told).toEqual([{ storageKey: key }])
})

test('an upload that a killed server left incomplete is swept after a day', async () => {
  const folder = join(server.dataDir, 'files', 'incoming')
  for (const [name, hours] of [
    ['old', 25],
    ['young', 23],
  ] as const) {
    writeFileSync(join(folder, name), 'half')
    age(join(folder, name), hours)
  }
  await sweep()
  expect(told).toContainEqual({ unfinished: 1, orphans: 0 })
})
