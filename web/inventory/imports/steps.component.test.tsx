import { UndoResult } from 'contract/activity/activity.ts'
import { ImportPreview, ImportResult } from 'contract/inventory/imports.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { words } from '../../../e2e/words.ts'
import { boxOf, expectNone } from '../../testing/look.ts'
import { open } from '../../testing/product.tsx'
import { newId, sampleOf } from '../../testing/samples.ts'

const Column = ImportPreview.shape.columns.element
const sentences = Array.from({ length: 12 }, (_, row) => `Row ${row + 3}: Cost must be a number`)
const asking = sampleOf(ImportPreview, {
  ...{ id: newId(), fileName: 'steps.csv', type: 'parts', types: ['parts'], status: 'previewed' },
  summary: { create: 1, update: 0, unchanged: 0, error: 12 },
  leftOut: ['Of another section'],
  fields: [sampleOf(ImportPreview.shape.fields.element, { field: 'cost', label: 'Cost', isNumber: true })],
  columns: [
    sampleOf(Column, {
      ...{ header: 'Cost', samples: ['TBD'], fields: ['cost'], match: 'alias' },
      numbers: { decimals: 'comma', evidence: 'comma', hint: false, isChosen: false, examples: ['2,95 €', 'TBD'] },
      currencies: { found: ['EUR'], isTaken: false },
      units: { examples: ['TBD'], words: [], isIgnored: false },
    }),
  ],
})

test('the dialog of an import keeps its size through three steps, says each reason once, and offers one Undo', async () => {
  open('/inventory/parts', 'company_operator', {
    imports: {
      create: () => asking,
      undo: () => sampleOf(UndoResult),
      commit: () =>
        sampleOf(ImportResult, {
          ...{ success: 1, total: 13, changeSetId: newId(), types: ['parts'] },
          summary: asking.summary,
          errors: sentences,
          problems: sentences.map((sentence) => [{ code: 'told', field: null, params: { sentence } }]),
        }),
    },
  })
  await page.getByRole('button', { name: 'Import parts' }).click()
  const dialog = page.getByRole('dialog', { name: /^Import/ })
  const sizes = new Set<string>()
  const measure = async (current: string) => {
    const steps = dialog.getByRole('list', { name: 'Steps' }).getByRole('listitem')
    await expect.element(steps.first()).toBeVisible()
    expect(steps.elements().map(({ textContent }) => textContent?.replace(/^[\d ]*/, ''))).toEqual([
      'File',
      'Columns',
      'Preview',
    ])
    await expect.poll(() => document.querySelector('[aria-current=step]')?.textContent).toContain(current)
    const { width, height } = boxOf(dialog)
    sizes.add(`${width} x ${height}`)
  }
  await measure('File')
  const file = new File(['Cost\nTBD\n'], 'steps.csv', { type: 'text/csv' })
  await userEvent.upload(page.getByLabelText('CSV file').last(), file)
  await measure('Columns')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect.element(page.getByRole('button', { name: 'Errors 12' })).toBeVisible()
  await measure('Preview')
  expect([...sizes]).toHaveLength(1)
  await page.getByRole('button', { name: 'Import 1 Row, Skip 12 with Errors' }).click()
  await expect.poll(() => page.getByText(/^Row \d+: /).elements().length).toBe(10)
  await expect.element(page.getByText('... and 2 more', { exact: true })).toBeVisible()
  expect(page.getByRole('button', { name: /^Undo/ }).elements()).toHaveLength(1)
  await page.getByRole('button', { name: 'Undo Import' }).click()
  await expect.element(page.getByRole('heading', { name: 'Import undone' })).toBeVisible()
  await expectNone(page.getByRole('button', { name: /^Undo/ }))
})

test('a file that is no table is refused, and the reason is said', async () => {
  open('/inventory/parts', 'company_operator')
  await page.getByRole('button', { name: 'Import parts' }).click()
  const photo = new File(['x'], 'photo.png', { type: 'image/png' })
  await userEvent.upload(page.getByLabelText('CSV file').last(), photo)
  await expect.element(page.getByText(words.imports.invalidInDialog, { exact: true })).toBeVisible()
  await expect.element(page.getByText(words.imports.invalidFile, { exact: true })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expectNone(page.getByRole('dialog'))
})
