import type { Page, Request } from '@playwright/test'

/** An answer that refuses a change: a change that could be tried again later, such as a press of the clock, is kept otherwise. */
export const refused = { defined: false, code: 'CONFLICT', status: 409, message: 'This conflicts with what is stored' }

/** From now on the server fails at these requests, and no others. */
export async function breakAt(
  page: Page,
  isHit: (request: Request) => boolean,
  answer: { status: number; data?: object },
) {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route('**/api/**', (route) =>
    isHit(route.request()) ? route.fulfill({ status: answer.status, json: answer }) : route.fallback(),
  )
}

export const isChange = (request: Request) => request.method() !== 'GET'
