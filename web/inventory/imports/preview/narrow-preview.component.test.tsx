import { ImportPreview, ImportRow } from 'contract/inventory/imports.ts'
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

test('on a phone the rows of a preview scroll with its questions, and the import stays in reach', async () => {
  await resize(390, 844)
  const preview = sampleOf(ImportPreview, {
    ...{ id: newId(), fileName: 'parts.csv', type: 'parts', types: ['parts'], status: 'previewed' },
    summary: { create: 50, update: 0, unchanged: 0, error: 0 },
  })
  open('/inventory/parts', 'company_operator', { imports: { create: () => preview, rows: () => pageWith(rows) } })
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const file = new File(['Part Number\nA\n'], 'parts.csv', { type: 'text/csv' })
  await userEvent.upload(page.getByLabelText('CSV file').last(), file)
  const last = page.getByText('PN-49 · Bolt')
  await expect.element(last).toBeInTheDocument()
  const table = page.getByRole('table', { name: 'New' }).element()
  const frame = table.parentElement as HTMLElement
  expect(frame.scrollHeight).toBeLessThanOrEqual(frame.clientHeight + 1)
  last.element().scrollIntoView()
  const button = page.getByRole('button', { name: 'Import 50 Rows' })
  expect(boxOf(button).bottom).toBeLessThanOrEqual(844)
  expect(boxOf(last).bottom).toBeLessThanOrEqual(844)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
