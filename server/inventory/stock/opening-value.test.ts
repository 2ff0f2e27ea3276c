// Opening stock whose file has the value of each row instead of the cost of one.

import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'

const { server, company, operator } = useServer()

const path = (rest: string) => `/api/companies/${company.id}/${rest}`
const upload = async (body: string) =>
  (await operator.post(path('imports?type=stock&places=create'), body, { 'content-type': 'text/csv' })).json()
const commit = async ({ id }: { id: string }) => (await operator.post(path(`imports/${id}/commit`), {})).json()
const stockOf = async (id: string) => (await operator.get(path(`stock/${id}`))).json()

test.each([
  ...['Total Cost', 'Value', 'Total Value', 'Extended', 'Extended Cost', 'Amount', 'Wert', 'Lagerwert', 'Betrag'],
  ...['Valeur', 'Importe', 'Valore', 'Waarde', 'Stock Value ($)'],
])('%s of a row divided by its quantity is the cost of one, and the preview says so', async (header) => {
  const { id } = await server.given.part(company, { part_number: 'A-1', cost: 1 })
  const preview = await upload(`Item,Place,Lot,Qty,${header}\nA-1,W1,L1,100,250\nA-1,W2,L1,0,0\n`)
  expect(preview.warnings).toContain(
    `'${header}' is taken as the value of each row: divided by its quantity, it gives the cost of one`,
  )
  expect(await commit(preview)).toMatchObject({ success: preview.summary.create + preview.summary.unchanged })
  expect(await stockOf(id)).toMatchObject({ onHand: 100, value: 250 })
})

test('the cost of one counts where a file has both, and a corrected row is divided too', async () => {
  const { id } = await server.given.part(company, { part_number: 'A-1' })
  await commit(await upload('Item,Place,Qty,Cost Each,Value\nA-1,W1,10,3,999\n'))
  expect(await stockOf(id)).toMatchObject({ onHand: 10, value: 30 })
  const preview = await upload('Item,Place,Qty,Value\nA-1,W2,x,50\n')
  const corrected = { cells: ['A-1', 'W2', '20', '50'] }
  expect((await operator.patch(path(`imports/${preview.id}/rows/2`), corrected)).statusCode).toBe(200)
  await commit(preview)
  expect(await stockOf(id)).toMatchObject({ onHand: 30, value: 80 })
})

test.each(['EK je 100', 'Price per 1000', 'Kosten je 100'])(
  '%s is asked about, not dropped in silence',
  async (header) => {
    await server.given.part(company, { part_number: 'A-1' })
    const { warnings } = await upload(`Item,Place,Qty,${header}\nA-1,W1,100,250\n`)
    expect(warnings).toContainEqual(expect.stringContaining(`'${header}' could be Cost Each`))
  },
)
