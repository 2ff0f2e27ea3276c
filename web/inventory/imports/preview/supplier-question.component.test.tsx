import { ImportPreview, ImportRow } from 'contract/inventory/imports.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { open } from '../../../testing/product.tsx'
import { newId, pageWith, sampleOf } from '../../../testing/samples.ts'

const previewed = (suppliers: string) =>
  sampleOf(ImportPreview, {
    ...{ id: newId(), fileName: 'parts.csv', type: 'parts', types: ['parts'], status: 'previewed' },
    summary: { create: suppliers === 'create' ? 3 : 2, update: 0, unchanged: 0, error: 0 },
    suppliers: { known: 0, unknown: 1, linkedRows: 0 },
    choices: { ...sampleOf(ImportPreview.shape.choices), suppliers: suppliers as 'text' },
  })
const made = sampleOf(ImportRow, {
  ...{ rowNumber: 4, type: 'vendors', isDerived: true, action: 'create', label: 'Acme' },
})

test('missing vendors are created unless the answer above the rows is another, and their rows say so', async () => {
  const questions: string[] = []
  open('/inventory/parts', 'company_operator', {
    imports: {
      create: ({ suppliers }) => {
        questions.push(suppliers)
        return previewed(suppliers)
      },
      rows: () => pageWith(questions.at(-1) === 'create' ? [made] : []),
    },
  })
  // An empty list offers the import beside its first record.
  await page.getByRole('button', { name: 'Import parts' }).click()
  const file = new File(['Part Number,Vendor\nA,Acme\n'], 'parts.csv', { type: 'text/csv' })
  await userEvent.upload(page.getByLabelText('CSV file').last(), file)
  await expect.element(page.getByText('1 name becomes a new vendor.')).toBeVisible()
  await expect.element(page.getByText('1 new vendor', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Import 2 Rows and 1 New Vendor' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'New, and 1 vendor 2' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Are the suppliers your vendors?' }).click()
  await page.getByRole('option', { name: 'Only the name, no link' }).click()
  await expect.element(page.getByText('It leads to no vendor.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'New 2', exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Import 2 Rows', exact: true })).toBeEnabled()
  expect(questions).toEqual(['create', 'text'])
})

test('a component that a bill of materials creates is a new part, not a vendor', async () => {
  const part = { rowNumber: 8, type: 'parts', isDerived: true, action: 'create', label: 'X-77' } as const
  open('/inventory/parts', 'company_operator', {
    imports: {
      create: () => previewed('text'),
      rows: () => pageWith([sampleOf(ImportRow, part)]),
    },
  })
  await page.getByRole('button', { name: 'Import parts' }).click()
  const file = new File(['Parent,Part Number\nP-1,X-77\n'], 'bom.csv', { type: 'text/csv' })
  await userEvent.upload(page.getByLabelText('CSV file').last(), file)
  await expect.element(page.getByText('1 new part', { exact: true })).toBeVisible()
})
