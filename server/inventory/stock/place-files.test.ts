import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'

const { server, company, operator } = useServer()

const path = (rest: string) => `/api/companies/${company.id}/${rest}`
const preview = async (body: string, type = 'parts') =>
  (await operator.post(path(`imports?type=${type}`), body, { 'content-type': 'text/csv' })).json()
const commit = async ({ id }: { id: string }) => (await operator.post(path(`imports/${id}/commit`), {})).json()
const errors = async ({ id }: { id: string }) =>
  (await operator.get(path(`imports/${id}/rows`))).json().items.map(({ error }: { error: string | null }) => error)
const place = async (code: string) => (await operator.post(path('locations'), { code, name: `Shelf ${code}` })).json()
const moved = async (lines: object[]) => {
  const answer = await operator.post(path('movements'), { actionId: randomUUID(), lines })
  expect(answer.statusCode, answer.body).toBe(200)
}
const stockOf = async (id: string) => (await operator.get(path(`stock/${id}`))).json()

test('a file of parts that lowers a stock by more than is at the home place is refused by its row', async () => {
  const [home, away] = [await place('A-1'), await place('B-1')]
  const { id } = await server.given.part(company, { part_number: 'P-1', name: 'Bolt', location: 'a-1' })
  await moved([
    { itemId: id, quantity: 5, locationId: home.id },
    { itemId: id, quantity: 7, locationId: away.id },
  ])
  const low = await preview('Part Number,Name,Quantity\nP-1,Bolt,6\n')
  expect(await errors(low)).toEqual(["Row 2: Quantity must be 7 or more: P-1 has 5 at its home place A-1, found '6'"])
  await commit(await preview('Part Number,Name,Quantity\nP-1,Bolt,7\n'))
  expect((await stockOf(id)).places).toEqual([{ locationId: away.id, lotNumber: null, quantity: 7 }])
})

test('the home place that a row names counts, not the one before', async () => {
  const away = await place('B-1')
  const { id } = await server.given.part(company, { part_number: 'P-1', name: 'Bolt', stock_level: 2 })
  await moved([{ itemId: id, quantity: 7, locationId: away.id }])
  expect(await errors(await preview('Part Number,Name,Quantity\nP-1,Bolt,6\n'))).toEqual([
    "Row 2: Quantity must be 7 or more: P-1 has 2 that are at no place, found '6'",
  ])
  const file = await preview('Part Number,Name,Quantity,Location\nP-1,Bolt,1,B-1\n')
  expect(file.summary).toMatchObject({ update: 1, error: 0 })
  expect(await commit(file)).toMatchObject({ success: 1 })
  expect((await stockOf(id)).places).toEqual([{ locationId: away.id, lotNumber: null, quantity: 1 }])
})

test('a file of parts changes no stock in lots, and takes off what is in none', async () => {
  const { id } = await server.given.part(company, { part_number: 'P-1', name: 'Milk', stock_level: 3 })
  await operator.patch(path(`parts/${id}`), { hasLots: true })
  await moved([{ itemId: id, quantity: 50, lotNumber: 'L1' }])
  const words = 'Row 2: Quantity comes from a file of stock: P-1 has lots, and this file names none, found'
  expect(await errors(await preview('Part Number,Name,Quantity\nP-1,Milk,80\n'))).toEqual([`${words} '80'`])
  expect(await errors(await preview('Part Number,Name,Quantity\nP-1,Milk,49\n'))).toEqual([`${words} '49'`])
  expect(await commit(await preview('Part Number,Name,Quantity\nP-1,Milk,50\n'))).toMatchObject({ success: 1 })
  expect((await stockOf(id)).places).toEqual([{ locationId: null, lotNumber: 'L1', quantity: 50 }])
})
