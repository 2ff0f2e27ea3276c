import { expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'
import { workbookOf } from '../../../testing/workbook-file.ts'

const { company, operator } = useServer()

const at = (rest: string) => `/api/companies/${company.id}/${rest}`

async function store(file: Buffer | string, query: string) {
  const preview = (await operator.post(at(`imports?${query}`), file, { 'content-type': 'text/csv' })).json()
  expect(preview.summary.error).toBe(0)
  const commit = await operator.post(at(`imports/${preview.id}/commit`), {})
  expect(commit.statusCode).toBe(200)
}

/*
 * By hand. A feeder holds 2 motors at 4.75, 6 screws at 0.125 and a board at 12.5: 9.5 + 0.75 + 12.5 = 22.75.
 * A machine holds 3 feeders, 10 screws and a frame at 149.9: 68.25 + 1.25 + 149.9 = 219.4.
 * For one: 6 motors, 28 screws, 3 boards, 1 frame. Of 20, 100, 11 and 5 there are enough for 3 (motors, screws and boards).
 */
test('parts with decimal commas and a list of levels become a machine; its cost and max buildable match a calculation by hand', async () => {
  const parts = [
    ['Teileliste', '', '', ''],
    ['Artikelnummer', 'Bezeichnung', 'EK-Preis', 'Bestand'],
    ['MOT-1', 'Motor', '4,75', '20'],
    ['SCR-1', 'Schraube', '0,125', '100'],
    ['BRD-1', 'Platine', '12,5', '11'],
    ['FRM-1', 'Rahmen', '149,90', '5'],
  ]
  await store(workbookOf({ name: 'Teile', rows: parts }), 'type=parts&fileName=teile.xlsx')
  const lines =
    'Parent;Component;Qty\nMACHINE;FEEDER;3\nMACHINE;SCR-1;10\nMACHINE;FRM-1;1\nFEEDER;MOT-1;2\nFEEDER;SCR-1;6\nFEEDER;BRD-1;1\n'
  await store(lines, 'bomTop=products')
  const [machine] = (await operator.get(at('products?q=MACHINE'))).json().items
  const [shown] = (await operator.get(at('inventory/build-analysis'))).json().items
  expect(shown).toMatchObject({ id: machine.id, calculatedCost: 219.4, maxBuildable: 3 })
})
