import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, test as plainTest } from '@playwright/test'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Where a product listens, and what it has written into its log so far. */
type Product = { address: string; log: () => string }

type OfWorker = { product: Product; services: Record<string, string>; profile: BrowserContext }

/**
 * A journey. Each worker has a product of its own, which starts from the demo data, and one browser profile, so that the screens are
 * compiled once. Each journey starts signed out, on a new page, with nothing stored.
 */
export const test = plainTest.extend<object, OfWorker>({
  // A file that needs outside services starts counterparts here, and gives the product their addresses.
  services: [{}, { scope: 'worker', option: true }],
  product: [
    async ({ services }, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'sbr-e2e-'))
      const server = startProduct(dataDir, services)
      try {
        await use(await readiness(server))
      } finally {
        await stop(server)
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
    { scope: 'worker', timeout: 60_000 },
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
  context: async ({ profile }, use) => {
    await use(profile)
    for (const page of profile.pages()) await page.close()
    await profile.setOffline(false)
    await profile.clearPermissions()
  },
  page: async ({ context, baseURL, viewport }, use) => {
    const page = await context.newPage()
    if (viewport) await page.setViewportSize(viewport)
    const devTools = await context.newCDPSession(page)
    await devTools.send('Storage.clearDataForOrigin', { origin: baseURL ?? '', storageTypes: 'cookies,local_storage' })
    await devTools.detach()
    await use(page)
  },
})

// DATABASE_URL would lead all workers to one database.
const startProduct = (dataDir: string, services: Record<string, string>) =>
  spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ...{ PORT: '0', DATA_DIR: dataDir, DATABASE_URL: '', APP_URL: '', DEMO: '1', RATE_LIMIT: '0', LOG_LEVEL: 'warn' },
      ...services,
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
