import { expect, test } from 'vitest'
import { csvText } from '../../testing/csv.ts'
import { useServer } from '../../testing/fixture.ts'
import { stockFaults } from '../../testing/oracles/stock-law.ts'
import { stockOf } from '../../testing/stock.ts'

const { server, company, operator } = useServer()
const { path, moved, spots } = stockOf({ company, operator })

const preview = async (body: string | Buffer, type = 'parts') =>
  (await operator.post(path(`imports?type=${type}`), body, { 'content-type': 'text/csv' })).json()
const commit = async ({ id }: { id: string }) => (await operator.post(path(`imports/${id}/commit`), {})).json()
const errors = async ({ id }: { id: string }) =>
  (await operator.get(path(`imports/${id}/rows`))).json().items.map(({ error }: { error: string | null }) => error)
const parts = async () => (await operator.get(path('parts?sort=partNumber'))).json().items
const exported = async (file: string) => csvText((await operator.get(path(`exports/${file}`))).body)
const milk = { part_number: 'M-1', name: 'Milk', has_lots: true }

test('the file of a company without lots has no column for them', async () => {
  await server.given.part(company)
  expect(await exported('parts.csv')).not.toMatch(/Lots/)
  expect((await operator.get(path('lists/parts?format=csv'))).body).not.toMatch(/Lots/)
})

test.each(['csv', 'xlsx'])(
  'a part that keeps lots comes back keeping lots from the %s file of a list',
  async (format) => {
    const { id } = await server.given.part(company, milk)
    await server.given.part(company, { part_number: 'N-1', name: 'Nut', stock_level: 5 })
    const file = (await operator.get(path(`lists/parts?format=${format}`))).rawPayload
    expect((await preview(file)).summary).toMatchObject({ unchanged: 2 })
    await operator.delete(path(`parts/${id}`))
    await commit(await preview(file))
    expect(await parts()).toMatchObject([
      { partNumber: 'M-1', hasLots: true },
      { partNumber: 'N-1', hasLots: false },
    ])
  },
)

test('and from the files of the inventory, with what is in lots and what came before them', async () => {
  const { id } = await server.given.part(company, { ...milk, has_lots: false, stock_level: 3 })
  await operator.patch(path(`parts/${id}`), { hasLots: true })
  await moved([{ itemId: id, quantity: 50, lotNumber: 'L1', unitCost: 2 }])
  const [body, backup] = [await exported('inventory.csv'), (await operator.post(path('backups'), {})).json()]
  expect((await preview(body, 'auto')).summary).toMatchObject({ create: 0, update: 0, error: 0 })
  await operator.delete(path(`parts/${id}`))
  const again = await preview(body, 'auto')
  expect(await commit(again)).toMatchObject({ success: 3 })
  const [found] = await parts()
  expect([found, await spots(found.id)]).toMatchObject([
    { hasLots: true, stockLevel: 53 },
    { '-': 3, '- L1': 50 },
  ])
  await operator.patch(path(`parts/${found.id}`), { hasLots: false })
  await operator.post(path(`imports/${again.id}/undo`), {})
  const restored = (await operator.post(path(`backups/${backup.id}/import`), {})).json()
  expect(restored.summary).toMatchObject({ error: 0 })
  await commit(restored)
  const [returned] = await parts()
  expect([returned, await spots(returned.id)]).toMatchObject([{ hasLots: true }, { '-': 3, '- L1': 50 }])
  await moved([{ itemId: returned.id, quantity: -2 }])
  const later = (await operator.post(path(`backups/${backup.id}/import`), {})).json()
  expect(later.summary).toMatchObject({ update: 1, error: 0 })
  await commit(later)
  expect(await spots(returned.id)).toEqual({ '-': 3, '- L1': 50 })
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('a backup takes from a part the lots that it did not keep', async () => {
  const { id } = await server.given.part(company, { part_number: 'N-1' })
  await server.given.part(company, milk)
  const backup = (await operator.post(path('backups'), {})).json()
  await operator.patch(path(`parts/${id}`), { hasLots: true })
  await commit((await operator.post(path(`backups/${backup.id}/import`), {})).json())
  expect(await parts()).toMatchObject([{ hasLots: true }, { partNumber: 'N-1', hasLots: false }])
})

test.each([
  ['Lots', 'Yes', 'No'],
  ['Lot Tracked', 'true', 'false'],
  ['Has Batch No', '1', '0'],
  ['Chargenpflicht', 'X', ''],
  ['Batch Tracking', 'y', 'n'],
])('a file says by %s which parts keep lots', async (header, yes, no) => {
  const file = await preview(`Part Number,Name,${header}\nM-1,Milk,${yes}\nN-1,Nut,${no}\n`)
  expect(await commit(file)).toMatchObject({ success: 2 })
  expect(await parts()).toMatchObject([{ hasLots: true }, { hasLots: false }])
})

test.each(['Lot', 'Lots', 'Lot No.'])(
  'lot numbers in a column %s are not taken for yes or no, and it is named as left out',
  async (header) => {
    const file = await preview(`Part Number,Name,${header}\nM-1,Milk,L-2026-01\n`)
    expect(file).toMatchObject({ summary: { create: 1, error: 0 }, leftOut: [header] })
  },
)

test('the quantity of a part with lots is refused in a file that names no lot, for new parts too', async () => {
  await server.given.part(company, { part_number: 'N-1', name: 'Nut', stock_level: 5 })
  const file = await preview('Part Number,Name,Quantity,Lots\nM-1,Milk,50,Yes\nN-1,Nut,6,Yes\n')
  expect(await errors(file)).toEqual([
    "Row 2: Quantity comes from a file of stock: M-1 has lots, and this file names none, found '50'",
    "Row 3: Quantity comes from a file of stock: N-1 has lots, and this file names none, found '6'",
  ])
  expect((await preview('Part Number,Name,Quantity,Lots\nM-1,Milk,0,Yes\nN-1,Nut,4,Yes\n')).summary).toMatchObject({
    create: 1,
    update: 1,
  })
})

test('an undone import takes back that a part keeps lots', async () => {
  await server.given.part(company, { part_number: 'N-1', name: 'Nut' })
  const file = await preview('Part Number,Name,Lots\nN-1,Nut,Yes\n')
  await commit(file)
  expect(await parts()).toMatchObject([{ hasLots: true }])
  await operator.post(path(`imports/${file.id}/undo`), {})
  expect(await parts()).toMatchObject([{ hasLots: false }])
})
