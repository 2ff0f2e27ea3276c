import { problem } from 'contract/inventory/import-problems.ts'
import { ImportPreview, ImportResult, ImportRow } from 'contract/inventory/imports.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { boxOf, resize } from '../../../testing/look.ts'
import { open } from '../../../testing/product.tsx'
import { newId, pageWith, sampleOf } from '../../../testing/samples.ts'

const rows = Array.from({ length: 50 }, (_, place) =>
  sampleOf(ImportRow, {
    ...{ rowNumber: place + 2, type: 'parts', action: 'create', label: `PN-${place} · Bolt` },
    changes: [{ field: 'location', oldValue: null, newValue: 'A shelf with a rather long name' }],
  }),
)

const previewed = (given: Partial<ImportPreview> = {}) =>
  sampleOf(ImportPreview, {
    ...{ id: newId(), fileName: 'parts.csv', type: 'parts', types: ['parts'], status: 'previewed' },
    summary: { create: 50, update: 0, unchanged: 0, error: 0 },
    ...given,
  })

const summary = { create: 50, update: 0, unchanged: 0, error: 1 }
const fault = [problem('required', { column: 'Name' })]
const withError = sampleOf(ImportResult, { success: 50, total: 51, problems: [fault], summary, records: [], types: [] })

async function openPreview(preview: ImportPreview, ...buttons: string[]) {
  open('/inventory/parts', 'company_operator', {
    imports: { create: () => preview, rows: () => pageWith(rows), commit: () => withError },
  })
  for (const name of buttons) await page.getByRole('button', { name, exact: true }).click()
  const file = new File(['Part Number\nA\n'], 'parts.csv', { type: 'text/csv' })
  await userEvent.upload(page.getByLabelText('CSV file').last(), file)
  const last = page.getByText('PN-49 · Bolt')
  await expect.element(last).toBeInTheDocument()
  return { last, button: page.getByRole('button', { name: 'Import 50 Rows' }) }
}

test('on a phone the rows of a preview scroll with its questions, and the import stays in reach', async () => {
  await resize(390, 844)
  const { last, button } = await openPreview(previewed(), 'More actions', 'Import')
  const table = page.getByRole('table', { name: 'New' }).element()
  const frame = table.parentElement as HTMLElement
  expect(frame.scrollHeight).toBeLessThanOrEqual(frame.clientHeight + 1)
  last.element().scrollIntoView()
  expect(boxOf(button).bottom).toBeLessThanOrEqual(844)
  expect(boxOf(last).bottom).toBeLessThanOrEqual(844)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('on a low screen the import stays in reach below warnings, and several rows are in sight', async () => {
  await resize(768, 560)
  const problems = ['Old', 'Van', 'Shop', 'Yard'].map((column) => problem('stock_left_out', { column }))
  const { button } = await openPreview(previewed({ problems }), 'Import')
  expect(boxOf(button).bottom).toBeLessThanOrEqual(560)
  const frame = page.getByRole('table', { name: 'New' }).element().parentElement as HTMLElement
  expect(frame.clientHeight).toBeGreaterThan(200)
})

test.each([768, 1440])(
  'at %i px each count stands beside its word, and the report of an import leaves its buttons free',
  async (width) => {
    await resize(width, 1024)
    const { button } = await openPreview(previewed(), 'Import')
    for (const name of ['New 50', 'Errors 0']) {
      const [one, other] = [...page.getByRole('button', { name }).element().children].map((each) =>
        each.getBoundingClientRect(),
      )
      expect(Math.max((one?.left ?? 0) - (other?.right ?? 0), (other?.left ?? 0) - (one?.right ?? 0))).toBeLessThan(16)
    }
    await button.click()
    const report = page.getByRole('alert').filter({ hasText: 'Imported 50/51 records successfully, 1 error' })
    await expect.element(report).toBeVisible()
    expect(boxOf(report).bottom).toBeLessThan(boxOf(page.getByRole('button', { name: 'Import Another File' })).top)
  },
)
