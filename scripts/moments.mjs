/**
 * `node scripts/moments.mjs [FILES...]`: runs the tests that deal with time at moments when they could fail: at midnight, on days of a clock
 * change, at the end of a month and a year, on 29 February, with the machine in several zones. The whole of each test runs then: Node,
 * PostgreSQL and Chromium. It needs Linux and libfaketime (Debian: apt-get install faketime), and for journeys `npm run build` before.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { install, node, root } from './pinned-node.mjs'

/** The zone of the machine and of the demo's companies, and the time on its wall, with its offset. */
const moments = [
  ['UTC', '2027-01-31T23:59:30Z'],
  ['UTC', '2027-02-01T00:05:00Z'],
  ['America/New_York', '2027-03-14T03:30:00-04:00'],
  ['America/New_York', '2027-11-07T01:30:00-05:00'],
  ['Europe/Berlin', '2027-03-28T00:05:00+01:00'],
  ['Pacific/Kiritimati', '2028-02-29T02:30:00+14:00'],
  ['UTC', '2028-02-29T12:00:00Z'],
  ['America/St_Johns', '2027-12-31T23:59:30-03:30'],
]

const folders = [
  'time-clock',
  'tasks',
  'dashboards',
  'revenue',
  'notifications',
  'sops',
  'integrations',
  'inventory/backups',
  'assistant',
]
const usual = [
  ...folders.map((folder) => `server/${folder}`),
  ...['contract/time-clock', 'contract/tasks', 'web/time-clock', 'web/shared/format', 'database/seeds'],
  'server/testing/working-day.test.ts',
  ...[
    'work/time-clock',
    'work/payroll',
    'work/tasks',
    'work/task-reports',
    'work/needs',
    'inventory/summary',
    'inventory/figures',
  ].map((name) => `e2e/${name}.spec.ts`),
  'e2e/people/settings.spec.ts',
]

install()
const library = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0]
if (!library) throw new Error('Install libfaketime first: apt-get install faketime')
const files = process.argv.length > 2 ? process.argv.slice(2) : usual
for (const file of files) if (!existsSync(`${root}${file}`)) throw new Error(`There is no ${file}`)
const journeys = files.filter((file) => file.startsWith('e2e/'))
const tests = files.filter((file) => !journeys.includes(file))
for (const [zone, time] of moments) {
  runAt(zone, time, 'vitest/vitest.mjs', ['run', '--maxWorkers=2', ...tests], tests.length)
  const options = ['test', '-c', 'e2e/playwright.config.ts', '--workers=2', '--reporter=line', '--retries=0']
  runAt(zone, time, '@playwright/test/cli.js', [...options, ...journeys.map((file) => file.slice(4))], journeys.length)
}

function runAt(zone, time, tool, args, count) {
  if (count === 0) return
  const seconds = Math.round((Date.parse(time) - Date.now()) / 1_000)
  const clock = {
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  const { status, stdout, stderr } = spawnSync(node, [`${root}node_modules/${tool}`, ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    env: {
      ...process.env,
      ...clock,
      TZ: zone,
      NO_COLOR: '1',
      NODE_OPTIONS: `--import=${root}scripts/clock-for-children.mjs`,
    },
  })
  console.log(`${status === 0 ? 'passed' : 'FAILED'}  ${tool.split('/')[0]} at ${time} in ${zone}`)
  if (status === 0) return
  process.exitCode = 1
  console.log(stdout + stderr)
}
