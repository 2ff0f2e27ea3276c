/**
 * Largest contentful paint of the list of parts, from the address to its rows, beside the limit: the same page as finished HTML with its
 * styles, without scripts and without asking for data. The screens must be built.
 */
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { authorization } from './data.ts'
import { median } from './load.ts'

/** In ms: medians, and the best. `cache`: whether the browser has the files of the screens. `ratio`: of the medians, product to limit. */
export type FirstPaint = {
  cache: 'empty' | 'kept'
  first: number
  largest: number
  best: number
  limit: number
  ratio: number
}

const rounds = 8
/** A larger text may still be drawn after the first rows. */
const settleMs = 700

export async function measureFirstPaint(browser: Browser, origin: string, companyId: string): Promise<FirstPaint[]> {
  const address = `${origin}/inventory/parts?company=${companyId}`
  const finished = `${origin}/finished`
  const kept = await contextOf(browser)
  const page = await kept.newPage()
  await page.goto(address)
  await page.locator('[data-row-link]').first().waitFor()
  const html = (await page.content()).replace(/<script[\s\S]*?<\/script>|<link rel="modulepreload"[^>]*>/g, '')
  await page.close()
  const found: FirstPaint[] = []
  for (const cache of ['empty', 'kept'] as const) {
    const paints: Paint[] = []
    const limits: Paint[] = []
    for (let round = 0; round < rounds; round++) {
      const load = async (url: string) => {
        const context = cache === 'kept' ? kept : await contextOf(browser)
        await context.route(finished, (route) => route.fulfill({ contentType: 'text/html', body: html }))
        const paint = await paintOf(await context.newPage(), url)
        if (cache === 'empty') await context.close()
        return paint
      }
      paints.push(await load(address))
      limits.push(await load(finished))
    }
    const largest = paints.map((paint) => paint.largest)
    const limit = median(limits.map((paint) => paint.largest))
    found.push({
      ...{ cache, first: median(paints.map((paint) => paint.first)), largest: median(largest) },
      ...{ best: Math.min(...largest), limit, ratio: Math.round((median(largest) / limit) * 100) / 100 },
    })
  }
  await kept.close()
  return found
}

const contextOf = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({ viewport: { width: 1440, height: 900 }, extraHTTPHeaders: { authorization } })

type Paint = { first: number; largest: number }

async function paintOf(page: Page, url: string): Promise<Paint> {
  await page.addInitScript(watch)
  await page.goto(url)
  await page.locator('[data-row-link]').first().waitFor()
  await page.waitForTimeout(settleMs)
  const paint = await page.evaluate<Paint>('window.paint')
  await page.close()
  return { first: Math.round(paint.first), largest: Math.round(paint.largest) }
}

/** Runs in the page, before its own code. */
const watch = `window.paint = { first: 0, largest: 0 }
new PerformanceObserver((list) => {
  for (const { startTime } of list.getEntries()) {
    window.paint.first ||= startTime
    window.paint.largest = startTime
  }
}).observe({ type: 'largest-contentful-paint', buffered: true })`
