import { expect, type Page } from '@playwright/test'
import { leg, test } from '../journey.ts'
import { expectAccessible, people, signInByForm, signOut } from '../people.ts'
import { words } from '../words.ts'

test('people sign in, with the look they chose, and strangers do not', async ({ page }) => {
  await leg(
    page,
    'the sign-in screen says who may enter; each role lands on its start page; signing out ends the session',
    () => signInAndOut(page),
  )
  await leg(page, 'the account page of a trial server has the theme and the colour that the person chose', () =>
    expectLook(page),
  )
  await leg(page, 'a stranger gets no account, only the message', () => refuseStranger(page))
})

async function signInAndOut(page: Page) {
  await page.goto('/inventory/parts')
  await page.waitForURL(/\/auth/)
  await expect(page.getByText(words.signIn.private)).toBeVisible()
  await expect(page.getByText(words.signIn.ask)).toBeVisible()
  await signInByForm(page, people.operator)
  await expect(page).toHaveURL(/\/portfolio/)
  await expectAccessible(page)
  await signOut(page)
  expect((await page.request.get('/api/session')).status()).toBe(401)
  await signInByForm(page, people.northEmployee)
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto('/portfolio')
  await page.waitForURL(/\/dashboard/)
}

async function expectLook(page: Page) {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.goto('/auth')
  await page.evaluate(`localStorage.setItem('theme', 'light'); localStorage.setItem('colorScheme', 'green')`)
  await page.getByRole('button', { name: words.signIn.button }).click()
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await expect(page.locator('html')).toHaveAttribute('data-accent', 'green')
  expect(errors).toEqual([])
}

async function refuseStranger(page: Page) {
  await page.goto('/auth?error=failed')
  await expect(page.getByRole('alert').filter({ hasText: words.signIn.googleFailed })).toBeVisible()
  await page.getByRole('button', { name: words.signIn.button }).click()
  await page.getByLabel('E-mail').fill('stranger@elsewhere.example')
  await page.getByLabel('Name').fill('A Stranger')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/auth/)
  await expect(page.getByText(words.signIn.ask).first()).toBeVisible()
  expect((await page.request.get('/api/session')).status()).toBe(401)
}
