import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'

const { company, operator } = useServer()

const path = (rest: string) => `/api/companies/${company.id}/imports${rest}`
const preview = async (lines: string[]) =>
  (await operator.post(path('?type=vendors&fileName=v.csv'), lines.join('\n'), { 'content-type': 'text/csv' })).json()
type Row = { cells: string[]; changes: { field: string; oldValue: string | null; newValue: string | null }[] }
const rowsOf = async (id: string): Promise<Row[]> => (await operator.get(path(`/${id}/rows`))).json().items

const header = 'Name,Preferred Shipping,IBAN,Colour,Email'

test('sealed rows of vendors are shown with all their cells, as uploaded', async () => {
  const { id, columns } = await preview([header, 'Acme,UPS, DE02 ,red,', 'Bolt,ups,DE03,,', 'Cog,,,,x@y.z,more'])
  const rows = await rowsOf(id)
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['Acme', 'UPS', ' DE02 ', 'red', ''],
    ['Bolt', 'ups', 'DE03', '', ''],
    ['Cog', '', '', '', 'x@y.z', 'more'],
  ])
  expect(rows[0]?.changes).toContainEqual({ field: 'iban', oldValue: null, newValue: 'DE02' })
  expect(columns.map(({ samples }: { samples: string[] }) => samples)).toContainEqual(['DE02', 'DE03'])
})

test('the file of faulty rows has their cells, and a corrected row is stored', async () => {
  const long = 'X'.repeat(60)
  const { id } = await preview([header, `Acme,ups,${long},red,`, 'Bolt,ups,DE03,blue,no mail'])
  const [first] = (await operator.get(path(`/${id}/rows`))).json().items
  expect(first.error).toBe('Row 2: IBAN must be at most 50 characters')
  const { body } = await operator.get(path(`/${id}/errors.csv`))
  expect(body).toContain(`Acme,ups,${long},red,`)
  expect(body).toContain('Bolt,ups,DE03,blue,no mail')
  const fixed = await operator.patch(path(`/${id}/rows/2`), { cells: ['Acme', 'UPS', 'DE05', 'red', ''] })
  expect(fixed.json().row.cells).toEqual(['Acme', 'UPS', 'DE05', 'red', ''])
  await operator.post(path(`/${id}/commit`), { goodRowsOnly: true })
  const [acme] = (await operator.get(`/api/companies/${company.id}/vendors`)).json().items
  const stored = await operator.get(`/api/companies/${company.id}/vendors/${acme.id}`)
  expect(stored.json().private).toMatchObject({ iban: 'DE05', preferredShippingMethod: 'ups' })
  const again = await preview(['Name,IBAN', 'Acme,DE06'])
  expect((await rowsOf(again.id))[0]?.changes).toEqual([{ field: 'iban', oldValue: 'DE05', newValue: 'DE06' }])
})

test('undo of an import that adds vendors and bank data keeps the vendors that were there', async () => {
  const vendors = `/api/companies/${company.id}/vendors`
  const { id: old } = (await operator.post(vendors, { name: 'Old Mill' })).json()
  const { id } = await preview([header, 'Old Mill,,DE02,,', 'New Mill,,DE03,,'])
  await operator.post(path(`/${id}/commit`), {})
  const undone = await operator.post(path(`/${id}/undo`), {})
  expect(undone.json()).toMatchObject({ conflictCount: 0 })
  const kept = (await operator.get(`${vendors}/${old}`)).json()
  expect([kept.name, kept.private.iban]).toEqual(['Old Mill', null])
  expect((await operator.get(`${vendors}?q=Mill`)).json().items).toHaveLength(1)
})
