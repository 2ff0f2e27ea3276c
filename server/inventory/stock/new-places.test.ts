import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'
import { stockFaults } from '../../testing/oracles/stock-law.ts'

const { server, company, operator } = useServer()

const path = (rest: string) => `/api/companies/${company.id}/${rest}`
const upload = async (body: string, query = '') =>
  (await operator.post(path(`imports?type=stock${query}`), body, { 'content-type': 'text/csv' })).json()
const commit = async ({ id }: { id: string }, choice = {}) => operator.post(path(`imports/${id}/commit`), choice)
const rows = async ({ id }: { id: string }) => (await operator.get(path(`imports/${id}/rows`))).json().items
const places = async () =>
  (await operator.get(path('locations'))).json().items.map(({ code, name }: Place) => `${code}: ${name}`)
type Place = { code: string; name: string }
const stockOf = async (id: string) => (await operator.get(path(`stock/${id}`))).json()

const header = 'Item Number,Place,Lot,Quantity,Cost Each\n'

test('places that a file of stock names and nobody has made are named, and created by one choice', async () => {
  await operator.post(path('locations'), { code: 'A1', name: 'First shelf' })
  const { id } = await server.given.part(company, { part_number: 'P-1' })
  const body = `${header}P-1,A1,,5,2\nP-1,b2,,7,3\nP-1,B2,L1,1,3\nP-1,C3,,1,1\n`
  const asked = await upload(body)
  expect(asked.summary).toMatchObject({ create: 1, error: 3 })
  expect(asked.problems).toContainEqual(
    expect.objectContaining({ code: 'unknown_places', params: { records: 2, examples: ['B2', 'C3'] } }),
  )
  const preview = await upload(body, '&places=create')
  expect(preview.summary).toEqual({ create: 6, update: 0, unchanged: 0, error: 0 })
  expect(preview.problems).toEqual([])
  expect((await rows(preview)).slice(0, 2)).toMatchObject([
    { isDerived: true, type: 'places', rowNumber: 3, label: 'B2' },
    { isDerived: true, type: 'places', rowNumber: 5, label: 'C3' },
  ])
  expect((await commit(preview)).json()).toMatchObject({ success: 6, types: ['places', 'stock'] })
  expect(await places()).toEqual(['A1: First shelf', 'B2: B2', 'C3: C3'])
  expect(await stockOf(id)).toMatchObject({ onHand: 14 })
  expect(await stockFaults(server.given, company.id)).toEqual([])
  const undone = (await operator.post(path(`imports/${preview.id}/undo`), {})).json()
  expect([undone.conflicts, await places()]).toEqual([[], ['A1: First shelf']])
  expect(await stockOf(id)).toMatchObject({ onHand: 0 })
})

test('rows with errors and rows that are not chosen create no places', async () => {
  await server.given.part(company, { part_number: 'P-1' })
  const body = `${header}P-1,A1,,5,2\nP-1,B2,,x,2\nP-1,C3,,1,2\n`
  const preview = await upload(body, '&places=create')
  expect(preview.summary).toMatchObject({ create: 4, error: 1 })
  expect((await commit(preview, { only: [2] })).statusCode).toBe(200)
  expect(await places()).toEqual(['A1: A1'])
  const { items } = (await operator.get(path('parts?q=P-1'))).json()
  expect(await stockOf(items[0].id)).toMatchObject({ onHand: 5 })
})

test('a corrected row names its place, too', async () => {
  await server.given.part(company, { part_number: 'P-1' })
  const preview = await upload(`${header}P-1,A1,,x,2\n`, '&places=create')
  expect(preview.summary).toMatchObject({ create: 0, error: 1 })
  const url = path(`imports/${preview.id}/rows/2`)
  const { row } = (await operator.patch(url, { cells: ['P-1', 'A1', '', '4', '2'] })).json()
  expect(row).toMatchObject({ action: 'create' })
  expect((await commit(preview)).json()).toMatchObject({ success: 2 })
  expect(await places()).toEqual(['A1: A1'])
})

test('a place that somebody makes meanwhile is used', async () => {
  const { id } = await server.given.part(company, { part_number: 'P-1' })
  const preview = await upload(`${header}P-1,A1,,5,2\n`, '&places=create')
  await operator.post(path('locations'), { code: 'a1', name: 'First shelf' })
  expect((await commit(preview)).statusCode).toBe(200)
  expect(await places()).toEqual(['a1: First shelf'])
  expect(await stockOf(id)).toMatchObject({ onHand: 5, places: [{ quantity: 5 }] })
})

test.each([
  ['Total', ''],
  ['Summe', ''],
  ['Gesamt', ''],
  ['Totaal', ''],
  ['Total général', ''],
  ['Totale', ''],
  ['Alle Lager', ''],
  ['B2', 'Total'],
])('the total of an item over its places and lots is left out and named: place %j, lot %j', async (place, lot) => {
  const { id } = await server.given.part(company, { part_number: 'P-1' })
  const preview = await upload(`${header}P-1,B2,L1,40,2\nP-1,${place},${lot},40,2\n`, '&places=create')
  expect(preview.warnings).toContain('Row 3 is a total or a comment, so it is left out')
  expect((await commit(preview)).statusCode).toBe(200)
  expect(await places()).toEqual(['B2: B2'])
  expect(await stockOf(id)).toMatchObject({ onHand: 40 })
})

test('a place of the company that is called Total has stock like any other', async () => {
  await operator.post(path('locations'), { code: 'TOTAL', name: 'Total' })
  const { id } = await server.given.part(company, { part_number: 'P-1' })
  const preview = await upload(`${header}P-1,Total,,40,2\n`)
  expect(preview.warnings.join()).not.toContain('left out')
  await commit(preview)
  expect(await stockOf(id)).toMatchObject({ onHand: 40 })
})
