import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { test } from '../journey.ts'
import { expectAccessible, people } from '../people.ts'
import { words } from '../words.ts'

test('from a forgotten password to a new one, by the link of a mail', async ({ page, product }) => {
  const logged = product.log().length
  await page.goto('/auth')
  await expect(page.getByLabel('Password')).toHaveCount(0)

  await page.goto('/auth?with=password')
  await page.getByLabel('Email').fill(people.northManager)
  await page.getByLabel('Password', { exact: true }).fill('not the right one')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: words.signIn.failed })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Forgot, or no password yet?' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(people.northManager)
  await page.getByRole('button', { name: 'Send the Link' }).click()
  await expect(page.getByText(words.signIn.resetSent)).toBeVisible()
  await expect(page.getByText(words.signIn.resetCheck)).toBeVisible()

  const mail = () => /"file":"([^"]+\.txt)"/.exec(product.log().slice(logged))?.[1]
  await expect.poll(mail).toBeTruthy()
  const link = /http\S+#\S+/.exec(readFileSync(mail() ?? '', 'utf8'))?.[0] ?? ''
  await page.goto(link)
  await expect(page).toHaveURL(/\/auth\/reset-password$/)
  const field = page.getByLabel('New password')
  await field.fill('Password1234')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByText(/easy to guess/)).toBeVisible()
  await expectAccessible(page)
  await field.fill('kettle Orbit 7 violin')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page).toHaveURL(/with=password/)

  await page.getByLabel('Email').fill(people.northManager)
  await page.getByLabel('Password', { exact: true }).fill('kettle Orbit 7 violin')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/dashboard/)

  await page.goto(link)
  await page.getByLabel('New password').fill('harbour Lamp 3 quiet fern')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByRole('alert').filter({ hasText: words.signIn.resetFailed })).toBeVisible()
})
