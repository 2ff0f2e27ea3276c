import { defineConfig } from '@playwright/test'
import { browserArguments, browserOfJourneys } from '../scripts/chromium.mjs'

/** The window of a person at a desk. px */
export const usualSize = { width: 1440, height: 900 }

export default defineConfig({
  testDir: '.',
  outputDir: '../.cache/e2e',
  // Only to end a journey that hangs: three at once are slow on a busy machine with two cores.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  // Each worker has a product of its own (journey.ts), so files may run in parallel and in any order.
  workers: 3,
  // A failed journey is tried once more, on a product of its own. The gate names it as unsteady: somebody must look at it.
  retries: 1,
  use: {
    viewport: usualSize,
    // Tracing every journey took a third of the run time. Run a failed one again with `--trace on`.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browserOfJourneys(),
      args: browserArguments,
    },
  },
})
