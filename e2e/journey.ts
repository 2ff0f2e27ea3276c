import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test as plainTest } from '@playwright/test'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Where a product listens, and what it has written into its log so far. */
type Product = { address: string; log: () => string }

/** A journey. Each worker has a product of its own, which starts from the demo data. */
export const test = plainTest.extend<object, { product: Product; services: Record<string, string> }>({
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
