import { expect } from '@playwright/test'
import { test } from '../journey.ts'
import { choose, expectAccessible, people, signIn } from '../people.ts'
import { words } from '../words.ts'

test('a person changes their name, and makes, uses and revokes a token', async ({ page }) => {
  await signIn(page, people.operator)
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page.getByRole('tab', { name: 'Account' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByLabel('Email')).not.toBeEditable()
  await page.getByLabel('First Name').fill('Olive')
  await page.route('**/api/profile', (route) => route.fulfill({ status: 500, json: { message: 'Broken' } }))
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page.getByText(words.settings.profileFailed)).toBeVisible()
  await page.unroute('**/api/profile')
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page.getByText(words.settings.profileUpdated)).toBeVisible()
  await expect(page.getByText('This session')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'New Token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('x'.repeat(101))
  await dialog.getByRole('button', { name: 'Create Token' }).click()
  await expect(dialog.getByText('Must be at most 100 characters')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveValue('x'.repeat(101))
  await dialog.getByLabel('Name').fill('Nightly report')
  await choose(dialog, 'Companies', /^North/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create Token' }).click()
  const secret = (await dialog.getByText(/^[\w-]{43}$/).textContent()) ?? ''
  const command = (await dialog.getByText('curl').textContent()) ?? ''
  const address = command.slice(command.indexOf('http')).trim()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)
  const headers = { authorization: `Bearer ${secret}` }
  const statuses = async () => {
    const answers = [await fetch(address, { headers }), await fetch(address, { method: 'POST', headers })]
    return answers.map(({ status }) => status)
  }
  expect(await statuses()).toEqual([200, 403])

  const token = page.getByRole('listitem').filter({ hasText: 'Nightly report' })
  await expect(token).toContainText(/Read only.*North/)
  await token.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(token).toHaveCount(0)
  expect(await statuses()).toEqual([401, 401])
  await page.getByRole('link', { name: 'Open Admin Panel' }).click()
  await expect(page.getByRole('heading', { name: 'Admin Panel' })).toBeVisible()
})
