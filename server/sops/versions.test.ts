import { expect, test } from 'vitest'
import { type Client, useOwnServer } from '../testing/fixture.ts'

const { server, company, operator, manager, employee, firm, sbr } = useOwnServer()

const at = (rest = '', of = company) => `/api/companies/${of.id}/sops${rest}`
const create = async (who: Client, fields: object) => (await who.post(at(), fields)).json()
const versions = async (id: string, who: Client = operator, of = company) =>
  (await who.get(at(`/${id}/versions`, of))).json().items

test('every publishing is a version, with its note; a draft is none', async () => {
  const { id } = await create(operator, { title: 'Welding', content: 'Masks on', status: 'draft' })
  expect(await versions(id)).toEqual([])
  await operator.patch(at(`/${id}`), { status: 'published' }, { 'if-match': '1' })
  const changed = await operator.patch(
    at(`/${id}`),
    { content: 'Masks and gloves', changeNote: 'Gloves', asksAgain: true },
    { 'if-match': '2' },
  )
  expect(changed.json()).toMatchObject({ publishedVersion: 2 })
  expect(changed.json()).not.toHaveProperty('changeNote')
  await operator.patch(at(`/${id}`), { stage: 'delivery' }, { 'if-match': '3' }) // nothing that people read
  expect(await versions(id)).toMatchObject([
    { number: 2, note: 'Gloves', asksAgain: true, publishedByName: expect.stringMatching(/^Test Person/) },
    { number: 1, note: null, asksAgain: true },
  ])
  expect((await employee.get(at(`/${id}/versions/1`))).json()).toMatchObject({ number: 1, content: 'Masks on' })
  expect((await employee.get(at(`/${id}/versions/3`))).statusCode).toBe(404)
})

test('withdrawn and published again without a change, a SOP has no new version; undone, it has', async () => {
  const { id } = await create(operator, { title: 'Welding' })
  await operator.patch(at(`/${id}`), { status: 'draft' })
  expect((await employee.get(at(`/${id}/versions`))).statusCode).toBe(404)
  expect((await employee.get(at(`/${id}/versions/1`))).statusCode).toBe(404)
  await operator.patch(at(`/${id}`), { status: 'published' })
  expect(await versions(id)).toMatchObject([{ number: 1 }])
  const { changeSetId } = (await operator.patch(at(`/${id}`), { title: 'Brazing' })).json()
  await operator.post(`/api/companies/${company.id}/change-sets/${changeSetId}/undo`, {})
  expect(await versions(id)).toMatchObject([
    { number: 3, title: 'Welding' },
    { number: 2, title: 'Brazing' },
    { number: 1, title: 'Welding' },
  ])
})

test('two who publish at once get versions of their own, or one is told that the other was first', async () => {
  const { id } = await create(operator, { title: 'Welding' })
  const save = (title: string, match: string) => operator.patch(at(`/${id}`), { title }, { 'if-match': match })
  const same = await Promise.all([save('A', '1'), save('B', '1')])
  expect(same.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const both = await Promise.all([save('C', '*'), save('D', '*')])
  expect(both.map(({ json }) => json().publishedVersion).sort()).toEqual([3, 4])
  expect((await versions(id)).map(({ number }: { number: number }) => number)).toEqual([4, 3, 2, 1])
})

test('the versions of a deleted SOP come back with it', async () => {
  const { id } = await create(operator, { title: 'Welding' })
  const { changeSetId } = (await operator.delete(at(`/${id}`))).json()
  expect((await operator.get(at(`/${id}/versions`))).statusCode).toBe(404)
  await operator.post(`/api/companies/${company.id}/change-sets/${changeSetId}/undo`, {})
  expect(await versions(id)).toMatchObject([{ number: 1 }])
})

test('who gets a SOP later does not read what was published for others', async () => {
  const { id } = await create(operator, { title: 'Ours', content: 'Our secret' })
  const other = await server.given.company()
  const stranger = await server.signIn('employee', other)
  const theirs = at('', other)
  await sbr.patch(at(`/${id}`), { visibility: 'sbr_public', content: 'For all' })
  const foreignVersions = (await stranger.get(`${theirs}/${id}/versions`)).json().items
  expect(foreignVersions).toMatchObject([{ number: 2, publishedByName: null }])
  expect((await stranger.get(`${theirs}/${id}/versions/1`)).statusCode).toBe(404)
  expect(await versions(id, manager)).toHaveLength(2)
  const internal = (await sbr.post(at('', firm), { title: 'Margins', visibility: 'sbr_only' })).json()
  await sbr.patch(at(`/${internal.id}`, firm), { visibility: 'sbr_public' })
  expect(await versions(internal.id, manager)).toMatchObject([{ number: 2 }])
  expect(await versions(internal.id, sbr, firm)).toHaveLength(2)
})
