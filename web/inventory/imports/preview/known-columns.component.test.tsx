import { ImportPreview, ImportRow } from 'contract/inventory/imports.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNone } from '../../../testing/look.ts'
import { open } from '../../../testing/product.tsx'
import { newId, pageWith, sampleOf } from '../../../testing/samples.ts'

const Column = ImportPreview.shape.columns.element
const columnOf = (header: string, field: string, match: 'alias' | 'close' = 'alias') =>
  sampleOf(Column, { header, fields: [field], match, samples: ['1'] })

const headers = ['Item #', 'Description', 'Mfr / Supplier', 'On Hand', 'Price ea']
const fields = ['partNumber', 'name', 'supplierName', 'stockLevel', 'cost']

async function show(columns: ImportPreview['columns']) {
  const preview = sampleOf(ImportPreview, {
    ...{ id: newId(), fileName: 'shop.csv', type: 'parts', types: ['parts'], status: 'previewed', columns },
    fields: fields.map((field) =>
      sampleOf(ImportPreview.shape.fields.element, { field, label: field, isNeededForNew: field === 'name' }),
    ),
    cells: {
      parts: { headers, fields: fields.map((field) => (field === 'supplierName' ? [field, 'vendorId'] : [field])) },
    },
    summary: { create: 1, update: 0, unchanged: 0, error: 0 },
  })
  const row = sampleOf(ImportRow, {
    ...{ rowNumber: 2, type: 'parts', action: 'create', label: 'K-1 · Shaft' },
    cells: ['K-1', 'Shaft', 'Acme', 'TBD', '2.05'],
    changes: [
      { field: 'vendorId', oldValue: null, newValue: 'Acme' },
      { field: 'cost', oldValue: null, newValue: '2.05' },
    ],
  })
  open('/inventory/parts', 'company_operator', {
    imports: { create: () => preview, rows: () => pageWith([row]) },
  })
  await page.getByRole('button', { name: 'Import parts' }).click()
  await userEvent.upload(page.getByLabelText('CSV file').last(), new File(['x\n'], 'shop.csv', { type: 'text/csv' }))
}

test('the price of a list with suppliers is no question of its own, and TBD of a new part is shown as empty, not as 0', async () => {
  const known = headers.slice(0, -1).map((header, at) => columnOf(header, fields[at] ?? ''))
  await show([...known, columnOf('Price ea', 'cost', 'close')])
  await expect.element(page.getByRole('heading', { name: 'Preview', exact: true })).toBeVisible()
  const row = page.getByRole('row', { name: /K-1 · Shaft/ })
  await expect.element(row).toMatchTextContent(/Stock Levelempty/)
  await expect.element(row).toMatchTextContent(/Cost\$2\.05/)
  expect(row.element().textContent?.match(/empty/g)).toHaveLength(1)
})

test('any other column whose name is only close is shown before the rows', async () => {
  const known = headers
    .slice(0, -1)
    .map((header, at) => columnOf(header, fields[at] ?? '', at === 3 ? 'close' : 'alias'))
  await show([...known, columnOf('Cost', 'cost')])
  await expect.element(page.getByRole('heading', { name: 'Check the columns' })).toBeVisible()
  await expectNone(page.getByRole('heading', { name: 'Preview', exact: true }))
})
