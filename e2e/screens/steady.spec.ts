import { expect, type Page } from '@playwright/test'
import { leg, test } from '../journey.ts'
import { enter, forgetCode, people, signIn } from '../people.ts'

/** Runs in each page before its own code. A string, because Node has no types for it. */
const watchShifts = `
  window.shifts = []
  const elementOf = (node) => (node?.closest ? node : node?.parentElement)
  const nameOf = (node) => [node?.id || elementOf(node)?.closest('[class]')?.className?.toString(), node?.textContent].map((words) => (words ?? '').slice(0, 60)).join(' ')
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) window.shifts.push({ value, of: sources.map(({ node, previousRect: was, currentRect: is }) => nameOf(node) + ' ' + [was.x, was.y, is.x, is.y]) })
  }).observe({ type: 'layout-shift', buffered: true })`

type Shift = { value: number; of: string[] }

/** Opens the address anew; each answer takes a little longer than the one before, as on a slow connection. */
async function shiftsAt(page: Page, path: string) {
  await page.goto(path)
  await expect(page.locator('#main [role=heading], #main h1, #main h2').first()).toBeVisible()
  await expect(page.locator('.mantine-Skeleton-root, .mantine-Loader-root')).toHaveCount(0)
  await expect(page.locator('table[aria-busy=true], [data-held]')).toHaveCount(0)
  await page.waitForLoadState('load')
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))')
  const shifts = await page.evaluate<Shift[]>('window.shifts')
  return { sum: shifts.reduce((sum, { value }) => sum + value, 0), shifts }
}

/**
 * Each answer comes later than the one before it, by 70 to 400 ms, until `answerAtOnce`. That must not wait for answers under way: Playwright then ends
 * the interception twice, and the next `route` is either forgotten or called twice, and then it can answer no request any more.
 */
async function answerLate(page: Page) {
  let wait = 0
  await page.route(/\/api\/(companies|portfolio|figures)/, async (route) => {
    wait = (wait + 70) % 400
    await new Promise((resolve) => setTimeout(resolve, wait))
    await route.continue()
  })
}

const answerAtOnce = (page: Page) => page.unrouteAll({ behavior: 'ignoreErrors' })

async function expectStill(page: Page, paths: string[], most = 0.02) {
  for (const path of paths) {
    const { sum, shifts } = await shiftsAt(page, path)
    expect(sum, `${path} ${JSON.stringify(shifts)}`).toBeLessThan(most)
  }
}

/** The first record of a list of the person's company. */
async function firstOf(page: Page, list: string, more = '') {
  const { companyId } = await (await page.request.get('/api/session')).json()
  return (await (await page.request.get(`/api/companies/${companyId}/${list}?pageSize=1${more}`)).json()).items[0].id
}

test('nothing moves while screens, records and forms of a company load', async ({ page }) => {
  await leg(page, 'nothing moves while a screen loads, nor when an address opens a record beside its list', () =>
    loadLate(page),
  )
  await leg(
    page,
    'nothing at all moves below the clock, in a product, in a template and in the forms above a list',
    () => loadForms(page),
  )
})

async function loadLate(page: Page) {
  await using _watch = await page.addInitScript({ content: watchShifts })
  await enter(page, people.northOperator)
  const { companyId } = await (await page.request.get('/api/session')).json()
  const first = async (list: string, q = '') =>
    (await (await page.request.get(`/api/companies/${companyId}/${list}?pageSize=1&q=${q}`)).json()).items[0].id
  await answerLate(page)
  await expectStill(page, [
    '/dashboard',
    '/inventory/summary',
    `/inventory/parts/${await first('parts')}`,
    `/inventory/vendors/${await first('vendors')}`,
    `/sops/${await first('sops')}`,
    `/tasks/${await first('tasks')}`,
  ])

  await answerAtOnce(page)
  await test.step('nor when the rows in the middle of the summary come long after everything else', () =>
    expectSummaryStill(page))
}

async function expectSummaryStill(page: Page) {
  const isOver = Promise.withResolvers<void>()
  await page.route(/build-analysis/, async (route) => {
    await isOver.promise
    await route.continue()
  })
  await page.goto('/inventory/summary')
  // The pieces that wait for those rows are shown in the end.
  await expect(page.getByRole('heading', { name: 'Low Stock Alerts' })).toBeVisible()
  isOver.resolve()
  await expect(page.getByRole('table', { name: 'Product Build Analysis' }).getByRole('link').first()).toBeVisible()
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))')
  const shifts = await page.evaluate<Shift[]>('window.shifts')
  expect(
    shifts.reduce((sum, { value }) => sum + value, 0),
    JSON.stringify(shifts),
  ).toBeLessThan(0.02)
}

async function loadForms(page: Page) {
  await using _watch = await page.addInitScript({ content: watchShifts })
  await enter(page, people.northOperator)
  const [product, template] = [await firstOf(page, 'products'), await firstOf(page, 'task-templates')]
  await answerLate(page)
  const still = 0.002
  await expectStill(
    page,
    [
      `/inventory/products/${product}`,
      `/inventory/products/${product}/edit`,
      `/tasks/templates/${template}`,
      '/tasks/new',
      '/time-clock/new',
    ],
    still,
  )
  await answerAtOnce(page)
  await enter(page, people.northEmployee)
  const entry = await firstOf(page, 'time-entries', '&from=2020-01-01&to=2099-01-01')
  await answerLate(page)
  await expectStill(page, ['/time-clock', '/time-clock/propose', `/time-clock/${entry}/propose`], still)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectStill(page, ['/time-clock', '/time-clock/propose'], still)
}

async function loadSlowly(page: Page) {
  await forgetCode(page)
  await enter(page, people.northOperator)
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/product-form.*\.js/, async (route) => {
    await isReleased
    await route.continue()
  })
  const request = page.waitForRequest(/product-form.*\.js/)
  await page.goto('/inventory/products/new', { waitUntil: 'commit' })
  await request
  await expect(page.locator('#main tbody tr[data-row-id]').first()).toBeVisible()
  await expect(page.locator('#main .mantine-Skeleton-root')).toHaveCount(0)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await devTools.detach()
  release()
  await expect(page.getByRole('dialog', { name: 'Add Product' })).toBeVisible()
}

test('a screen loads whole and still, begins at its top, and Back returns to where it was', async ({ page }) => {
  await leg(page, 'nothing moves while a SOP with pictures or the portfolio loads', () => loadPortfolio(page))
  await leg(
    page,
    'on a slow device too, a list is whole, with nothing below its rows, while the code of a form over it still loads',
    () => loadSlowly(page),
  )
  await leg(page, 'a screen begins at its top, and Back returns to where it was', () => scrollBack(page))
})

async function loadPortfolio(page: Page) {
  await using _watch = await page.addInitScript({ content: watchShifts })
  await enter(page, people.operator)
  const { companies } = await (await page.request.get('/api/session')).json()
  const { id: north } = companies.find(({ name }: { name: string }) => name.startsWith('North'))
  const sopOf = async (title: string) => {
    const answer = await page.request.get(`/api/companies/${north}/sops?q=${encodeURIComponent(title)}`)
    return `/sops/${(await answer.json()).items[0].id}/read?company=${north}`
  }
  await answerLate(page)
  await expectStill(page, [
    '/portfolio',
    await sopOf('Lockout and tagout'),
    await sopOf('Final inspection of machined'),
  ])
}

test('nothing moves on a dashboard that begins with the steps of a new company, in one column too', async ({
  page,
}) => {
  await forgetCode(page)
  await using _watch = await page.addInitScript({ content: watchShifts })
  await signIn(page, people.operator, '/settings/design')
  const { companies } = await (await page.request.get('/api/session')).json()
  const { id } = companies.find(({ isSbr }: { isSbr: boolean }) => isSbr)
  await answerLate(page)
  await page.route(/set-up.*\.js/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    await route.continue()
  })
  await expectStill(page, [`/company/${id}`])
  await expect(page.getByRole('heading', { name: 'Set up SBR' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectStill(page, [`/company/${id}`])
})

async function scrollBack(page: Page) {
  await page.setViewportSize({ width: 1440, height: 600 })
  await signIn(page, people.northOperator, '/dashboard')
  const scrolled = (to?: number) =>
    page.locator('#main').evaluate((main: { scrollTop: number }, top) => {
      if (top !== undefined) main.scrollTop = top
      return main.scrollTop
    }, to)
  await expect(page.getByRole('heading', { name: 'Needs You' })).toBeVisible()
  expect(await scrolled(150)).toBe(150)
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await navigation.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  expect(await scrolled()).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Needs You' })).toBeVisible()
  await expect.poll(() => scrolled()).toBe(150)
}
