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
    problems: [problem('words_for_nothing', { column: 'Supp', cells: ["'n/a' in row 2"] })],
    summary: { create: 1, update: 0, unchanged: 0, error: 0 },
  })
}

test('one press ignores units and words for nothing of all columns but those that records are known by', async () => {
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
  await expect.element(page.getByText('Supp and QOH have cells such as n/a, 3 m.')).toBeVisible()
  expect(page.getByText("words for 'nothing'").elements()).toEqual([])
  await page.getByRole('button', { name: 'Ignore Units, Leave n/a Empty' }).click()
  await expect.element(page.getByText('have cells such as')).not.toBeInTheDocument()
  expect(sent).toEqual([[], ['Supp', 'QOH']])
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
