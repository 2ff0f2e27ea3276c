import { expect, type Page } from '@playwright/test'
import { leg, test } from '../journey.ts'
import { enter, forgetCode, people, signIn } from '../people.ts'

test('what a screen needs is asked for early and once, and has its look before its code', async ({ page }) => {
  await leg(
    page,
    'the first requests and that for the list go out before the code of the screens is there, and each once; what opens later is asked for after the rows, or at once when somebody wants it',
    () => countRequests(page),
  )
  await leg(page, 'a status has its colour, and no edge, before the code of its list is there', () =>
    expectColour(page),
  )
})

async function countRequests(page: Page) {
  await forgetCode(page)
  await enter(page, people.northOperator)
  const isOver = Promise.withResolvers<void>()
  await page.route(/\/inside-[^/]*\.js$/, async (route) => {
    await isOver.promise
    await route.continue()
  })
  const first = ['/api/session', '/api/preferences', '/parts']
  const answers = first.map((path) => page.waitForResponse((answer) => answer.url().endsWith(path)))
  await page.goto('/inventory/parts', { waitUntil: 'commit' })
  await Promise.all(answers)
  isOver.resolve()
  await expect(page.locator('[data-row-link]').first()).toBeVisible()
  // Later the live screens may ask again.
  const paths = await page.evaluate<string[]>(`{
    const all = performance.getEntriesByType('resource')
    const live = all.find(({ name }) => name.includes('/api/live'))
    all.filter(({ startTime }) => !live || startTime < live.startTime).map(({ name }) => new URL(name).pathname)
  }`)
  for (const path of first) expect(paths.filter((each) => each.endsWith(path))).toHaveLength(1)

  const started = `(name) => performance.getEntriesByType('resource').find((one) => one.name.includes(name))`
  await expect.poll(() => page.evaluate<boolean>(`(${started})('/loaded-select') !== undefined`)).toBe(true)
  expect(
    await page.evaluate<number>(`(${started})('/loaded-select').startTime - (${started})('/parts').responseEnd`),
  ).toBeGreaterThan(0)

  const isAnswered = Promise.withResolvers<void>()
  await page.route(/\/api\/companies\/[^/]+\/parts$/, async (route) => {
    await isAnswered.promise
    await route.continue()
  })
  await page.reload()
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await expect(page.getByRole('radiogroup', { name: 'Rows per page' })).toBeVisible()
  isAnswered.resolve()
  await expect(page.locator('[data-row-link]').first()).toBeVisible()
}

async function expectColour(page: Page) {
  await forgetCode(page)
  await page.route(/\/loaded-select[^/]*\.js$/, () => undefined)
  await signIn(page, people.northOperator, '/tasks')
  const status = page.getByLabel(/^Status of /).first()
  await expect(status).toHaveAttribute('data-status', /./)
  await expect(status).toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)')
}
