import { configDefaults, defineConfig } from 'vitest/config'

/** These replace a module for themselves, which works only where that module is not loaded yet. */
const mocked = ['server/files/faults.test.ts', 'server/platform/storage/full-disk.test.ts']

/** The seed of the property tests: the same every time, so that a gate that passed passes again; `npm run explore` tries others. */
const seed = process.env.SEED ?? '1'

const shared = {
  // They only end a test that hangs: on a busy machine everything takes longer.
  ...{ testTimeout: 60_000, hookTimeout: 60_000, restoreMocks: true },
  ...{ env: { SEED: seed }, setupFiles: ['./server/testing/seed.ts'] },
}

export default defineConfig({
  test: {
    globalSetup: './server/testing/global-setup.ts',
    // Of two cores: tests wait for servers, locks and files for almost half of their time.
    maxWorkers: 3,
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
