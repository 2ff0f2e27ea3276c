import { expect, test } from 'vitest'
import { type Client, useOwnServer } from '../testing/fixture.ts'
import type { GivenCompany } from '../testing/given/given.ts'

// A SOP of SBR belongs to the firm: a change of visibility moves the row (security.md 2.3).

const { server, company, operator, firm, sbr } = useOwnServer()

const path = (id = '', of = company) => `/api/companies/${of.id}/sops${id && `/${id}`}`
const stored = async (id: string) => (await server.given.sql('select * from sops where id = $1', [id]))[0]
const undo = (who: Client, of: GivenCompany, changeSetId: string) =>
  who.post(`/api/companies/${of.id}/change-sets/${changeSetId}/undo`)
const history = async (who: Client, of: GivenCompany, id: string) =>
  (await who.get(`/api/companies/${of.id}/activity?entityId=${id}`)).json().items
const ownSop = async (fields: object = {}) =>
  (await operator.post(path(), { title: 'Welding', content: 'Masks on', ...fields })).json()

test.each(['sbr_public', 'sbr_only'])('made %s, it moves to the firm with its id, and back', async (visibility) => {
  const { id } = await ownSop()
  const shared = await sbr.patch(path(id), { visibility, title: 'Welding at SBR' }, { 'if-match': '1' })
  expect(shared.statusCode).toBe(200)
  expect(shared.json()).toMatchObject({ id, companyId: firm.id, visibility, title: 'Welding at SBR', version: 2 })
  expect((await operator.get(path(id))).statusCode).toBe(visibility === 'sbr_public' ? 200 : 404)
  const back = await sbr.patch(path(id), { visibility: 'company' })
  expect(back.json()).toMatchObject({ id, companyId: company.id, visibility: 'company', version: 3 })
  expect((await operator.get(path(id))).statusCode).toBe(200)
})

test('from the firm it goes to the company of the path; below the path of the firm it stays there', async () => {
  const other = await server.given.company()
  const { id } = await server.given.sop(firm, { visibility: 'sbr_public' })
  expect((await sbr.patch(path(id, other), { visibility: 'company' })).json().companyId).toBe(other.id)
  expect((await operator.get(path(id))).statusCode).toBe(404)
  const { id: second } = await server.given.sop(firm, { visibility: 'sbr_public' })
  expect((await sbr.patch(path(second, firm), { visibility: 'company' })).json().companyId).toBe(firm.id)
})

test('a stale save does not move it (T94)', async () => {
  const { id } = await ownSop()
  await operator.patch(path(id), { title: 'Newer' })
  const answer = await sbr.patch(path(id), { visibility: 'sbr_only' }, { 'if-match': '1' })
  expect(answer.statusCode).toBe(409)
  expect(await stored(id)).toMatchObject({ company_id: company.id, visibility: 'company', version: 2 })
})

test('the undo of sharing brings it back where it was, with what was changed in the same save', async () => {
  const { id } = await ownSop()
  const shared = (await sbr.patch(path(id), { visibility: 'sbr_only', title: 'Secret', content: 'All new' })).json()
  expect((await undo(sbr, firm, shared.changeSetId)).json()).toMatchObject({ restored: 1, conflictCount: 0 })
  expect(await stored(id)).toMatchObject({
    company_id: company.id,
    visibility: 'company',
    title: 'Welding',
    content: 'Masks on',
    created_by: operator.person.id,
  })
})

test('the undo of giving it to a company brings it back to SBR', async () => {
  const { id } = await server.given.sop(firm, { visibility: 'sbr_public', title: 'Shared' })
  const given = (await sbr.patch(path(id), { visibility: 'company', title: 'Given' })).json()
  expect((await undo(operator, company, given.changeSetId)).statusCode).toBe(404)
  expect((await undo(sbr, company, given.changeSetId)).json()).toMatchObject({ restored: 1, conflictCount: 0 })
  expect(await stored(id)).toMatchObject({ company_id: firm.id, visibility: 'sbr_public', title: 'Shared' })
})

test('an undo that cannot be taken back loses nothing: it says so', async () => {
  const { id } = await ownSop()
  const shared = (await sbr.patch(path(id), { visibility: 'sbr_only' })).json()
  const undone = (await undo(sbr, firm, shared.changeSetId)).json()
  expect((await undo(sbr, firm, undone.changeSetId)).json()).toMatchObject({ restored: 0, conflictCount: 1 })
  expect(await stored(id)).toMatchObject({ company_id: company.id, title: 'Welding' })
})

test('it does not come back into a company that was sold', async () => {
  const { id } = await ownSop()
  const shared = (await sbr.patch(path(id), { visibility: 'sbr_only' })).json()
  await server.given.sql(`update companies set status = 'sold' where id = $1`, [company.id])
  const answer = await undo(sbr, firm, shared.changeSetId)
  expect(answer.statusCode).toBe(409)
  expect(answer.json().message).toBe('The company of this SOP has been sold: it stays with SBR')
})

test('a deleted SOP comes back by undo, as its maker made it', async () => {
  const manager = await server.signIn('manager', company)
  const { id } = (await manager.post(path(), { title: 'Mine' })).json()
  const gone = (await operator.delete(path(id))).json()
  expect((await undo(operator, company, gone.changeSetId)).json()).toMatchObject({ restored: 1 })
  expect((await manager.patch(path(id), { title: 'Still mine' })).statusCode).toBe(200)
  const { id: shared } = await server.given.sop(firm, { visibility: 'sbr_only' })
  const removed = (await sbr.delete(path(shared))).json()
  expect(removed.companyId).toBe(firm.id)
  expect((await undo(sbr, firm, removed.changeSetId)).json()).toMatchObject({ restored: 1 })
  expect(await stored(shared)).toMatchObject({ company_id: firm.id, visibility: 'sbr_only' })
})

test('the log tells of a move in both companies, of the changes where the SOP is', async () => {
  const { id } = await ownSop()
  await sbr.patch(path(id), { visibility: 'sbr_public' })
  expect(await history(sbr, firm, id)).toMatchObject([
    { fieldChanged: 'visibility', oldValue: 'company', newValue: 'sbr_public' },
  ])
  expect(await history(operator, company, id)).toMatchObject([
    { fieldChanged: null, description: 'Moved to SBR' },
    { action: 'created', entityType: 'sop' },
  ])
})

test('the history of a SOP is for those who may read it, and drafts (security.md 2.2, row 21)', async () => {
  const manager = await server.signIn('manager', company)
  const employee = await server.signIn('employee', company)
  const { id } = await ownSop({ status: 'draft' })
  await operator.patch(path(id), { content: 'Masks and gloves on', status: 'published' })
  expect(await history(operator, company, id)).toHaveLength(3)
  expect(await history(manager, company, id)).toHaveLength(3)
  expect(await history(employee, company, id)).toEqual([])
  const stranger = await server.signIn('company_operator', await server.given.company())
  expect((await stranger.get(`/api/companies/${company.id}/activity?entityId=${id}`)).statusCode).toBe(404)

  await sbr.patch(path(id), { visibility: 'sbr_only', title: 'Closure of the plant' })
  for (const who of [operator, manager, employee]) {
    expect(await history(who, company, id)).toEqual([])
    expect((await who.get(`/api/companies/${company.id}/activity?entityType=sop`)).body).not.toContain('Closure')
    expect((await who.get(`/api/companies/${company.id}/dashboard`)).body).not.toMatch(/Closure|Masks/)
  }
  expect(await history(sbr, firm, id)).toHaveLength(2)
  expect(await history(sbr, company, id)).toHaveLength(4)
})

test('the log lists the beginning of a long text; undo knows all of it', async () => {
  const content = 'Weld. '.repeat(10_000).trim()
  const { id } = await ownSop({ content })
  const { changeSetId } = (await operator.patch(path(id), { content: 'Short' })).json()
  const [entry] = await history(operator, company, id)
  expect([entry.oldValue.length, entry.newValue]).toEqual([1001, 'Short'])
  await undo(operator, company, changeSetId)
  expect(await stored(id)).toMatchObject({ content })
})

test('those who deleted a SOP still read that they did', async () => {
  const { id } = await ownSop()
  await operator.delete(path(id))
  expect(await history(operator, company, id)).toMatchObject([{ action: 'deleted' }, { action: 'created' }])
})
