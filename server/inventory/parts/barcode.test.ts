import { expect, test } from 'vitest'
import { csvText } from '../../testing/csv.ts'
import { useServer } from '../../testing/fixture.ts'

// Proves that a new field takes four files: all readers of the catalogue handle the barcode without a line of their own.

const { company, operator } = useServer()

const path = (rest: string) => `/api/companies/${company.id}/${rest}`
const make = async (partNumber: string, barcode?: string | null) =>
  (await operator.post(path('parts'), { partNumber, name: `Part ${partNumber}`, barcode })).json()
const list = async (query = '') => (await operator.get(path(`parts${query}`))).json().items
const barcodes = async (query = '') => (await list(query)).map((part: { barcode: string | null }) => part.barcode)
const preview = async (body: string) =>
  (await operator.post(path('imports?type=parts'), body, { 'content-type': 'text/csv' })).json()

test('a barcode is added, changed and removed; each change can be undone and is in the log', async () => {
  const { id, barcode } = await make('P-1', ' 4006381333931 ')
  expect(barcode).toBe('4006381333931')
  expect((await operator.patch(path(`parts/${id}`), { barcode: 'x'.repeat(101) })).statusCode).toBe(400)
  const { changeSetId } = (await operator.patch(path(`parts/${id}`), { barcode: '' })).json()
  expect(await barcodes()).toEqual([null])
  const { items } = (await operator.get(path(`activity?entityId=${id}`))).json()
  expect(items[0]).toMatchObject({ fieldChanged: 'barcode', oldValue: '4006381333931', newValue: null })
  await operator.post(path(`change-sets/${changeSetId}/undo`), {})
  expect(await barcodes()).toEqual(['4006381333931'])
})

test('lists search and sort by it', async () => {
  await make('P-1', '20')
  await make('P-2', '3')
  await make('P-3')
  expect(await barcodes('?sort=barcode')).toEqual(['3', '20', null])
  expect(await barcodes('?sort=barcode&q=part')).toEqual(['3', '20', null])
  await make('P-4', '4006381333931')
  expect(await list('?q=81333')).toMatchObject([{ partNumber: 'P-4' }])
})

test.each(['Barcode', 'EAN', 'UPC', 'GTIN', 'ean-13', 'Strichcode'])(
  'a file can name the column %s',
  async (header) => {
    await make('P-1', '1')
    const { id, summary } = await preview(`Part Number,Name,${header}\nP-1,Part P-1,4006381333931\nP-2,New,5\n`)
    expect(summary).toEqual({ create: 1, update: 1, unchanged: 0, error: 0 })
    await operator.post(path(`imports/${id}/commit`), {})
    expect(await barcodes('?sort=partNumber')).toEqual(['4006381333931', '5'])
    await operator.post(path(`imports/${id}/undo`), {})
    expect(await barcodes()).toEqual(['1'])
  },
)

test('the preview refuses a barcode that is too long', async () => {
  const { id } = await preview(`Part Number,Name,Barcode\nP-1,Nut,${'1'.repeat(101)}\n`)
  const { items } = (await operator.get(path(`imports/${id}/rows`))).json()
  expect(items[0].error).toContain('Barcode must be at most 100 characters')
})

test('an export holds the barcode and is imported again without a change; the template has no such column', async () => {
  await make('P-1', '=1+1')
  const { body } = await operator.get(path('exports/parts.csv'))
  expect(csvText(body).split('\n')[0]).toContain('Files (JSON),Barcode,Linked Vendor')
  expect(csvText(body)).toContain(`'=1+1`)
  expect((await preview(body)).summary).toEqual({ create: 0, update: 0, unchanged: 1, error: 0 })
  expect((await operator.get(path('import-templates/parts'))).body).not.toContain('Barcode')
})

test('a backup brings it back', async () => {
  const { id } = await make('P-1', '4006381333931')
  const backup = (await operator.post(path('backups'), { format: 'internal' })).json()
  await operator.patch(path(`parts/${id}`), { barcode: null })
  const restored = (await operator.post(path(`backups/${backup.id}/import`), {})).json()
  await operator.post(path(`imports/${restored.id}/commit`), {})
  expect(await barcodes()).toEqual(['4006381333931'])
})
