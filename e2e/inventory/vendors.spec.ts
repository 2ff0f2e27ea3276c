import { expect } from '@playwright/test'
import { test } from '../journey.ts'
import { expectAccessible, people, signIn } from '../people.ts'
import { words } from '../words.ts'

test('a company operator adds, changes, deletes and restores a vendor', async ({ page }) => {
  await signIn(page, people.northOperator, '/inventory/vendors')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add Vendor' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: /Add Vendor|Create/ }).click()
  await expect(form.getByText('Name is required')).toBeVisible()
  await form.getByLabel('Name', { exact: false }).first().fill('Zenith Castings')
  await form.getByLabel('Email').fill('sales@zenith.example')
  await form.getByLabel('Website').fill('zenith.example')
  await form.getByLabel('IBAN').fill('DE89370400440532013000')
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(words.vendors.created)).toBeVisible()

  await page.getByPlaceholder('Search vendors').fill('zenith')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('row', { name: /Zenith Castings/ }).click()
  const details = page.getByRole('dialog')
  await expect(details.getByText('DE89370400440532013000')).toBeVisible()
  await expect(details.getByRole('link', { name: 'zenith.example', exact: true })).toHaveAttribute(
    'href',
    'https://zenith.example',
  )
  await details.getByRole('tab', { name: 'Activity Timeline' }).click()
  await expect(details.getByText('Created', { exact: false }).first()).toBeVisible()
  await details.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(words.vendors.deleteOne)).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(words.deleted(1, 'vendor'))).toBeVisible()
  await page
    .getByRole('alert')
    .filter({ hasText: words.deleted(1, 'vendor') })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(page.getByRole('row', { name: /Zenith Castings/ })).toBeVisible()
})
