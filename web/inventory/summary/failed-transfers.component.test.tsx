import { Backup } from 'contract/inventory/backups.ts'
import { BomFacts } from 'contract/inventory/import-choices.ts'
import { ImportPreview, ImportResult } from 'contract/inventory/imports.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { words } from '../../../e2e/words.ts'
import { expectAlert, expectNone, expectToast } from '../../testing/look.ts'
import { open } from '../../testing/product.tsx'
import { newId, sampleOf } from '../../testing/samples.ts'
import { failSilently } from '../../testing/server.ts'

const chooseFile = (name: string, type: string) =>
  userEvent.upload(document.querySelector('input[type=file]') as HTMLElement, new File(['Name\nBolt'], name, { type }))

test('a file that is no table, and an import that failed, are reported', async () => {
  open('/inventory/summary?tab=transfer', 'company_operator', { imports: { create: failSilently } })
  await expect.element(page.getByRole('button', { name: 'Create Backup' })).toBeVisible()
  await chooseFile('photo.png', 'image/png')
  await expectAlert(words.imports.invalidFile)
  await expect.element(page.getByText(words.imports.invalidOnCard, { exact: true })).toBeVisible()
  await chooseFile('parts.csv', 'text/csv')
  await expectAlert(words.imports.whyFailed)
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(words.imports.failed, { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expectNone(dialog)
})

test('a failed export, download, import or deletion of a backup is reported with its reason', async () => {
  const backup = sampleOf(Backup, { name: 'inventory_2026-11-02-0900.csv' })
  open('/inventory/summary?tab=transfer', 'company_operator', {
    backups: { list: () => ({ items: [backup] }), url: failSilently, import: failSilently, remove: failSilently },
    exports: { download: failSilently },
  })
  await page.getByRole('button', { name: 'Export Internal' }).click()
  await expectToast(words.summary.notExported, words.summary.whyNotExported)
  await page.getByRole('button', { name: /^Download inventory_/ }).click()
  await expectToast(words.summary.noDownload, words.summary.whyNotDownloaded)
  await page.getByRole('button', { name: /^Import This Backup/ }).click()
  await expectToast(words.summary.notImported, words.summary.whyNotImported)
  await page.getByRole('button', { name: /^Delete inventory_/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(words.summary.notDeleted, words.summary.whyNotDeleted)
})

test('the accountant gets the hours of both months and the value of the stock where files are exported', async () => {
  open('/inventory/summary?tab=transfer', 'company_operator')
  const card = page.getByRole('region', { name: 'Export', exact: true })
  const asked: string[] = []
  const { fetch } = window
  window.fetch = (address, ...rest) => {
    const path = String(address instanceof Request ? address.url : address)
    if (!path.includes('.xlsx') && !path.includes('format=xlsx')) return fetch(address, ...rest)
    asked.push(path)
    return Promise.resolve(new Response('file'))
  }
  for (const name of [/^Hours of /, /^Stock value/]) await card.getByRole('button', { name }).first().click()
  await expect
    .poll(() => asked)
    .toEqual([
      expect.stringMatching(/time-sheet\.xlsx\?from=\d{4}-\d\d-01&to=\d{4}-\d\d-\d\d$/),
      expect.stringMatching(/lists\/stock-value\?format=xlsx$/),
    ])
  window.fetch = fetch
})

test('the message after an import of parts leads to the import of a bill of materials, and that to what can be built', async () => {
  const preview = sampleOf(ImportPreview, {
    ...{ id: newId(), fileName: 'file.csv', status: 'previewed' },
    summary: { create: 2, update: 0, unchanged: 0, error: 0 },
  })
  const stored = sampleOf(ImportResult, { success: 2, total: 2, changeSetId: newId(), summary: preview.summary })
  let isBom = false
  const asked: string[] = []
  open('/inventory/parts', 'company_operator', {
    imports: {
      create: ({ type }) => {
        asked.push(type)
        return { ...preview, types: isBom ? ['products'] : ['parts'], bom: isBom ? sampleOf(BomFacts) : null }
      },
      commit: () => ({ ...stored, changeSetId: newId(), types: isBom ? ['products'] : ['parts'] }),
    },
  })
  await page.getByRole('button', { name: 'Import parts' }).click()
  await userEvent.upload(page.getByLabelText('CSV file').last(), new File(['A\n'], 'file.csv', { type: 'text/csv' }))
  await page.getByRole('button', { name: 'Import 2 Rows' }).click()
  await page.getByRole('button', { name: 'Import a BOM' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import a bill of materials' })
  await expect.element(dialog).toBeVisible()
  isBom = true
  await userEvent.upload(dialog.getByLabelText('CSV file'), new File(['A\n'], 'bom.csv', { type: 'text/csv' }))
  await page.getByRole('button', { name: 'Import 2 Rows' }).click()
  await expectNone(page.getByRole('dialog'))
  expect(asked).toEqual(['parts', 'bom'])
  await expect.element(page.getByRole('region', { name: 'Product Build Analysis' })).toBeVisible()
})
