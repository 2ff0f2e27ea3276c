/** The gate as one list: the checks that must pass before a change is done. `node scripts/gate.mjs` prints a line per step. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { forNode, node, root } from './pinned-node.mjs'

const results = join(root, '.cache/results')
/** Tests make thousands of temporary files: in memory where there is enough of it (Linux). */
const memory = '/dev/shm'
const scratch = hasSpace(memory, 8 * 2 ** 30) ? { TMPDIR: memory } : {}
const tool = (path) => join(root, 'node_modules', path)

/** One thread: four check their shared files four times, twice as long in sum. No garbage is collected: a sixth less time, a fourth more memory. */
const compiler = { args: [tool('typescript/bin/tsc'), '--noEmit', '--singleThreaded'], env: { GOGC: 'off' } }

/** These steps do not depend on each other, so they run side by side, the longest first. */
const statics = [
  { name: 'build of the screens and the server', args: ['scripts/build.mjs'] },
  { isNear: true, name: 'types', ...compiler },
  { isNear: true, name: 'types of the screens', ...compiler, args: [...compiler.args, '-p', 'web'] },
  {
    isNear: true,
    name: 'lint, format, sizes',
    args: [tool('@biomejs/biome/bin/biome'), 'ci', '--colors=off', '--diagnostic-level=warn', '--error-on-warnings'],
  },
  {
    name: 'who imports whom',
    args: [
      tool('dependency-cruiser/bin/dependency-cruiser.mjs'),
      '--config',
      '.dependency-cruiser.mjs',
      'contract',
      'server',
      'web',
      'database',
      'scripts',
      'counterparts',
    ],
  },
  { name: 'nothing unused', args: [tool('knip/bin/knip.js'), '--no-progress'] },
  { name: 'role names', args: ['scripts/role-names.mjs'] },
  { name: 'words on buttons', args: ['scripts/button-words.mjs'] },
  { name: 'patterns take linear time', args: ['scripts/patterns.mjs'] },
  { name: 'references lead somewhere', args: ['scripts/references.mjs'] },
  { name: 'no asserted row types', args: ['scripts/queries.mjs'] },
  { name: 'types, schema and lock follow from database/', args: ['scripts/db-types.ts', '--check'] },
]

/** The tests record their queries in this folder. */
const queryLists = join(results, 'queries')
const serverTests = {
  name: 'server and unit tests',
  env: { QUERIES_ASKED: queryLists, ...scratch },
  report: join(results, 'vitest.json'),
  args: [
    tool('vitest/vitest.mjs'),
    'run',
    // A failed test is tried once more, like a journey. The gate reports it as unsteady: somebody must look at it.
    '--retry=1',
    '--reporter=default',
    '--reporter=json',
    '--reporter=./scripts/unsteady-tests.mjs',
    `--outputFile.json=${join(results, 'vitest.json')}`,
  ],
  counts: (report) => [report.numPassedTests, report.numFailedTests, report.numPendingTests + report.numTodoTests],
  unsteady: () => JSON.parse(readFileSync(join(results, 'unsteady.json'), 'utf8')),
  failures: ({ testResults }) =>
    testResults
      .filter(({ status }) => status === 'failed')
      .flatMap(({ name, message, assertionResults }) => [
        ...(message ? [[name, message]] : []),
        ...assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName, failureMessages }) => [`${name}: ${fullName}`, failureMessages.join('\n')]),
      ]),
  progress: (output) => `${output.match(/^ *[✓❯] .*\(\d+ tests?/gm)?.length ?? 0} files done`,
}
const queries = { name: 'every query compared with its shape', args: ['scripts/queries.mjs', '--asked', queryLists] }
/** Shows what a request costs the processors, so that a regression is seen when it is made. It asserts nothing; only Linux tells the times. */
const costs = { name: 'what a request costs', args: ['bench/main.ts', '--short'], env: scratch, isShown: true }
const journeys = {
  name: 'browser journeys',
  report: join(results, 'playwright.json'),
  needs: 'e2e/playwright.config.ts',
  args: [tool('@playwright/test/cli.js'), 'test', '-c', 'e2e/playwright.config.ts', '--reporter=line,json'],
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: join(results, 'playwright.json'), ...scratch },
  counts: ({ stats }) => [stats.expected + stats.flaky, stats.unexpected, stats.skipped],
  unsteady: ({ suites }) => suites.flatMap(unsteadyJourneys),
  failures: ({ suites, errors }) => [
    ...suites.flatMap(failedJourneys),
    ...errors.map(({ message }) => ['outside any journey', message]),
  ],
  progress: (output) => output.match(/\[\d+\/\d+\]/g)?.at(-1) ?? 'starting',
}

const failedJourneys = (suite) => journeysWhere(suite, ({ ok }) => !ok)

/** Journeys that failed at first and passed the second time. */
const unsteadyJourneys = (suite) => journeysWhere(suite, ({ tests }) => tests.some(({ status }) => status === 'flaky'))

function journeysWhere({ specs = [], suites = [] }, isWanted) {
  const found = specs.filter(isWanted).map(({ file, title, tests }) => {
    const errors = tests.flatMap(({ results }) => results).flatMap((result) => result.errors)
    return [`${file}: ${title}`, errors.map(({ message }) => message).join('\n')]
  })
  return [...found, ...suites.flatMap((suite) => journeysWhere(suite, isWanted))]
}

const longestFailure = 1_000

/** Runs everything, prints what failed after each step, then the sums. @returns true when nothing failed */
export const runGate = () =>
  runSteps(statics, [serverTests, queries, ...(process.platform === 'linux' ? [costs] : []), journeys])

/** Lint, types and some test files. @param files paths from the root */
export function runNear(files) {
  const steps = statics.filter(({ isNear }) => isNear)
  console.log(`${files.length} test files near what changed`)
  return runSteps(steps, files.length > 0 ? [{ ...serverTests, args: [...serverTests.args, ...files] }] : [])
}

/** @param sideBySide steps that do not depend on each other @param inTurn the others, which follow them */
async function runSteps(sideBySide, inTurn) {
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  const sums = [0, 0, 0]
  const add = (counts) => {
    for (const [index, count] of counts.entries()) sums[index] += count
  }

  const waiting = [...sideBySide]
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) add(await runStep(step))
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, lane))
  for (const step of inTurn) add(await runStep(step))

  const [passed, failed, skipped] = sums
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
  return failed === 0
}

const tell = (kind, [where, output]) =>
  console.log(`${kind} ${where}\n${output.slice(0, longestFailure).replace(/^/gm, '    ')}`)

/** @returns [passed, failed, skipped]: the tests of the step, or the step itself as one */
async function runStep(step) {
  if (step.needs && !existsSync(join(root, step.needs))) {
    console.log(`skipped  ${step.name}: there is no ${step.needs}`)
    return [0, 0, 1]
  }
  const [start, before] = [performance.now(), processorTimes()]
  const { code, output } = await run(step)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const [idle, all] = processorTimes().map((time, index) => time - before[index])
  const busy = step.report ? `, processors ${Math.round(100 - (100 * idle) / all)} % busy` : ''
  const [passed, failed, skipped] = step.report
    ? readBy(step, step.counts, [0, 0, 0])
    : code === 0
      ? [1, 0, 0]
      : [0, 1, 0]
  // A crash outside any test (a file that does not load, a setup that fails) is a failure too.
  const failures = code !== 0 && failed === 0 ? 1 : failed
  const numbers = step.report ? ` (${passed} passed, ${failures} failed, ${skipped} skipped)` : ''
  console.log(`${failures === 0 ? 'ok     ' : 'FAILED '}  ${step.name}${numbers}, ${seconds} s${busy}`)
  if (step.isShown && failures === 0) console.log(output.trimEnd().replace(/^/gm, '         '))
  for (const unsteady of readBy(step, step.unsteady, [])) tell('UNSTEADY', unsteady)
  if (failures > 0) {
    const found = readBy(step, step.failures, [])
    for (const failure of found) tell('FAILED  ', failure)
    // A log of thousands of lines hides the cause: only failures are printed, and the log is kept.
    if (found.length === 0) console.log(output.trimEnd().replace(/^/gm, '    '))
    else writeFileSync(`${step.report}.log`, output)
  }
  return [passed, failures, skipped]
}

/** Milliseconds so far: [idle, all]. If processors are idle during a step, more work at once would shorten it. */
function processorTimes() {
  const times = cpus().map((processor) => processor.times)
  return [times.reduce((sum, { idle }) => sum + idle, 0), times.flatMap(Object.values).reduce((sum, ms) => sum + ms, 0)]
}

/** Few lines of progress in a log: where it is shown only in part, that part must contain the failures. */
const progressMs = process.stdout.isTTY ? 10_000 : 60_000

/** Prints the progress of a long step: every ten seconds in a terminal, once a minute in a log. */
function run({ name, args, env, progress }) {
  return new Promise((resolve) => {
    let output = ''
    const start = performance.now()
    const ticking = progress
      ? setInterval(() => {
          const seconds = Math.round((performance.now() - start) / 1000)
          console.log(`         ${name}: ${progress(output)}, ${seconds} s`)
        }, progressMs)
      : undefined
    // Biome's launcher and other tools start `node` again: the pinned one must come first on the PATH.
    const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`
    const { FORCE_COLOR: _, ...inherited } = process.env
    const child = spawn(node, args, { cwd: root, env: { ...forNode, ...inherited, ...env, PATH: path, NO_COLOR: '1' } })
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('close', (code) => {
      clearInterval(ticking)
      resolve({ code, output })
    })
  })
}

function hasSpace(folder, bytes) {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= bytes
  } catch {
    return false
  }
}

const reportOf = ({ report }) => (existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined)

/** A value that a step reads from its report; `otherwise` when it has no report, or reads no such value. */
function readBy(step, read, otherwise) {
  const report = read && step.report ? reportOf(step) : undefined
  return report ? read(report) : otherwise
}
