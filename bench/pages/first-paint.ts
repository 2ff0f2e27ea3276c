/**
 * Largest contentful paint of the list of parts, from the address to its rows, beside the limit: the same page as finished HTML with its
 * styles, without scripts and without asking for data. The screens must be built.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { authorization } from '../data.ts'
import { median } from '../load.ts'

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
  const kept = await contextOf(browser)
  const limitServer = await serveFinished(origin, await finishedPage(kept, address))
  const finished = `http://localhost:${(limitServer.address() as AddressInfo).port}/`
  const measure = async (cache: FirstPaint['cache']): Promise<FirstPaint> => {
    const load = async (url: string) => {
      const context = cache === 'kept' ? kept : await contextOf(browser)
      const paint = await paintOf(await context.newPage(), url)
      if (cache === 'empty') await context.close()
      return paint
    }
    const [paints, limits]: [Paint[], Paint[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      paints.push(await load(address))
      limits.push(await load(finished))
    }
    const largest = paints.map((paint) => paint.largest)
    const limit = median(limits.map((paint) => paint.largest))
    return {
      ...{ cache, first: median(paints.map((paint) => paint.first)), largest: median(largest) },
      ...{ best: Math.min(...largest), limit, ratio: Math.round((median(largest) / limit) * 100) / 100 },
    }
  }
  await paintOf(await kept.newPage(), finished) // its files too
  try {
    return [await measure('empty'), await measure('kept')]
  } finally {
    limitServer.close()
    await kept.close()
  }
}

const contextOf = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({ viewport: { width: 1440, height: 900 }, extraHTTPHeaders: { authorization } })

/** The HTML of a screen once it is shown, without its scripts. */
async function finishedPage(context: BrowserContext, address: string): Promise<string> {
  const page = await context.newPage()
  await page.goto(address)
  await page.locator('[data-row-link]').first().waitFor()
  await page.waitForTimeout(settleMs)
  const html = await page.content()
  await page.close()
  return html.replace(/<script[\s\S]*?<\/script>|<link rel="modulepreload"[^>]*>/g, '')
}

/** Serves a page, and the files of the product. */
async function serveFinished(origin: string, html: string): Promise<Server> {
  const server = createServer(async ({ url = '/' }, response) => {
    if (url === '/') {
      response.setHeader('content-type', 'text/html').end(html)
      return
    }
    const answer = await fetch(`${origin}${url}`)
    for (const name of ['content-type', 'cache-control']) response.setHeader(name, answer.headers.get(name) ?? '')
    response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()))
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

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
