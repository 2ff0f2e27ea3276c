import { problem } from 'contract/inventory/import-problems.ts'
import { ImportPreview } from 'contract/inventory/imports.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { open } from '../../../testing/product.tsx'
import { newId, pageWith, sampleOf } from '../../../testing/samples.ts'

const previewed = (places: 'refuse' | 'create') =>
  sampleOf(ImportPreview, {
    ...{ id: newId(), fileName: 'stock.csv', type: 'stock', types: ['stock'], status: 'previewed' },
    summary: { create: places === 'create' ? 4 : 0, update: 0, unchanged: 0, error: places === 'create' ? 0 : 2 },
    problems: places === 'create' ? [] : [problem('unknown_places', { records: 2, examples: ['A1', 'B2'] })],
    choices: { ...sampleOf(ImportPreview.shape.choices), places },
  })

test('one press creates the places that a file of stock names', async () => {
  const choices: string[] = []
  open('/inventory/parts', 'company_operator', {
    imports: {
      create: ({ places }) => {
        choices.push(places)
        return previewed(places)
      },
      rows: () => pageWith([]),
    },
  })
  await page.getByRole('button', { name: 'Import parts' }).click()
  const file = new File(['Item Number,Place,Quantity\nP-1,A1,2\n'], 'stock.csv', { type: 'text/csv' })
  await userEvent.upload(page.getByLabelText('CSV file').last(), file)
  await expect.element(page.getByText('2 places do not exist yet: A1, B2.')).toBeVisible()
  await page.getByRole('button', { name: 'Create Them' }).click()
  await expect.element(page.getByRole('button', { name: 'Import 4 Rows' })).toBeVisible()
  await expect.element(page.getByText('do not exist yet')).not.toBeInTheDocument()
  expect(choices).toEqual(['refuse', 'create'])
})

test('rows with the same number are one question, and the answer reads the file again', async () => {
  const answers: (string | undefined)[] = []
  const repeating = (repeats?: 'add' | 'first' | 'last') =>
    sampleOf(ImportPreview, {
      ...{ id: newId(), fileName: 'parts.csv', type: 'parts', types: ['parts'], status: 'previewed' },
      columns: [
        sampleOf(ImportPreview.shape.columns.element, { header: 'Qty', fields: ['stockLevel'], match: 'name' }),
      ],
      summary: { create: 1, update: 0, unchanged: 1, error: 0 },
      problems: [
        problem('rows_repeat', { rows: 1, kept: repeats ?? 'last' }),
        problem('row_repeats', { to: 3, key: 'A', earlier: '4', later: '5', sum: repeats ? '9' : '' }, { row: 2 }),
      ],
      choices: { ...sampleOf(ImportPreview.shape.choices), repeats: repeats ?? null },
    })
  open('/inventory/parts', 'company_operator', {
    imports: {
      create: ({ repeats }) => {
        answers.push(repeats)
        return repeating(repeats)
      },
      rows: () => pageWith([]),
    },
  })
  await page.getByRole('button', { name: 'Import parts' }).click()
  const file = new File(['Part Number,Qty\nA,4\nA,5\n'], 'parts.csv', { type: 'text/csv' })
  await userEvent.upload(page.getByLabelText('CSV file').last(), file)
  await page.getByText('1 row repeats the number or name of a later row; the last one counts').click()
  await expect.element(page.getByText(/of the quantities 4 and 5 only 5 counts$/)).toBeVisible()
  await page.getByText('Add together').click()
  await expect.element(page.getByText(/their stock is added up/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Added up 1' })).toBeVisible()
  expect(answers).toEqual([undefined, 'add'])
})
