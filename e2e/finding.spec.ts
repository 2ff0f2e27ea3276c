import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, people, signIn, signOut } from './people.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Find anything' })
const typed = (page: Page) => palette(page).getByRole('combobox')
const option = (page: Page, name: RegExp) => palette(page).getByRole('option', { name })

test('from anywhere to a record, a screen and an action, and back to what was opened last', async ({ page }) => {
  await signIn(page, people.northOperator, '/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(typed(page)).toBeFocused()
  await expectAccessible(page)
  await typed(page).fill('hy-204')
  await expect(palette(page).getByRole('group', { name: 'Exactly this' }).getByRole('option')).toHaveCount(1)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/inventory\/parts\/[0-9a-f-]{36}/)
  const name = await page.getByRole('dialog').getByRole('heading').first().textContent()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Find anything' }).click()
  await expect(palette(page).getByRole('group', { name: 'Recent' }).getByRole('option').first()).toContainText(
    name ?? '?',
  )
  await typed(page).fill('new vend')
  await expect(option(page, /^New vendor/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Add Vendor' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await typed(page).fill('zzz nothing of this name')
  await expect(palette(page).getByText('Nothing found')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)

  await signOut(page)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('recent')))).toEqual([])
})
