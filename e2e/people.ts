import { type APIRequestContext, type Cookie, expect, type Locator, type Page, type Request } from '@playwright/test'
import { violationsOn } from '../scripts/screens/axe.ts'
import { wcag } from '../scripts/screens/axe-rules.ts'
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

/** Signs in and opens a screen. @param path '/' leads to the start page of the role */
export async function signIn(page: Page, email: string, path = '/'): Promise<void> {
  await enter(page, email)
  await page.goto(path)
  if (path === '/') await page.waitForURL(startPages)
}

/**
 * Goes to an address inside the product, as a link does: loading the page anew takes four times as long. Messages of before are closed,
 * because a journey waits for those of its next step. A page that has not loaded the product yet loads it.
 */
export async function visit(page: Page, path: string): Promise<void> {
  if (isEmpty(page)) return void (await page.goto(path))
  await page.evaluate(`(async () => {
    for (const button of document.querySelectorAll('.mantine-Notification-closeButton')) button.click()
    await __TSR_ROUTER__.navigate({ href: ${JSON.stringify(path)} })
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  })()`)
}

/** A picture of the product: a page that runs nothing. */
const empty = '/favicon.svg'

const isEmpty = (page: Page) => page.url() === 'about:blank' || page.url().endsWith(empty)

/**
 * Leaves the product. The picture is of the same site, so the page stays in its process with the compiled screens; about:blank gets another
 * process, and the next screen takes half as long again.
 */
export async function leave(page: Page): Promise<void> {
  if (!isEmpty(page)) await page.goto(empty)
}

/** Leaves the product for another process, which has none of its code: for a journey about code that comes late, or not at all. */
export const forgetCode = async (page: Page): Promise<void> => void (await page.goto('about:blank'))

/**
 * Signs in and opens no screen: the first time by the requests of the form, later with the same session while it lasts.
 * Loading the three pages of `signInByForm` takes ten times as long.
 */
export async function enter(page: Page, email: string): Promise<void> {
  const context = page.context()
  // A page whose session ends goes to the sign-in page by itself, which would disturb this journey.
  await leave(page)
  await context.clearCookies()
  await context.addCookies(sessions.get(email) ?? [])
  if ((await page.request.get('/api/session')).ok()) return
  await signInByRequests(page.request, email)
  expect((await page.request.get('/api/session')).ok()).toBe(true)
  sessions.set(email, await context.cookies())
}

/** Signs in by the requests of the form. @param name of somebody whom the account page does not list */
export async function signInByRequests(request: APIRequestContext, email: string, name = ''): Promise<void> {
  const accounts = await request.get('/api/auth/start')
  const { origin } = new URL(accounts.url())
  await request.post(accounts.url(), { form: { email, name }, headers: { origin } })
}

/** The origin of the product, for changes that a journey sends itself: they have to come from our own pages. */
export const originOf = async (page: Page): Promise<string> =>
  new URL((await page.request.get('/api/session')).url()).origin

/** Signs in as a person does. @param email of somebody whom the account page lists */
export async function signInByForm(page: Page, email: string): Promise<void> {
  await page.context().clearCookies()
  await page.goto('/auth')
  await page.getByRole('button', { name: words.signIn.button }).click()
  await page.getByRole('button', { name: email }).click()
  await page.waitForURL(startPages)
}

const startPages = /\/(dashboard|portfolio)/

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

/** Sets a filter of the list on screen. */
export async function filter(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Filters/ }).click()
  await choose(page, label, option)
  await page.getByRole('button', { name: 'Done' }).click()
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL(/\/auth$/)
}

/** Holds some API requests of the page. @returns a function that releases them */
export async function hold(page: Page, isHeld: (request: Request) => boolean): Promise<() => void> {
  const { promise: isOver, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/**', async (route) => {
    if (isHeld(route.request())) await isOver
    await route.continue()
  })
  return resolve
}

/** Expects no violation of WCAG A and AA on the current screen. */
export async function expectAccessible(page: Page): Promise<void> {
  const violations = await violationsOn(page, wcag)
  expect(violations.map(({ rule, targets }) => `${rule}: ${targets[0]}`)).toEqual([])
}
