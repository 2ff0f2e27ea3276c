import { playwright } from '@vitest/browser-playwright'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { browserArguments, browserOfJourneys } from './scripts/chromium.mjs'
import { namedWidths } from './web/named-widths.ts'

/** These replace a module for themselves, which works only where that module is not loaded yet. */
const mocked = ['server/files/storage/faults.test.ts', 'server/platform/storage/full-disk.test.ts']

/** The seed of the property tests: the same every time, so that a gate that passed passes again; `npm run explore` tries others. */
const seed = process.env.SEED ?? '1'

/** They take longest, of processors or because they wait, so they begin first: else the last of them runs alone at the end. */
const longest = [
  ...['permissions', 'hostile', 'crash', 'hostile-texts'].map((name) => `server/testing/attacks/${name}.test.ts`),
  'server/integrations/webhooks/webhooks.test.ts',
  'server/integrations/google/calendar.test.ts',
  'server/inventory/exports/round-trip.test.ts',
  'server/integrations/shopify/store-leave.test.ts',
  'server/platform/database/schema/apply-schema.test.ts',
  'server/platform/jobs/silent-database.test.ts',
  'server/platform/database/schema/frozen-database.test.ts',
  'server/platform/jobs/stopping.test.ts',
  'server/integrations/connections.test.ts',
  'server/integrations/shopify/store-door.test.ts',
  'server/integrations/shopify/killed-sync.test.ts',
  'server/integrations/odd-answers.test.ts',
  'server/platform/metrics/metrics.test.ts',
]

/** Those that run alone, the longest, and the others by their size or what they took the last time. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const at = longest.findIndex((file) => moduleId.endsWith(file))
      return project.config.isolate ? -1 : at < 0 ? longest.length : at
    }
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

/** Files that share a server pass in any order: `vitest run --sequence.shuffle.files --sequence.seed=2` tries another one. */
const isShuffled = process.argv.some((argument) => argument.startsWith('--sequence.shuffle'))

const shared = {
  // They only end a test that hangs: on a busy machine everything takes longer.
  ...{ testTimeout: 60_000, hookTimeout: 60_000, restoreMocks: true },
  // The gate prints only the message of a failure: it must be whole.
  chaiConfig: { truncateThreshold: 0 },
  ...{ env: { SEED: seed }, setupFiles: ['./server/testing/seed.ts'] },
  // Most objects of a request are gone before a space of this size is full; with the usual 16 MB they are copied first.
  execArgv: ['--max-semi-space-size=64'],
}

/** In a page of Chromium, with the code of the screens as it stands: web/testing/product.tsx. */
const components = '**/*.component.test.tsx'

/**
 * Layout, styles and hits are computed as ever, but nobody sees the pixels of the frame with the screens: drawing them took a sixth of the processor
 * time of Chromium.
 */
const undrawn = `document.head.insertAdjacentHTML('beforeend', '<style>iframe { opacity: 0 }</style>')`

export default defineConfig({
  test: {
    globalSetup: './server/testing/global-setup.ts',
    // Of two cores: tests wait for servers, locks and files for a third of their time, and some files for most of it.
    maxWorkers: 3,
    ...(!isShuffled && { sequence: { sequencer: LongestFirst } }),
    projects: [
      {
        test: {
          ...shared,
          name: 'shared',
          include: ['contract', 'server', 'database', 'web', 'counterparts'].map(
            (folder) => `${folder}/**/*.test.ts?(x)`,
          ),
          exclude: [...configDefaults.exclude, ...mocked, components],
          // The files of a worker share what they import: loading the server again for each of them took a third of the time.
          isolate: false,
        },
      },
      { test: { ...shared, name: 'alone', include: mocked } },
      {
        root: './web',
        css: namedWidths,
        // As the built product: React that checks nothing takes half the time.
        define: { 'process.env.NODE_ENV': '"production"' },
        oxc: { jsx: { runtime: 'automatic', development: false } },
        // Found before the first test: a package that is found later loads the page anew.
        optimizeDeps: { entries: ['main.tsx', '**/*.tsx', '!dist/**'], include: ['react/jsx-runtime', 'axe-core'] },
        test: {
          name: 'components',
          include: [components],
          // The files of a worker share a page: the code of the screens is loaded once.
          isolate: false,
          ...{ testTimeout: 60_000, restoreMocks: true },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // Three pages load their modules at the same time: on a busy machine that takes longer than the usual minute.
            connectTimeout: 300_000,
            orchestratorScripts: [{ content: undrawn }],
            locators: { exact: false },
            viewport: { width: 1440, height: 900 },
            provider: playwright({
              // The page lives long enough for its code to be optimised.
              launchOptions: {
                executablePath: browserOfJourneys(),
                args: browserArguments.filter((each) => !each.startsWith('--js-flags')),
              },
              contextOptions: { reducedMotion: 'reduce' },
              actionTimeout: 20_000,
            }),
            instances: [{ browser: 'chromium' }],
          },
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
})
