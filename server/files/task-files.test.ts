import type { FileAttachment } from 'contract/files/files.ts'
import { beforeEach, expect, test } from 'vitest'
import { type Client, useServer } from '../testing/fixture.ts'

// People who may read a task may read its files; they may attach to it too, and remove what they attached (security.md 2.2, rows 28-30 and 40).

const { server, company, operator, manager, employee } = useServer()
let sbr: Client
beforeEach(async () => {
  sbr = await server.signIn('sbr_operator', await server.given.firm())
})

const unknown = '01234567-89ab-7def-8123-456789abcdef'
const address = (task: string) => `/api/companies/${company.id}/files?entityType=task&entityId=${task}`
const upload = (who: Client, task: string) =>
  who.post(`${address(task)}&name=drawing.txt`, 'A spindle', { 'content-type': 'application/octet-stream' })
const list = async (who: Client, task: string) => (await who.get(address(task))).json().items as FileAttachment[]
const sign = (who: Client, file: string) => who.get(`/api/companies/${company.id}/files/${file}/url`)
const remove = (who: Client, file: string) => who.delete(`/api/companies/${company.id}/files/${file}`)
const open = async (url: string) => (await server.anonymous.get(url)).statusCode

test('the creator of a task attaches to it; the assignee does too, but removes only their own files', async () => {
  const made = await manager.post(`/api/companies/${company.id}/tasks`, {
    title: 'Turn the spindle',
    assignedTo: employee.person.id,
  })
  const task = made.json().id
  expect(made.json().fileCount).toBe(0)
  const attached = await upload(manager, task)
  expect(attached.statusCode).toBe(201)
  const file = attached.json() as FileAttachment
  expect(file).toMatchObject({ companyId: company.id, entityType: 'task', entityId: task, name: 'drawing.txt' })
  for (const who of [employee, manager, operator, sbr]) {
    expect(await list(who, task)).toHaveLength(1)
    const { attachments } = (await who.get(`/api/companies/${company.id}/tasks/${task}`)).json()
    expect(attachments).toEqual([{ id: file.id, name: file.name, path: file.path, type: file.type, size: file.size }])
    const { url } = (await sign(who, file.id)).json()
    expect((await server.anonymous.get(url)).body).toBe('A spindle')
  }
  const own = (await upload(employee, task)).json()
  expect(own).toMatchObject({ entityId: task, changeSetId: null })
  expect((await remove(employee, file.id)).statusCode).toBe(403)
  expect((await remove(employee, own.id)).statusCode).toBe(200)
  expect((await employee.get(`/api/companies/${company.id}/tasks`)).json().items).toMatchObject([{ fileCount: 1 }])
  expect((await upload(operator, task)).json().changeSetId).not.toBeNull()
  expect((await upload(sbr, task)).statusCode).toBe(201)
  const removed = (await remove(manager, file.id)).json()
  expect(removed).toEqual({ count: 1, companyId: company.id, changeSetId: expect.any(String) })
  await manager.post(`/api/companies/${company.id}/change-sets/${removed.changeSetId}/undo`)
  expect((await list(manager, task)).map(({ id }) => id)).toContain(file.id)
})

test('a manager attaches to a task given to them by somebody else', async () => {
  const { id } = await server.given.task(company, manager.person, operator.person)
  expect((await upload(manager, id)).statusCode).toBe(201)
})

test('managers and employees do not see the files of a task of two other people', async () => {
  const { id } = await server.given.task(company, operator.person, operator.person)
  const file = (await upload(operator, id)).json() as FileAttachment
  for (const who of [manager, employee]) {
    expect((await list(who, id)) ?? 'none').toBe('none')
    for (const [known, of] of [
      [await who.get(address(id)), await who.get(address(unknown))],
      [await sign(who, file.id), await sign(who, unknown)],
    ] as const)
      expect([known.statusCode, known.body]).toEqual([404, of.body])
  }
  for (const [known, of] of [
    [await upload(manager, id), await upload(manager, unknown)],
    [await upload(employee, id), await upload(employee, unknown)],
    [await remove(manager, file.id), await remove(manager, unknown)],
  ] as const)
    expect([known.statusCode, known.body]).toEqual([404, of.body])
  const other = await server.given.company()
  const stranger = await server.signIn('company_operator', other)
  expect((await sign(stranger, file.id)).statusCode).toBe(404)
  expect((await stranger.get(`/api/companies/${other.id}/files/${file.id}/url`)).statusCode).toBe(404)
})

test('a link ends when its maker may no longer read the task', async () => {
  const { id } = await server.given.task(company, employee.person, manager.person)
  const file = (await upload(manager, id)).json() as FileAttachment
  const urls = [(await sign(manager, file.id)).json().url, (await sign(employee, file.id)).json().url]
  expect([await open(urls[0]), await open(urls[1])]).toEqual([200, 200])
  await server.given.sql(`update user_roles set role = 'employee' where user_id = $1`, [manager.person.id])
  expect([await open(urls[0]), await open(urls[1])]).toEqual([404, 200])
  expect((await upload(manager, id)).statusCode).toBe(404)
})

test('people who may read the task see its files; people who may undo can undo them', async () => {
  const { id } = await server.given.task(company, operator.person, operator.person)
  const file = (await upload(operator, id)).json()
  const { changeSetId } = (await remove(operator, file.id)).json()
  const told = async (who: Client) =>
    (await who.get(`/api/companies/${company.id}/activity?entityId=${id}`))
      .json()
      .items.map((entry: { description: string }) => entry.description)
  expect(await told(operator)).toEqual(['Removed file drawing.txt', 'Added file drawing.txt', 'Created'])
  for (const who of [manager, employee]) {
    expect(await told(who)).toEqual([])
    for (const screen of ['activity', 'dashboard'])
      expect((await who.get(`/api/companies/${company.id}/${screen}`)).body).not.toContain('drawing.txt')
  }
  const undone = await operator.post(`/api/companies/${company.id}/change-sets/${changeSetId}/undo`)
  expect(undone.json()).toMatchObject({ restored: 1, conflictCount: 0 })
  expect(await list(operator, id)).toHaveLength(1)
})
