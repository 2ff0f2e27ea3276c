import { problem } from 'contract/inventory/import-problems.ts'
import { ImportPreview } from 'contract/inventory/imports.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { open } from '../../../testing/product.tsx'
import { newId, sampleOf } from '../../../testing/samples.ts'

const Column = ImportPreview.shape.columns.element
const Field = ImportPreview.shape.fields.element

const columnOf = (header: string, field: string, words: string[], isIgnored: boolean) =>
  sampleOf(Column, {
    ...{ header, fields: [field], match: 'name' as const, samples: words },
    units: { examples: words, words, isIgnored },
  })

const previewed = (withoutUnits: string[]) => {
  const columns = [
    columnOf('Part Number', 'partNumber', ['TBD'], withoutUnits.includes('Part Number')),
    columnOf('Supp', 'supplierName', ['n/a'], withoutUnits.includes('Supp')),
    columnOf('QOH', 'stockLevel', ['3 m'], withoutUnits.includes('QOH')),
  ]
  return sampleOf(ImportPreview, {
    ...{ id: newId(), fileName: 'shop.csv', type: 'parts', types: ['parts'], status: 'previewed', columns },
    fields: [
      sampleOf(Field, { field: 'partNumber', label: 'Part Number', isRequired: true }),
      sampleOf(Field, { field: 'supplierName', label: 'Supplier' }),
      sampleOf(Field, { field: 'stockLevel', label: 'Quantity', isNumber: true }),
    ],
    choices: { ...sampleOf(ImportPreview.shape.choices), withoutUnits },
    problems: withoutUnits.includes('QOH')
      ? []
      : [problem('words_for_nothing', { column: 'QOH', cells: ["'3 m' in row 2"] })],
    summary: { create: 1, update: 0, unchanged: 0, error: 0 },
  })
}

test('one press ignores the units of a column; words for nothing are empty without a press, but not where records are known by them', async () => {
  const sent: string[][] = []
  open('/inventory/parts', 'company_operator', {
    imports: {
      create: ({ withoutUnits }) => {
        sent.push(withoutUnits ? JSON.parse(withoutUnits) : [])
        return previewed(sent.at(-1) ?? [])
      },
    },
  })
  await page.getByRole('button', { name: 'Import parts' }).click()
  await userEvent.upload(page.getByLabelText('CSV file').last(), new File(['QOH\n'], 'shop.csv', { type: 'text/csv' }))
  // All columns are recognised, so the preview comes at once. It offers the answer in place of a warning about the same cells.
  await expect.element(page.getByText('QOH has cells such as 3 m.')).toBeVisible()
  expect(page.getByText("words for 'nothing'").elements()).toEqual([])
  await page.getByRole('button', { name: 'Ignore Units', exact: true }).click()
  await expect.element(page.getByText('has cells such as')).not.toBeInTheDocument()
  expect(sent).toEqual([[], ['Supp'], ['Supp', 'QOH']])
})

test.each([
  ['what says nothing is empty, and a note is ignored', 'ask Joe', 'Preview', [undefined, '["Price"]']],
  ['a figure that nothing takes is shown among the columns', '12 m', 'Check the columns', [undefined, '["Price"]']],
])('without a question %s', async (_case, note, step, readings) => {
  const sent: (string | undefined)[] = []
  const columns = (isIgnored: boolean) => [
    columnOf('Price', 'cost', ['TBD'], isIgnored),
    sampleOf(Column, { header: 'Note', fields: [], samples: [note] }),
  ]
  open('/inventory/parts', 'company_operator', {
    imports: {
      create: ({ withoutUnits }) => {
        sent.push(withoutUnits)
        const taken = withoutUnits ? JSON.parse(withoutUnits) : []
        const fields = [sampleOf(Field, { field: 'cost', label: 'Cost', isNumber: true })]
        return { ...previewed(taken), fields, columns: columns(taken.length > 0), leftOut: ['Note'], problems: [] }
      },
    },
  })
  await page.getByRole('button', { name: 'Import parts' }).click()
  await userEvent.upload(page.getByLabelText('CSV file').last(), new File(['QOH\n'], 'shop.csv', { type: 'text/csv' }))
  await expect.element(page.getByRole('heading', { name: step, exact: true })).toBeVisible()
  if (step === 'Preview') {
    await expect.element(page.getByText('TBD in Price is empty. Ignored: Note (ask Joe).')).toBeVisible()
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await expect.element(page.getByRole('checkbox', { name: /count as empty/ })).toBeChecked()
  }
  expect(sent).toEqual(readings)
})

test('one press takes the amounts of all columns as dollars, in place of a warning', async () => {
  const euros = (isTaken: boolean) => ({
    ...previewed([]),
    columns: [
      sampleOf(Column, {
        ...{ header: 'EK', fields: ['cost'], match: 'name' as const, samples: ['1 €'] },
        currencies: { found: ['€'], isTaken },
      }),
    ],
    fields: [sampleOf(Field, { field: 'cost', label: 'Cost', isNumber: true })],
    problems: isTaken ? [] : [problem('other_currencies', { column: 'EK', currencies: ['€'] })],
  })
  const sent: (string | undefined)[] = []
  open('/inventory/parts', 'company_operator', {
    imports: {
      create: ({ inDollars }) => {
        sent.push(inDollars)
        return euros(inDollars !== undefined)
      },
    },
  })
  await page.getByRole('button', { name: 'Import parts' }).click()
  await userEvent.upload(page.getByLabelText('CSV file').last(), new File(['EK\n'], 'shop.csv', { type: 'text/csv' }))
  await expect.element(page.getByText('EK has amounts in EUR. Nothing is converted.')).toBeVisible()
  expect(page.getByText('other currencies than dollars').elements()).toEqual([])
  await page.getByRole('button', { name: 'Take Them as Dollars' }).click()
  await expect.element(page.getByText('has amounts in EUR')).not.toBeInTheDocument()
  expect(sent).toEqual([undefined, '["EK"]'])
})
