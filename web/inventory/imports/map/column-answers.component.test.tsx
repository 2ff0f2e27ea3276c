import { ImportPreview } from 'contract/inventory/imports.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { open } from '../../../testing/product.tsx'
import { newId, sampleOf } from '../../../testing/samples.ts'

const Column = ImportPreview.shape.columns.element

const numbers = (header: string, field: string, example: string) =>
  sampleOf(Column, {
    ...{ header, samples: ['2,95 €', example], fields: [field], match: 'alias' as const },
    numbers: { decimals: 'comma', evidence: 'comma', hint: false, isChosen: false, examples: ['2,95 €', example] },
    currencies: { found: [field === 'cost' ? '€' : 'EUR'], isTaken: false },
    units: { examples: [example], words: [], isIgnored: false },
  })

const Field = ImportPreview.shape.fields.element
const fieldOf = (field: string, label: string) => sampleOf(Field, { field, label, isNumber: true })

const asking = sampleOf(ImportPreview, {
  ...{ id: newId(), fileName: 'liste.csv', type: 'parts', types: ['parts'], status: 'previewed' },
  leftOut: ['Of another section'],
  columns: [numbers('EK', 'cost', '4 €/m'), numbers('VK', 'retailPrice', '3 €/m')],
  fields: [fieldOf('cost', 'Cost'), fieldOf('retailPrice', 'Retail Price')],
})

async function openColumns(preview = asking) {
  open('/inventory/parts', 'company_operator', { imports: { create: () => preview } })
  await page.getByRole('button', { name: 'Import parts' }).click()
  await userEvent.upload(
    page.getByLabelText('CSV file').last(),
    new File(['EK;VK\n'], 'liste.csv', { type: 'text/csv' }),
  )
  await expect.element(page.getByRole('heading', { name: 'Check the columns' })).toBeVisible()
}

test('the answer for one column with units or euros counts for this column alone; the notice above the table answers for all', async () => {
  await openColumns()
  for (const name of [/^Ignore units/, /^Take the amounts as dollars/]) {
    const [first, second] = [page.getByRole('checkbox', { name }).first(), page.getByRole('checkbox', { name }).last()]
    await first.click()
    await expect.element(first).toBeChecked()
    await expect.element(second).not.toBeChecked()
  }
  await page.getByRole('button', { name: 'Ignore Units' }).click()
  await expect.element(page.getByRole('checkbox', { name: /^Ignore units/ }).last()).toBeChecked()
})

test('a value with a unit is not called an error while the question about units is open', async () => {
  await openColumns()
  await expect.element(page.getByText('2,95 € is 2.95').first()).toBeVisible()
  expect(page.getByText('an error').elements()).toEqual([])
})

test('a quantity whose unit is kept is read without it', async () => {
  const measured = {
    ...numbers('On shelf', 'stockLevel', '42,5 m'),
    ...{ fields: ['stockLevel', 'unit', 'decimals'], currencies: null, units: null },
  }
  const fields = [...asking.fields, fieldOf('stockLevel', 'Stock')]
  await openColumns({ ...asking, fields, columns: [...asking.columns, measured] })
  await expect.element(page.getByText('42,5 m is 42.5')).toBeVisible()
})

test('Escape asks before it gives up an import with answers', async () => {
  await openColumns()
  await page
    .getByRole('checkbox', { name: /^Ignore units/ })
    .first()
    .click()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Discard Changes?')).toBeVisible()
  await page.getByRole('button', { name: 'Keep Editing' }).click()
  await expect.element(page.getByRole('checkbox', { name: /^Ignore units/ }).first()).toBeChecked()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(page.getByRole('heading', { name: 'Check the columns' })).not.toBeInTheDocument()
})

test('Escape closes an import without answers at once', async () => {
  await openColumns()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('heading', { name: 'Check the columns' })).not.toBeInTheDocument()
})

test('a field that has no column is named beside Preview, with what to do', async () => {
  const number = sampleOf(Field, { field: 'partNumber', label: 'Part Number', isRequired: true })
  const name = sampleOf(Field, { field: 'name', label: 'Name', isNeededForNew: true })
  const columns = [sampleOf(Column, { header: 'Thing', fields: [], samples: ['AB-1'] }), ...asking.columns]
  await openColumns({ ...asking, columns, fields: [...asking.fields, number, name] })
  await expect.element(page.getByText('No column for Part Number: choose it under Import as.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Preview' })).toBeDisabled()
  await page.getByRole('combobox', { name: 'Fields for column Thing' }).click()
  await page.getByRole('option', { name: 'Part Number' }).click()
  await expect.element(page.getByText('No column for Name: only what you have can change.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Preview' })).toBeEnabled()
})
