import { existsSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { FileAttachment } from 'contract/files/files.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { runtimeUrl } from '../platform/database/schema/database-roles.ts'
import { hashToken } from '../platform/http/session-token.ts'
import { storedKinds } from '../stored-kinds.ts'
import { type Client, useOwnServer } from '../testing/fixture.ts'
import type { GivenCompany } from '../testing/given/given.ts'
import { filesOf } from './files.ts'
import { sweepStore } from './storage/sweep.ts'

// A SOP moves to the firm or back when its visibility changes; its files keep their ids and bytes (security.md 2.3).

const { server, company, operator } = useOwnServer()
let database: Database
let firm: GivenCompany
let sbr: Client
beforeAll(async () => {
  database = openDatabase(await runtimeUrl(server.adminUrl), 1)
  firm = await server.given.firm()
})
afterAll(async () => {
  await database.close()
})
beforeEach(async () => {
  sbr = await server.signIn('sbr_operator', firm)
})

const bytes = { 'content-type': 'application/octet-stream' }
const address = (sop: string, of = company) => `/api/companies/${of.id}/files?entityType=sop&entityId=${sop}`
const upload = (who: Client, sop: string, name = 'masks.txt', of = company) =>
  who.post(`${address(sop, of)}&name=${name}`, 'Masks on', bytes)
const list = async (who: Client, sop: string, of = company) =>
  (await who.get(address(sop, of))).json().items as FileAttachment[]
const names = async (who: Client, sop: string, of = company) => (await list(who, sop, of)).map(({ name }) => name)
const remove = async (who: Client, file: string, of = company) =>
  (await who.delete(`/api/companies/${of.id}/files/${file}`)).json()
const change = async (sop: string, fields: object, of = company) =>
  (await sbr.patch(`/api/companies/${of.id}/sops/${sop}`, fields)).json()
const undo = async (who: Client, of: GivenCompany, set: string) =>
  (await who.post(`/api/companies/${of.id}/change-sets/${set}/undo`)).json()
const textOf = async (who: Client, file: string, of = company) => {
  const { url } = (await who.get(`/api/companies/${of.id}/files/${file}/url`)).json()
  return (await server.anonymous.get(url)).body
}
const rowOf = async (file: string) =>
  (await server.given.sql<Record<string, string>>('select * from files where id = $1', [file]))[0]
const counted = async (of: GivenCompany) =>
  (
    await server.given.sql(
      `select coalesce(sum(total), 0)::int as files, coalesce(sum(value_at_cost), 0)::int as bytes
       from row_counts where company_id = $1 and table_name = 'files'`,
      [of.id],
    )
  )[0] as { files: number; bytes: number }

/** A SOP of the company with a file that its operator attached. */
async function given() {
  const { id: sop } = (await operator.post(`/api/companies/${company.id}/sops`, { title: 'Welding' })).json()
  return { sop: sop as string, file: (await upload(operator, sop)).json() as FileAttachment & { changeSetId: string } }
}

test('a file of a SOP that is shared and taken back stays the same, in another company', async () => {
  const { sop, file } = await given()
  const { changeSetId: _, ...attachment } = file
  const before = await rowOf(file.id)
  await change(sop, { visibility: 'sbr_public' })
  expect(await rowOf(file.id)).toEqual({ ...before, company_id: firm.id })
  const moved = { ...attachment, companyId: firm.id }
  const seenFromElsewhere = { ...moved, uploadedBy: null }
  expect([await list(operator, sop), await list(sbr, sop), await list(sbr, sop, firm)]).toEqual([
    [seenFromElsewhere],
    [{ ...seenFromElsewhere, isOwn: false }],
    [{ ...moved, isOwn: false }],
  ])
  expect(await textOf(operator, file.id)).toBe('Masks on')
  await upload(sbr, sop, 'more.txt')
  await change(sop, { visibility: 'company' })
  expect(await list(operator, sop)).toMatchObject([attachment, { name: 'more.txt', companyId: company.id }])
  expect((await sbr.get(address(sop, firm))).statusCode).toBe(404)
  expect([await textOf(operator, file.id), await rowOf(file.id)]).toEqual(['Masks on', before])
})

test('a file of a SOP that moves to another company moves too', async () => {
  const { sop, file } = await given()
  const other = await server.given.company()
  const there = await server.signIn('employee', other)
  await change(sop, { visibility: 'sbr_only' })
  await change(sop, { visibility: 'company' }, other)
  expect([await names(there, sop, other), await textOf(there, file.id, other)]).toEqual([['masks.txt'], 'Masks on'])
  expect((await operator.get(address(sop))).statusCode).toBe(404)
  expect((await operator.get(`/api/companies/${company.id}/files/${file.id}/url`)).statusCode).toBe(404)
})

test('the counters and the limit of 5 GB follow the file', async () => {
  const { sop } = await given()
  const [atFirm, here] = [await counted(firm), await counted(company)]
  expect(here).toEqual({ files: 1, bytes: 8 })
  await change(sop, { visibility: 'sbr_public' })
  expect(await counted(company)).toEqual({ files: 0, bytes: 0 })
  expect(await counted(firm)).toEqual({ files: atFirm.files + 1, bytes: atFirm.bytes + 8 })
  const part = await server.given.part(firm)
  const filler = await server.given.file(firm, { part_id: part.id }, { size: 5 * 2 ** 30 - atFirm.bytes - 8 - 3 })
  const answer = await upload(sbr, sop)
  await server.given.sql('delete from files where id = $1', [filler.id])
  expect([answer.statusCode, answer.json().message]).toEqual([
    413,
    'The files of this company have reached 5 GB: remove some first',
  ])
  expect((await upload(sbr, sop)).statusCode).toBe(201)
})

test('the log of each company shows the move once, and no line for the files', async () => {
  const { sop } = await given()
  await change(sop, { visibility: 'sbr_public' })
  const log = async (of: GivenCompany) =>
    (await sbr.get(`/api/companies/${of.id}/activity?entityId=${sop}`))
      .json()
      .items.map((entry: { description: string }) => entry.description)
  expect(await log(firm)).toEqual(['Changed visibility'])
  expect(await log(company)).toEqual(['Moved to SBR', 'Added file masks.txt', 'Created'])
})

describe('undo', () => {
  test('of a move moves the files back, also those attached since', async () => {
    const { sop, file } = await given()
    const { changeSetId } = await change(sop, { visibility: 'sbr_only', title: 'Secret' })
    await upload(sbr, sop, 'more.txt')
    expect(await undo(sbr, firm, changeSetId)).toMatchObject({ restored: 1, conflictCount: 0 })
    expect(await names(operator, sop)).toEqual(['masks.txt', 'more.txt'])
    expect(await textOf(operator, file.id)).toBe('Masks on')
    expect(await counted(company)).toEqual({ files: 2, bytes: 16 })
  })

  test('of a deletion brings the SOP back with its files, wherever they were uploaded', async () => {
    const { sop, file } = await given()
    const gone = (await operator.delete(`/api/companies/${company.id}/sops/${sop}`)).json()
    expect(await undo(operator, company, gone.changeSetId)).toMatchObject({ restored: 1, conflictCount: 0 })
    expect(await textOf(operator, file.id)).toBe('Masks on')
    await change(sop, { visibility: 'sbr_public' })
    const again = (await sbr.delete(`/api/companies/${company.id}/sops/${sop}`)).json()
    expect((await operator.get(`/api/companies/${company.id}/files/${file.id}/url`)).statusCode).toBe(404)
    expect(await undo(sbr, firm, again.changeSetId)).toMatchObject({ restored: 1, conflictCount: 0 })
    expect([await names(operator, sop), await textOf(operator, file.id)]).toEqual([['masks.txt'], 'Masks on'])
  })

  test('of a removal works in the company where the SOP was, and says so when it is no longer there', async () => {
    const { sop, file } = await given()
    const here = await remove(operator, file.id)
    await undo(operator, company, here.changeSetId)
    const kept = (await upload(operator, sop, 'kept.txt')).json()
    const early = await remove(operator, kept.id)
    await change(sop, { visibility: 'sbr_public' })
    const late = await remove(sbr, file.id)
    expect(late.companyId).toBe(firm.id)
    expect(await undo(sbr, firm, late.changeSetId)).toMatchObject({ restored: 1, conflictCount: 0 })
    expect(await textOf(operator, file.id)).toBe('Masks on')
    expect(await undo(operator, company, early.changeSetId)).toMatchObject({
      restored: 0,
      conflicts: [
        { entityName: 'kept.txt', code: 'gone', params: { type: 'sop' }, reason: 'It needs a record that is gone' },
      ],
    })
  })

  test('of an upload reports a conflict when the file has moved since', async () => {
    const { sop, file } = await given()
    await change(sop, { visibility: 'sbr_public' })
    expect(await undo(operator, company, file.changeSetId)).toMatchObject({
      restored: 0,
      conflicts: [{ entityName: 'masks.txt', code: 'not_there', reason: 'It was deleted or moved since' }],
    })
    expect(await names(operator, sop)).toEqual(['masks.txt'])
  })
})

test('the sweeper keeps the bytes of moved files, and of files removed after a move', async () => {
  const { sop, file } = await given()
  const removed = (await upload(operator, sop, 'removed.txt')).json()
  const pathOf = async (id: string) =>
    join(server.dataDir, 'files', 'blobs', (await rowOf(id))?.storage_key ?? 'is not there')
  const paths = [await pathOf(file.id), await pathOf(removed.id)]
  for (const path of paths) utimesSync(path, new Date(0), new Date(0))
  await change(sop, { visibility: 'sbr_public' })
  await remove(sbr, removed.id)
  const quiet = { info: () => undefined, error: () => undefined }
  const sweep = () => sweepStore(database, filesOf(server.config).blobs, storedKinds, quiet)
  await sweep()
  expect(paths.map((path) => existsSync(path))).toEqual([true, true])
  await server.given.sql('alter table activity_logs disable trigger append_only')
  await server.given.sql(`update activity_logs set created_at = now() - interval '92 days' where entity_id = $1`, [
    removed.id,
  ])
  await server.given.sql('alter table activity_logs enable trigger append_only')
  await sweep()
  expect(paths.map((path) => existsSync(path))).toEqual([true, false])
})

describe('the database does not let anybody', () => {
  let runtime: pg.Client
  beforeAll(async () => {
    runtime = new pg.Client({ connectionString: await runtimeUrl(server.adminUrl) })
    await runtime.connect()
  })
  afterAll(() => runtime.end())

  /** PostgreSQL's answer to somebody who acts in the company: rows, or the code of the refusal. */
  async function ask(who: Client, text: string, values: unknown[] = []) {
    await runtime.query('begin')
    try {
      await runtime.query('select app.enter($1, $2, null)', [hashToken(who.person.token), company.id])
      return (await runtime.query(text, values)).rowCount
    } catch (error) {
      return (error as pg.DatabaseError).code
    } finally {
      await runtime.query('rollback')
    }
  }

  test('move a file, or change the columns that move it', async () => {
    const { sop, file } = await given()
    expect(await ask(sbr, 'update files set company_id = $1 where id = $2', [firm.id, file.id])).toBe('42501')
    const owner = (text: string) => server.given.sql(text, [file.id]).catch((error) => error.code)
    expect(await owner(`update files set company_id = (select id from companies where is_sbr) where id = $1`)).toBe(
      '23503',
    )
    expect(await owner(`update files set storage_key = 'x' where id = $1`)).toBe('42501')
    expect(await owner(`update files set name = name where id = $1`)).toBe('42501')
    expect(await names(operator, sop)).toEqual(['masks.txt'])
  })

  test('name the bytes of another company as those of a new file', async () => {
    const { sop, file } = await given()
    const other = await server.given.company()
    const insert = `insert into files (company_id, sop_id, name, type, size, sha256, path, storage_key)
      values ($1, $2, 'x.txt', 'text/plain', 1, repeat('0', 64), 'x', $3)`
    const key = (of: GivenCompany) => [company.id, sop, `${of.id}/${file.id}`]
    expect([await ask(operator, insert, key(other)), await ask(operator, insert, key(company))]).toEqual(['23514', 1])
    expect([await ask(operator, insert, key(firm)), await ask(sbr, insert, key(firm))]).toEqual(['23514', 1])
  })
})
