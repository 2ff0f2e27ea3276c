import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Client, useOwnServer } from '../testing/fixture.ts'

// Parts, assemblies and products link to SOPs without a foreign key: the SOP may belong to the firm (security.md 2.3).

const { server, company, operator, firm, sbr } = useOwnServer()

const at = (rest: string, of = company) => `/api/companies/${of.id}/${rest}`
const link = (who: Client, sopId: string, of = company) =>
  who.post(at('parts', of), { partNumber: randomUUID(), name: 'Bolt', sopId })

test('an item is linked to a published SOP of its company or one that SBR shares', async () => {
  const own = await server.given.sop(company)
  const shared = await server.given.sop(firm, { visibility: 'sbr_public', title: 'Shared' })
  expect((await link(operator, own.id)).statusCode).toBe(201)
  const { id } = (await link(operator, shared.id)).json()
  expect((await operator.get(at(`parts/${id}`))).json()).toMatchObject({
    sopId: shared.id,
    sop: { id: shared.id, title: 'Shared' },
  })
  const product = await operator.post(at('products'), { sku: randomUUID(), name: 'Frame', sopId: own.id })
  expect(product.json().sop).toEqual({ id: own.id, title: own.title })
  const assembly = await operator.post(at('assemblies'), { assemblyNumber: randomUUID(), name: 'Axle', sopId: own.id })
  expect(assembly.json().sop).toEqual({ id: own.id, title: own.title })
  expect((await operator.patch(at(`assemblies/${assembly.json().id}`), { sopId: shared.id })).json()).toMatchObject({
    sopId: shared.id,
    sop: { title: 'Shared' },
  })
  expect((await operator.patch(at(`parts/${id}`), { sopId: null })).json().sopId).toBeNull()
})

test('a link to any other SOP is refused like an unknown id (T3)', async () => {
  const others = [
    await server.given.sop(company, { status: 'draft' }),
    await server.given.sop(firm, { visibility: 'sbr_public', status: 'draft' }),
    await server.given.sop(firm, { visibility: 'sbr_only' }),
    await server.given.sop(firm),
    await server.given.sop(await server.given.company()),
  ]
  const unknown = await link(operator, randomUUID())
  expect(unknown.statusCode).toBe(422)
  expect(unknown.json().data).toMatchObject({ field: 'sopId' })
  const part = await server.given.part(company)
  const product = await server.given.product(company)
  const assembly = await server.given.assembly(company)
  for (const { id } of others) {
    for (const who of [operator, sbr]) {
      for (const answer of [
        await link(who, id),
        await who.patch(at(`parts/${part.id}`), { sopId: id }),
        await who.patch(at(`products/${product.id}`), { sopId: id }),
        await who.patch(at(`assemblies/${assembly.id}`), { sopId: id }),
        await who.post(at('products'), { sku: randomUUID(), name: 'x', sopId: id }),
      ]) {
        const { requestId: _one, ...body } = answer.json()
        const { requestId: _two, ...expected } = unknown.json()
        expect([answer.statusCode, body]).toEqual([422, expected])
      }
    }
  }
})

test('a link stays when the SOP is taken back or becomes a draft, and the item can still be saved', async () => {
  const shared = await server.given.sop(firm, { visibility: 'sbr_public' })
  const { id } = (await link(operator, shared.id)).json()
  await sbr.patch(at(`sops/${shared.id}`, firm), { visibility: 'sbr_only' })
  expect((await operator.get(at(`parts/${id}`))).json()).toMatchObject({ sopId: shared.id, sop: null })
  const saved = await operator.patch(at(`parts/${id}`), { name: 'Long bolt', sopId: shared.id })
  expect(saved.json()).toMatchObject({ name: 'Long bolt', sopId: shared.id })
  await sbr.patch(at(`sops/${shared.id}`, firm), { visibility: 'sbr_public' })
  expect((await operator.get(at(`parts/${id}`))).json().sop).toMatchObject({ id: shared.id })
})

test('the undo of a change of link brings the link back, whatever became of the SOP but its end', async () => {
  const sop = await server.given.sop(company)
  const part = (await link(operator, sop.id)).json()
  const { changeSetId } = (await operator.patch(at(`parts/${part.id}`), { sopId: null })).json()
  await operator.patch(at(`sops/${sop.id}`), { status: 'draft' })
  const undone = await operator.post(at(`change-sets/${changeSetId}/undo`))
  expect(undone.json()).toMatchObject({ restored: 1, conflictCount: 0 })
  expect((await operator.get(at(`parts/${part.id}`))).json().sopId).toBe(sop.id)

  const again = (await operator.patch(at(`parts/${part.id}`), { sopId: null })).json()
  await operator.delete(at(`sops/${sop.id}`))
  const refused = (await operator.post(at(`change-sets/${again.changeSetId}/undo`))).json()
  expect(refused).toMatchObject({
    restored: 0,
    conflicts: [{ code: 'gone', reason: 'It needs a record that is gone' }],
  })
})

test('a SOP in use is not deleted, and what uses it is named (T99)', async () => {
  const sop = await server.given.sop(company)
  const part = await server.given.part(company, { sop_id: sop.id, part_number: 'A-1', name: 'Bolt' })
  const product = await server.given.product(company, { sop_id: sop.id, sku: 'B-1', name: 'Frame' })
  const assembly = await server.given.assembly(company, { sop_id: sop.id, assembly_number: 'C-1', name: 'Axle' })
  const answer = await operator.delete(at(`sops/${sop.id}`))
  expect(answer.statusCode).toBe(409)
  expect(answer.json().data).toEqual({
    reason: 'in_use',
    uses: [
      { type: 'part', id: part.id, name: 'A-1 Bolt' },
      { type: 'product', id: product.id, name: 'B-1 Frame' },
      { type: 'assembly', id: assembly.id, name: 'C-1 Axle' },
    ],
    count: 3,
    used: [sop.id],
  })
})

test('a shared SOP is not deleted while any company uses it; its operators read whose item it is', async () => {
  const shared = await server.given.sop(firm, { visibility: 'sbr_public' })
  const other = await server.given.company({ name: `Other ${randomUUID()}` })
  await server.given.part(other, { sop_id: shared.id, part_number: 'A-1', name: 'Bolt' })
  const answer = await sbr.delete(at(`sops/${shared.id}`))
  expect(answer.statusCode).toBe(409)
  expect(answer.json().data.uses).toMatchObject([{ name: `A-1 Bolt, ${other.name}` }])
})

test('links that others made while it was shared neither block its new company nor are shown to it', async () => {
  const shared = await server.given.sop(firm, { visibility: 'sbr_public' })
  const other = await server.given.company()
  const { id } = await server.given.part(other, { sop_id: shared.id })
  await sbr.patch(at(`sops/${shared.id}`), { visibility: 'company' })
  expect((await operator.delete(at(`sops/${shared.id}`))).statusCode).toBe(200)
  expect((await sbr.get(at(`parts/${id}`, other))).json().sop).toBeNull()
})

test('the undo of creating a SOP that was linked meanwhile keeps it', async () => {
  const sop = (await operator.post(at('sops'), { title: 'New' })).json()
  await link(operator, sop.id)
  const undone = (await operator.post(at(`change-sets/${sop.changeSetId}/undo`))).json()
  expect(undone).toMatchObject({ restored: 0, conflictCount: 1 })
  expect((await operator.get(at(`sops/${sop.id}`))).statusCode).toBe(200)
})

test('a link and the deletion of its SOP at the same moment: one of them is refused, none dangles (T99)', async () => {
  for (let round = 0; round < 8; round++) {
    const sop = await server.given.sop(company)
    const [linked, deleted] = await Promise.all([link(operator, sop.id), operator.delete(at(`sops/${sop.id}`))])
    expect([`201 409`, `422 200`]).toContain(`${linked.statusCode} ${deleted.statusCode}`)
  }
})

test('a SOP lists the items and open tasks that name it, as far as the reader may see them', async () => {
  const shared = await server.given.sop(firm, { visibility: 'sbr_public' })
  const of = { sop_id: shared.id }
  const part = await server.given.part(company, { ...of, part_number: 'P-1', name: 'Bolt' })
  const assembly = await server.given.assembly(company, { ...of, assembly_number: 'A-1', name: 'Axle' })
  const product = await server.given.product(company, { ...of, sku: 'S-1', name: 'Frame' })
  await server.given.part(await server.given.company(), of)
  const task = await operator.post(at('tasks'), { title: 'Turn it', assignedTo: operator.person.id, sopId: shared.id })
  const items = [
    { type: 'part', id: part.id, number: 'P-1', name: 'Bolt' },
    { type: 'assembly', id: assembly.id, number: 'A-1', name: 'Axle' },
    { type: 'product', id: product.id, number: 'S-1', name: 'Frame' },
  ]
  const all = [...items, { type: 'task', id: task.json().id, number: null, name: 'Turn it' }]
  expect((await operator.get(at(`sops/${shared.id}/uses`))).json()).toEqual({ items: all, total: 4 })
  const employee = await server.signIn('employee', company)
  expect((await employee.get(at(`sops/${shared.id}/uses`))).json()).toEqual({ items, total: 3 })
  expect((await sbr.get(at(`sops/${shared.id}/uses`, firm))).json()).toEqual({ items: [], total: 0 })
  const internal = await server.given.sop(firm, { visibility: 'sbr_only' })
  expect((await operator.get(at(`sops/${internal.id}/uses`))).statusCode).toBe(404)
})
