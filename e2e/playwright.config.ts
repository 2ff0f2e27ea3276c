import { defineConfig } from '@playwright/test'
import { findChromium } from '../scripts/chromium.mjs'

export default defineConfig({
  testDir: '.',
  outputDir: '../.cache/e2e',
  // Only ends what hangs: two journeys at a time on a busy machine of two cores take long.
  timeout: 180_000,
  expect: { timeout: 10_000 },
  // Each has a product of its own (journey.ts), so files may run side by side and in any order.
  workers: 2,
  retries: 0,
  use: {
    viewport: { width: 1440, height: 900 },
    // A trace of every journey took a third of their time. One that failed is told by `--trace on`.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
