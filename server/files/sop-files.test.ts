import type { FileAttachment } from 'contract/files/files.ts'
import { describe, expect, test } from 'vitest'
import { type Client, useOwnServer } from '../testing/fixture.ts'

// Files follow their SOP, although the firm owns the files of an SBR SOP (security.md 2.2, rows 23-27 and 40).

const { server, company, operator, manager, employee, firm, sbr } = useOwnServer()

const unknown = '01234567-89ab-7def-8123-456789abcdef'
const bytes = { 'content-type': 'application/octet-stream' }
const address = (sop: string, of = company) => `/api/companies/${of.id}/files?entityType=sop&entityId=${sop}`
const upload = (who: Client, sop: string, of = company, body = 'Masks on') =>
  who.post(`${address(sop, of)}&name=masks.txt`, body, bytes)
const list = async (who: Client, sop: string, of = company) =>
  (await who.get(address(sop, of))).json().items as FileAttachment[]
const sign = (who: Client, file: string, of = company) => who.get(`/api/companies/${of.id}/files/${file}/url`)
const remove = (who: Client, file: string, of = company) => who.delete(`/api/companies/${of.id}/files/${file}`)
const open = async (url: string) => (await server.anonymous.get(url)).statusCode

const sopWithFile = async (fields: Record<string, unknown> = {}, of = company) => {
  const { id } = await server.given.sop(of, fields)
  const file = (await upload(sbr, id, of)).json() as FileAttachment
  return { sop: id as string, file }
}

describe('a SOP that SBR shares', () => {
  test('hides its author and the people who attached files from other companies', async () => {
    const made = (await operator.post(`/api/companies/${company.id}/sops`, { title: 'Shared' })).json()
    await upload(operator, made.id)
    const sops = `/api/companies/${company.id}/sops/${made.id}`
    const names = async (who: Client) => [
      (await who.get(sops)).json().createdByName,
      (await list(who, made.id))[0]?.uploadedBy,
    ]
    expect((await employee.get(sops)).json().files).toMatchObject([{ name: 'masks.txt', type: 'text/plain', size: 8 }])
    const told = [expect.stringMatching(/^Test Person/), expect.stringMatching(/^Test Person/)]
    expect(await names(employee)).toEqual(told)
    expect((await sbr.patch(sops, { visibility: 'sbr_public' })).statusCode).toBe(200)
    expect(await names(employee)).toEqual([null, null])
    const { createdByName } = (await sbr.get(`/api/companies/${firm.id}/sops/${made.id}`)).json()
    expect(createdByName).toEqual(told[0])
  })

  test('has files of the firm, which every company reads and only SBR changes', async () => {
    const { sop, file } = await sopWithFile({ visibility: 'sbr_public' }, company)
    expect(file).toMatchObject({ companyId: firm.id, entityType: 'sop', entityId: sop, name: 'masks.txt' })
    expect(file.path).toMatch(new RegExp(`^${firm.id}/sop/${sop}/`))
    for (const who of [operator, manager, employee]) {
      expect(await list(who, sop)).toHaveLength(1)
      const { url } = (await sign(who, file.id)).json()
      expect((await server.anonymous.get(url)).body).toBe('Masks on')
    }
    for (const who of [operator, manager]) {
      expect([(await upload(who, sop)).statusCode, (await remove(who, file.id)).statusCode]).toEqual([403, 403])
      expect((await upload(who, sop)).json().message).toBe('You do not have permission to upload files')
      expect((await remove(who, file.id)).json().message).toBe('You do not have permission to delete files')
    }
    expect([(await upload(employee, sop)).statusCode, (await remove(employee, file.id)).statusCode]).toEqual([403, 403])
    expect(await list(sbr, sop, firm)).toHaveLength(1)
    expect((await remove(sbr, file.id)).json()).toMatchObject({ count: 1, companyId: firm.id })
    expect(await list(employee, sop)).toEqual([])
  })

  test.each([
    ['kept by SBR', { visibility: 'sbr_only' }],
    ['a draft', { status: 'draft' }],
  ])('and then is %s takes its links along', async (_what, change) => {
    const { sop, file } = await sopWithFile({ visibility: 'sbr_public' })
    const { url } = (await sign(employee, file.id)).json()
    const { url: ofSbr } = (await sign(sbr, file.id)).json()
    expect([await open(url), await open(ofSbr)]).toEqual([200, 200])
    await sbr.patch(`/api/companies/${company.id}/sops/${sop}`, change)
    expect([await open(url), await open(ofSbr)]).toEqual([404, 200])
    await sbr.patch(`/api/companies/${company.id}/sops/${sop}`, { visibility: 'sbr_public', status: 'published' })
    expect(await open(url)).toBe(200)
  })
})

describe('people who may not read a SOP do not see its files', () => {
  const asks = (who: Client) => ({
    list: (sop: string, _file: string) => who.get(address(sop)),
    upload: (sop: string, _file: string) => upload(who, sop),
    sign: (_sop: string, file: string) => sign(who, file),
    remove: (_sop: string, file: string) => remove(who, file),
  })

  async function expectUnknown(who: Client, { sop, file }: { sop: string; file: FileAttachment }) {
    for (const [name, ask] of Object.entries(asks(who))) {
      const [answer, ofNone] = [await ask(sop, file.id), await ask(unknown, unknown)]
      expect([name, answer.statusCode, answer.body]).toEqual([name, ofNone.statusCode, ofNone.body])
      expect([404, 403]).toContain(answer.statusCode)
      if (name === 'list' || name === 'sign') expect(answer.statusCode).toBe(404)
    }
  }

  test('a SOP that SBR keeps to itself, or has not published', async () => {
    for (const fields of [{ visibility: 'sbr_only' }, { visibility: 'sbr_public', status: 'draft' }] as const) {
      const made = await sopWithFile(fields)
      for (const who of [operator, manager, employee]) await expectUnknown(who, made)
    }
  })

  test('a draft of the company, for employees', async () => {
    const made = await sopWithFile({ status: 'draft' })
    await expectUnknown(employee, made)
    expect(await list(manager, made.sop)).toHaveLength(1)
  })

  test('a SOP of another company, or of the firm for itself', async () => {
    for (const owner of [await server.given.company(), firm]) {
      const made = await sopWithFile({}, owner)
      for (const who of [operator, manager, employee, sbr]) await expectUnknown(who, made)
    }
  })
})

test('a manager attaches only to their own SOPs, and can undo it', async () => {
  const { id: own } = (await manager.post(`/api/companies/${company.id}/sops`, { title: 'Mine' })).json()
  const attached = await upload(manager, own)
  expect(attached.statusCode).toBe(201)
  const removed = (await remove(manager, attached.json().id)).json()
  expect(removed).toEqual({ count: 1, companyId: company.id, changeSetId: expect.any(String) })
  for (const { changeSetId } of [removed, attached.json()]) {
    const undone = await manager.post(`/api/companies/${company.id}/change-sets/${changeSetId}/undo`)
    expect(undone.json()).toMatchObject({ restored: 1, conflictCount: 0 })
  }
  expect(await list(manager, own)).toEqual([])
  const { sop, file } = await sopWithFile()
  expect([(await upload(manager, sop)).statusCode, (await remove(manager, file.id)).statusCode]).toEqual([403, 403])
  expect(await list(manager, sop)).toHaveLength(1)
  expect((await upload(operator, own)).statusCode).toBe(201)
})

test('the list of SOPs shows the number of files of each', async () => {
  const { sop } = await sopWithFile({ title: 'Two files' })
  await upload(operator, sop)
  await sopWithFile({ title: 'One, shared', visibility: 'sbr_public' })
  await server.given.sop(company, { title: 'None' })
  const { items } = (await employee.get(`/api/companies/${company.id}/sops?sort=title&order=asc&pageSize=500`)).json()
  const counts = new Map(items.map(({ title, fileCount }: Record<string, unknown>) => [title, fileCount]))
  expect([counts.get('None'), counts.get('One, shared'), counts.get('Two files')]).toEqual([0, 1, 2])
})

test('people who see the log of the SOP also see its attached files', async () => {
  const { sop } = await sopWithFile({ status: 'draft' })
  const log = async (who: Client, of = company) =>
    (await who.get(`/api/companies/${of.id}/activity?entityId=${sop}`)).json().items.length
  const told = async (who: Client) =>
    (await who.get(`/api/companies/${company.id}/activity`)).body.includes('masks.txt')
  expect([await log(operator), await log(manager), await log(employee)]).toEqual([2, 2, 0])
  expect([await told(operator), await told(employee)]).toEqual([true, false])
  await sbr.patch(`/api/companies/${company.id}/sops/${sop}`, { visibility: 'sbr_only' })
  expect([await told(operator), await told(manager), await told(sbr)]).toEqual([false, false, true])
  expect((await operator.get(`/api/companies/${company.id}/dashboard`)).body).not.toContain('masks.txt')
})

test('a SOP has at most 100 files, since its text shows them, wherever it is', async () => {
  const { sop } = await sopWithFile()
  for (let more = 0; more < 98; more++) await server.given.file(company, { sop_id: sop })
  await sbr.patch(`/api/companies/${company.id}/sops/${sop}`, { visibility: 'sbr_public' })
  expect((await upload(sbr, sop)).statusCode).toBe(201)
  const answer = await upload(sbr, sop)
  expect([answer.statusCode, answer.json().message]).toEqual([
    413,
    'A record can have at most 100 files: remove one first',
  ])
})
