import { AxeBuilder } from '@axe-core/playwright'
import { type Cookie, expect, type Locator, type Page } from '@playwright/test'
import { words } from './words.ts'

export const people = {
  operator: 'operator@sbr.example',
  northOperator: 'company-operator@north.example',
  northManager: 'manager@north.example',
  northEmployee: 'employee@north.example',
  southManager: 'manager@south.example',
  southOperator: 'company-operator@south.example',
  southEmployee: 'employee@south.example',
}

/** The cookies of people who have signed in to this worker's product before. */
const sessions = new Map<string, Cookie[]>()

/** Signs in through the form the first time; later calls reuse that session while it lasts. */
export async function signIn(page: Page, email: string): Promise<void> {
  const context = page.context()
  await context.clearCookies()
  const kept = sessions.get(email)
  if (kept) {
    await context.addCookies(kept)
    await page.goto('/')
    await page.waitForURL(/\/(dashboard|portfolio|auth)/)
    if (!page.url().includes('/auth')) return
  }
  await page.goto('/auth')
  await page.getByRole('button', { name: words.signIn.button }).click()
  await page.getByRole('button', { name: email }).click()
  await page.waitForURL(/\/(dashboard|portfolio)/)
  sessions.set(email, await context.cookies())
}

/** Signs in with an address the account page does not list. @param landsAt where it should end */
export async function signInAs(page: Page, email: string, name: string, landsAt: RegExp): Promise<void> {
  await page.context().clearCookies()
  await page.goto('/auth')
  await page.getByRole('button', { name: words.signIn.button }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(landsAt)
}

/** Picks an option from a searchable select. */
export async function choose(scope: Page | Locator, label: string, option: string | RegExp): Promise<void> {
  const page = 'page' in scope ? scope.page() : scope
  await scope.getByRole('combobox', { name: label }).click()
  await page.getByRole('listbox', { name: label }).getByRole('option', { name: option }).click()
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL(/\/auth$/)
}

/** No violation of WCAG A and AA on the screen as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`)).toEqual([])
}
