import { expect, type Page, type Request } from '@playwright/test'

/** An answer that refuses a change: a change that could be tried again later, such as a press of the clock, is kept otherwise. */
export const refused = { defined: false, code: 'CONFLICT', status: 409, message: 'This conflicts with what is stored' }
export const broken = { defined: false, code: 'INTERNAL', status: 500, message: 'Something went wrong on our side' }

/** An answer without a sentence of the server: the screen shows its own. */
export const silent = { ...broken, message: '' }

/** From now on the server fails at these requests, and no others. */
export async function breakAt(
  page: Page,
  isHit: (request: Request) => boolean,
  answer: { status: number; data?: object } = broken,
) {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route('**/api/**', (route) =>
    isHit(route.request()) ? route.fulfill({ status: answer.status, json: answer }) : route.fallback(),
  )
}

export const isChange = (request: Request) => request.method() !== 'GET'
export const isAbout = (names: RegExp) => (request: Request) =>
  request.method() === 'GET' && names.test(new URL(request.url()).pathname)

export const failure = (page: Page, sentence: string | RegExp) =>
  page.getByRole('alert').filter({ hasText: sentence }).first()

export async function expectFailure(page: Page, sentence: string | RegExp) {
  await expect(failure(page, sentence)).toBeVisible()
}

/** Goes to the screen of G and this letter; far quicker than by its address. */
export async function go(page: Page, letter: string) {
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('g')
  await page.keyboard.press(letter)
}

/** Leaves a form without saving. */
export async function discard(page: Page) {
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
