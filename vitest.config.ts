import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['contract', 'server', 'database', 'web'].map((folder) => `${folder}/**/*.test.ts?(x)`),
    globalSetup: './server/testing/global-setup.ts',
    // PostgreSQL and its clients share the cores with the tests.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
