import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

const port = Number(process.env.E2E_PORT ?? 3917)
// A data folder of its own, made anew for every run: the journeys start from the demo data.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'sbr-e2e-'))

export default defineConfig({
  testDir: '.',
  outputDir: '../.cache/e2e',
  timeout: 90_000,
  expect: { timeout: 10_000 },
  workers: 1,
  retries: 0,
  use: {
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'exec node_modules/.bin/node server/main.ts',
    cwd: '..',
    url: `http://localhost:${port}/readyz`,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: { PORT: String(port), DATA_DIR: process.env.E2E_DATA_DIR, DEMO: '1', RATE_LIMIT: '0', LOG_LEVEL: 'error' },
  },
})
