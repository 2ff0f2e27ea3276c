import { Backup } from 'contract/inventory/backups.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { words } from '../../../e2e/words.ts'
import { expectAlert, expectNone, expectToast } from '../../testing/look.ts'
import { open } from '../../testing/product.tsx'
import { sampleOf } from '../../testing/samples.ts'
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
