import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, type Page, test as plainTest } from '@playwright/test'
import { startGoogle } from '../counterparts/google/start.ts'
import { startOpenai } from '../counterparts/openai/start.ts'
import { startQuickbooks } from '../counterparts/quickbooks/start.ts'
import { startShipstation } from '../counterparts/shipstation/start.ts'
import { startShopify } from '../counterparts/shopify/start.ts'
import { leave } from './people.ts'
import { usualSize } from './playwright.config.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A product: its address, and its log so far. */
export type Product = { address: string; log: () => string }

/** The counterparts of the outside services. */
export type Outside = Awaited<ReturnType<typeof startOutside>>

type OfWorker = { product: Product; outside: Outside; profile: BrowserContext; kept: Page }

/**
 * A journey. Each worker has a product of its own, which starts from the demo data, counterparts of all outside services, one browser
 * profile, and one page, so that the screens are compiled once: in a new page, loading a screen takes more than twice the processor time.
 * Each journey starts signed out, with nothing stored. A failed one ends its worker, so the next journey has another page.
 */
export const test = plainTest.extend<object, OfWorker>({
  outside: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const outside = await startOutside()
      await use(outside)
      await Promise.all(Object.values(outside).map((service) => service.close()))
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ outside }, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'sbr-e2e-'))
      const server = startProduct(dataDir, addressesOf(outside))
      try {
        await use(await readiness(server))
      } finally {
        await stop(server)
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ product }, use) => use(product.address),
  profile: [
    async ({ browser, product }, use, { project }) => {
      // Drawing transitions and skeletons frame by frame took a third of the time of all journeys.
      const settings = { viewport: project.use.viewport, baseURL: product.address, reducedMotion: 'reduce' } as const
      const profile = await browser.newContext(settings)
      await use(profile)
      await profile.close()
    },
    { scope: 'worker' },
  ],
  kept: [async ({ profile }, use) => use(await profile.newPage()), { scope: 'worker' }],
  context: async ({ profile, kept }, use) => {
    await use(profile)
    for (const page of profile.pages()) if (page !== kept) await page.close()
    await profile.setOffline(false)
    await profile.clearPermissions()
    await profile.unrouteAll({ behavior: 'ignoreErrors' })
  },
  page: async ({ context, kept, baseURL, viewport }, use) => {
    if (viewport) await kept.setViewportSize(viewport)
    await signOutAndForget(context, kept, baseURL ?? '')
    await use(kept)
    await stopListening(kept)
    // Another process: in the same one a journey after one with a finger finds no mouse, and no actions of rows.
    await kept.goto('about:blank')
  },
})

/**
 * A leg of a journey: it begins signed out, with nothing stored, as a journey does, but in the same process, so it needs less processor time.
 * Its title says where a journey failed.
 */
export const leg = (page: Page, title: string, act: () => Promise<void>): Promise<void> =>
  test.step(title, async () => {
    const { origin } = new URL(page.url())
    if (origin !== 'null') {
      for (const other of page.context().pages()) if (other !== page) await other.close()
      await stopListening(page)
      await page.context().setOffline(false)
      await page.context().clearPermissions()
      await page.setViewportSize(usualSize)
      await leave(page)
      await signOutAndForget(page.context(), page, origin)
    }
    await act()
  })

async function signOutAndForget(context: BrowserContext, page: Page, origin: string) {
  const devTools = await context.newCDPSession(page)
  await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'cookies,local_storage' })
  await devTools.detach()
}

async function stopListening(page: Page) {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const event of ['console', 'dialog', 'framenavigated', 'pageerror', 'request'] as const)
    page.removeAllListeners(event)
  await page.emulateMedia({ media: null })
}

/** The shop, and the service that ships its parcels, have the same orders. */
async function startOutside() {
  const orders = { seed: 7, orders: 1_500 }
  const [shop, shipping, books, google, openai] = await Promise.all([
    startShopify(orders),
    startShipstation(orders),
    startQuickbooks(),
    startGoogle(),
    startOpenai(),
  ])
  return { shop, shipping, books, google, openai }
}

const addressesOf = ({ shop, shipping, books, google, openai }: Outside) => ({
  SHOPIFY_BASE_URL: shop.url,
  SHIPSTATION_BASE_URL: shipping.url,
  QUICKBOOKS_BASE_URL: books.url,
  GOOGLE_API_BASE_URL: google.url,
  OPENAI_BASE_URL: `${openai.url}/v1`,
})

// With DATABASE_URL all workers would use one database.
const startProduct = (dataDir: string, addresses: Record<string, string>) =>
  spawn(process.execPath, ['dist/main.js'], {
    cwd: root,
    env: {
      ...process.env,
      ...{ PORT: '0', DATA_DIR: dataDir, DATABASE_URL: '', APP_URL: '', DEMO: '1', RATE_LIMIT: '0', LOG_LEVEL: 'warn' },
      ...{ AUTH_PASSWORD: 'on', ...addresses },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })

function readiness(server: ChildProcess): Promise<Product> {
  return new Promise((resolve, reject) => {
    let log = ''
    server.stdout?.on('data', (chunk) => {
      log += chunk
      const address = /is ready: (http:\/\/[\w.:-]+)/.exec(log)?.[1]
      if (address) resolve({ address, log: () => log })
    })
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${log}`)))
  })
}

async function stop(server: ChildProcess) {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}
