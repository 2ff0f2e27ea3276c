import { spawnSync } from 'node:child_process'
import { configDefaults, defineConfig } from 'vitest/config'

/** These replace a module for themselves, which works only where that module is not loaded yet. */
const mocked = ['server/files/faults.test.ts', 'server/platform/storage/full-disk.test.ts']

/** The seed of the property tests: SEED, or what is committed. */
const seed = process.env.SEED ?? String(parseInt(committed().slice(0, 7) || '1', 16))

const shared = {
  ...{ testTimeout: 20_000, hookTimeout: 30_000, restoreMocks: true },
  ...{ env: { SEED: seed }, setupFiles: ['./server/testing/seed.ts'] },
}

export default defineConfig({
  test: {
    globalSetup: './server/testing/global-setup.ts',
    // PostgreSQL and its clients share the cores with the tests.
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'shared',
          include: ['contract', 'server', 'database', 'web', 'counterparts'].map(
            (folder) => `${folder}/**/*.test.ts?(x)`,
          ),
          exclude: [...configDefaults.exclude, ...mocked],
          // The files of a worker share what they import: loading the server again for each of them took a third of the time.
          isolate: false,
        },
      },
      { test: { ...shared, name: 'alone', include: mocked } },
    ],
  },
})

/** The id of the files in the last commit; empty without Git. */
function committed(): string {
  return String(spawnSync('git', ['rev-parse', 'HEAD^{tree}']).stdout ?? '')
}
