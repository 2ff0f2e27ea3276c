import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'

const { server, company, operator } = useServer()

const path = (rest: string) => `/api/companies/${company.id}/${rest}`
const upload = async (body: string) =>
  (await operator.post(path('imports?type=stock'), body, { 'content-type': 'text/csv' })).json()
const rows = async (id: string) => (await operator.get(path(`imports/${id}/rows`))).json().items
const stockOf = async (id: string) => (await operator.get(path(`stock/${id}`))).json().onHand

async function given() {
  const [cable, nut] = [
    await server.given.part(company, { part_number: 'W-1', unit: 'm', decimals: 2 }),
    await server.given.part(company, { part_number: 'N-1' }),
  ]
  return { cable: cable.id, nut: nut.id }
}

test.each(['812.5 m', '812,5 MTR', '812500 mm'])(
  'a quantity of a file of stock that names its unit is taken in that of its part, without a question: %s',
  async (cell) => {
    const { cable } = await given()
    const preview = await upload(`Item Number;Quantity\nW-1;${cell}\nN-1;4\n`)
    expect(preview).toMatchObject({ status: 'previewed', summary: { create: 2, error: 0 } })
    expect(preview.columns[1].units).toBeNull()
    await operator.post(path(`imports/${preview.id}/commit`), {})
    expect(await stockOf(cable)).toBe(812.5)
  },
)

test('a quantity in a unit that its part does not have is refused and asked about, and its row can be corrected', async () => {
  const { nut } = await given()
  const preview = await upload('Item Number,Quantity\nW-1,3 kg\nN-1,5 m\n')
  expect(preview).toMatchObject({ summary: { create: 0, error: 2 } })
  expect(preview.columns[1].units).toMatchObject({ examples: ['3 kg', '5 m'] })
  const correct = (row: number, cells: string[]) => operator.patch(path(`imports/${preview.id}/rows/${row}`), { cells })
  expect((await correct(2, ['W-1', '50 cm'])).json().row).toMatchObject({ action: 'create' })
  expect((await correct(3, ['N-1', '5 pcs'])).json().row).toMatchObject({ action: 'create' })
  expect((await rows(preview.id)).map(({ error }: { error: string | null }) => error)).toEqual([null, null])
  await operator.post(path(`imports/${preview.id}/commit`), {})
  expect(await stockOf(nut)).toBe(5)
})
