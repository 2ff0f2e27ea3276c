/**
 * Interaction to next paint on the list of parts, in Chromium: the time that event timing reports between a key or click and the
 * picture that answers it. The screens must be built.
 */
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.mjs'
import { authorization } from '../data.ts'
import { median } from '../load.ts'
import { measureFirstPaint } from './first-paint.ts'

/**
 * In ms. `median`, `worst`: to the next paint, in steps of 8; a busy machine makes them longer. `work`: processor time that the
 * page's main thread needs in total, including work after the paint; other processes do not count.
 */
export type Interaction = { interaction: string; rows: number; median: number; worst: number; work: number }

const rounds = 6

/** The largest contentful paint of the list, and its interactions with 50 and with 200 rows. */
export async function measureScreens(origin: string, companyId: string) {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const paints = await measureFirstPaint(browser, origin, companyId)
    const found: Interaction[] = []
    for (const rows of [50, 200]) found.push(...(await measureList(browser, origin, companyId, rows)))
    return { paints, interactions: found }
  } finally {
    await browser.close()
  }
}

async function measureList(browser: Browser, origin: string, companyId: string, rows: number): Promise<Interaction[]> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    extraHTTPHeaders: { authorization },
  })
  const page = await context.newPage()
  await page.goto(`${origin}/inventory/parts?company=${companyId}&pageSize=${rows}`)
  await settled(page)
  await page.evaluate(watch)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const found: Interaction[] = []
  for (const [interaction, act] of Object.entries(interactions)) {
    await act(page, 0) // the first run fetches and compiles code
    await settled(page)
    const [times, work]: [number[], number[]] = [[], []]
    for (let round = 1; round <= rounds; round++) {
      await page.evaluate('window.longest = 0')
      const before = await workOf(devtools)
      await act(page, round)
      await settled(page)
      work.push((await workOf(devtools)) - before)
      times.push(await page.evaluate<number>('window.longest'))
    }
    found.push({ interaction, rows, median: median(times), worst: Math.max(...times), work: Math.round(median(work)) })
  }
  await context.close()
  return found
}

async function workOf(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
}

const checkbox = (page: Page, row: number) => page.locator('tbody tr').nth(row).locator('input[type=checkbox]')

/** Each of these can be repeated. */
const interactions: Record<string, (page: Page, round: number) => Promise<unknown>> = {
  'select a row': (page, round) => checkbox(page, round + 1).click(),
  'select the page': (page) => page.locator('thead input[type=checkbox]').click(),
  'move over rows': async (page, round) => {
    for (let row = 0; row < 8; row++)
      await page
        .locator('tbody tr')
        .nth((round + row) % 12)
        .hover()
  },
  'next row by arrow key': async (page, round) => {
    await page.locator('[data-row-link]').nth(round).focus()
    await page.keyboard.press('ArrowDown')
  },
  'sort by another column': (page, round) =>
    page.locator('thead button', { hasText: round % 2 ? 'Part Number' : 'Name' }).click(),
  'next page': (page) => page.getByRole('button', { name: 'Next page' }).click(),
  'search, a key': async (page, round) => {
    await page.locator('input[type=search]').focus()
    await page.keyboard.press(round % 2 ? 'b' : 'Backspace')
  },
  'open details': async (page, round) => {
    await page
      .locator('tbody tr')
      .nth(round + 1)
      .locator('[data-row-link]')
      .click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  },
}

async function settled(page: Page) {
  await page.locator('table[aria-busy=false]').waitFor()
  await page.waitForLoadState('networkidle')
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60)))')
}

/** Keeps the longest interaction since `window.longest` was set to 0. Runs in the page. */
const watch = `window.longest = 0
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration)
}).observe({ type: 'event', durationThreshold: 16, buffered: false })`
