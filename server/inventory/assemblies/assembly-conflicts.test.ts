import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'

const { server, company, operator } = useServer()

const path = (rest = '') => `/api/companies/${company.id}/assemblies${rest}`
const line = (type: string, { id }: { id: string }, quantity = 1) => ({ type, id, quantity })
const frame = { assemblyNumber: 'A-1', name: 'Frame' }

async function add(fields: object): Promise<{ id: string; version: number; changeSetId: string }> {
  const answer = await operator.post(path(), fields)
  expect(answer.statusCode).toBe(201)
  return answer.json()
}

test('a wide bill of materials is refused at once with the reason, however many paths it has (T98)', async () => {
  let below: { id: string }[] = []
  const levels: { id: string }[][] = []
  for (let level = 20; level >= 1; level--) {
    const components = below.map((item) => line('assembly', item))
    below = [
      await add({ assemblyNumber: `${level}a`, name: 'x', components }),
      await add({ assemblyNumber: `${level}b`, name: 'x', components }),
      await add({ assemblyNumber: `${level}c`, name: 'x', components }),
    ]
    levels.unshift(below)
  }
  const [top, bottom] = [levels[0]?.[0], levels[19]?.[2]] as [{ id: string }, { id: string }]
  const deeper = await operator.post(path(), { ...frame, components: [line('assembly', top)] })
  expect(deeper.json().data).toEqual({ reason: 'bom_too_deep' })
  const loop = await operator.patch(path(`/${bottom.id}`), { components: [line('assembly', top)] })
  expect(loop.json().data).toMatchObject({
    reason: 'bom_loop',
    detail: expect.stringMatching(/^20c > 1a > 2. > .* > 20c$/),
  })
})

test('a deletion and a save at the same time each succeed or are refused with the reason (T99)', async () => {
  for (let round = 0; round < 15; round++) {
    const [kept, gone] = [await server.given.part(company), await server.given.part(company)]
    const { id } = await add({ ...frame, assemblyNumber: `R-${round}`, components: [line('part', kept)] })
    const [save, ofAssembly, ofPart] = await Promise.all([
      operator.patch(path(`/${id}`), { components: [line('part', kept, 5), line('part', gone)] }),
      operator.delete(path(`/${id}`)),
      operator.delete(`/api/companies/${company.id}/parts/${gone.id}`),
    ])
    expect([200, 404, 422]).toContain(save.statusCode)
    if (save.statusCode === 422) expect(save.json().data).toEqual({ field: 'components.1.id' })
    expect(ofAssembly.statusCode).toBe(200)
    expect([200, 409]).toContain(ofPart.statusCode)
    if (ofPart.statusCode === 409) expect(ofPart.json().data).toMatchObject({ reason: 'in_use', count: 1 })
  }
})

test('undo restores everything but a line that would close a loop now', async () => {
  const part = await server.given.part(company)
  const b = await add({ assemblyNumber: 'B', name: 'b' })
  const { id } = await add({ ...frame, components: [line('assembly', b), line('part', part)] })
  const { changeSetId } = (await operator.patch(path(`/${id}`), { name: 'Bare frame', components: [] })).json()
  await operator.patch(path(`/${b.id}`), { components: [line('assembly', { id })] })
  const undo = await operator.post(`/api/companies/${company.id}/change-sets/${changeSetId}/undo`)
  expect(undo.statusCode).toBe(200)
  expect(undo.json()).toMatchObject({
    conflictCount: 1,
    conflicts: [
      {
        ...{ entityType: 'bom_line', entityName: 'B b', field: null },
        ...{ code: 'rule', params: { rule: 'bom_loop', detail: 'A-1 > B > A-1' } },
        reason: 'A bill of materials cannot contain itself: A-1 > B > A-1',
      },
    ],
  })
  const restored = (await operator.get(path(`/${id}`))).json()
  expect(restored).toMatchObject({ name: 'Frame', components: [{ id: part.id }] })
})

test('when undo keeps a created record in use, its lines stay too', async () => {
  const part = await server.given.part(company)
  const inner = await add({ assemblyNumber: 'B', name: 'b', components: [line('part', part, 3)] })
  const outer = await add({ ...frame, components: [line('assembly', inner)] })
  const undo = await operator.post(`/api/companies/${company.id}/change-sets/${inner.changeSetId}/undo`)
  expect(undo.json()).toMatchObject({
    restored: 0,
    conflictCount: 1,
    conflicts: [{ entityType: 'assembly', entityName: 'b' }],
  })
  expect((await operator.get(path(`/${inner.id}`))).json().components).toMatchObject([{ id: part.id, quantity: 3 }])
  await operator.patch(path(`/${outer.id}`), { location: 'B2' })
  const later = await operator.post(`/api/companies/${company.id}/change-sets/${outer.changeSetId}/undo`)
  expect(later.json()).toMatchObject({
    restored: 0,
    conflictCount: 1,
    conflicts: [{ entityType: 'assembly', entityName: 'Frame' }],
  })
  expect((await operator.get(path(`/${outer.id}`))).json().components).toMatchObject([{ id: inner.id }])
})

test('when a deletion of several records is refused, the answer names those in use', async () => {
  const [used, free] = [
    await server.given.part(company, { part_number: 'P-1' }),
    await server.given.part(company, { part_number: 'P-2' }),
  ]
  await add({ ...frame, components: [line('part', used)] })
  const ids = [used.id, free.id]
  const answer = await operator.post(`/api/companies/${company.id}/parts/bulk-delete`, { selection: { ids } })
  expect([answer.statusCode, answer.json().data.uses]).toMatchObject([409, [{ number: 'A-1', of: ['P-1'] }]])
})
