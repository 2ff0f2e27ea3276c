import { expect, type Page } from '@playwright/test'
import { leg, test } from '../journey.ts'
import { expectAccessible, people, signIn, visit } from '../people.ts'
import { words } from '../words.ts'

test('employees and managers read the inventory and change nothing', async ({ page }) => {
  await leg(
    page,
    'an employee reads the lists, without bank data or any way to change them, and has no way to the screens of operators',
    () => readAsEmployee(page),
  )
  await leg(
    page,
    'a manager reads assemblies, products and parts, is told who may change them, and has no integrations',
    () => readAsManager(page),
  )
})

async function readAsEmployee(page: Page) {
  await signIn(page, people.northEmployee, '/inventory/vendors')
  await expect(page.getByRole('row', { name: /Great Lakes Metals/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Vendor' })).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await page.getByRole('row', { name: /Great Lakes Metals/ }).click()
  await expect(page.getByRole('dialog').getByText('Tom Kowalski')).toBeVisible()
  await expect(page.getByText('IBAN')).toHaveCount(0)
  const parts = page.getByRole('dialog').getByRole('region', { name: /^Parts \(\d+\)$/ })
  await expect(parts.getByRole('link', { name: /^RM-/ }).first()).toBeVisible()

  // There is no column of actions; the row itself opens.
  for (const [list, title] of [
    ['parts', 'Parts'],
    ['assemblies', 'Assemblies'],
    ['products', 'Products'],
    ['vendors', 'Vendors'],
  ] as const) {
    await visit(page, `/inventory/${list}`)
    await expect(page.getByRole('table', { name: title }).locator('tbody tr[data-row-id]').first()).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Actions' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
  }
  await page.locator('tbody tr[data-row-id] [data-lead]').first().click()
  await expect(page.getByRole('dialog').getByRole('tab', { name: 'Details' })).toBeVisible()

  await visit(page, '/inventory/summary?tab=transfer')
  await expect(page.getByText(words.summary.operatorsOnly)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create Backup' })).toHaveCount(0)

  await visit(page, '/inventory/parts?q=nothing-like-this')
  await expect(page.getByText('No parts found')).toBeVisible()
  await expect(page.getByRole('link', { name: /deleted/i })).toHaveCount(0)
  await visit(page, '/inventory/deleted')
  await page.waitForURL(/\/dashboard/)

  await page.goto('/nowhere')
  await expect(page.getByText(words.notFound)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Tasks/ })).toBeVisible()
  await expectAccessible(page)
}

async function readAsManager(page: Page) {
  await signIn(page, people.northManager, '/inventory/products?q=HPU-2200')
  await expect(page.getByRole('link', { name: 'HPU-2200', exact: true })).toBeVisible()
  for (const name of [/Add Product/, /^Edit/, /^Delete/, /^Import/]) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await page.getByRole('link', { name: 'HPU-2200', exact: true }).click()
  await expect(page.getByRole('dialog').getByText('Rolled-up Cost')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Edit' })).toHaveCount(0)
  await visit(page, '/inventory/assemblies/new')
  await expect(page).not.toHaveURL(/\/new/)
  await expect(page.getByRole('dialog', { name: 'Add Assembly' })).toHaveCount(0)

  await visit(page, '/dashboard')
  await page.getByRole('link', { name: 'View Inventory' }).click()
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page.getByText('Only SBR Operators and Company Operators may change this.')).toBeVisible()

  await expect(page.getByRole('link', { name: 'Integrations' })).toHaveCount(0)
  await visit(page, '/integrations')
  await page.waitForURL(/\/dashboard/)
}
