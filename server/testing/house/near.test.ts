import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const run = (program: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${program}.mjs`, ...args], {
    encoding: 'utf8',
  })
  return { status, output: (stdout + stderr).trim().split('\n') }
}
const near = (...files: string[]) => run('near', ...files).output

test('the tests beside a changed file are near, and those beside a file that imports it', () => {
  const found = near('server/tasks/tasks.queries.ts')
  expect(found).toEqual(expect.arrayContaining(['server/tasks/tasks.test.ts', 'server/integrations/syncing.test.ts']))
  expect(found.filter((file) => file.startsWith('server/sops/'))).toEqual([])
})

test('a test is near whose imports lead to what changed, also over several files', () => {
  expect(near('contract/money.ts')).toContain('contract/money.test.ts')
  expect(near('scripts/patterns.mjs')).toContain('server/testing/house/patterns.test.ts')
  expect(near('scripts/patterns.mjs')).not.toContain('server/testing/house/references.test.ts')
})

test('what all server tests import brings all of them', () => {
  expect(near('server/testing/fixture.ts').length).toBeGreaterThan(100)
})

test('a routine brings the tests of the features that call it, and those of the whole schema', () => {
  const found = near('database/routines/31-tasks.sql')
  expect(found).toEqual(expect.arrayContaining(['server/tasks/tasks.test.ts', 'server/testing/attacks/fence.test.ts']))
})

test.each([['--neer'], ['--near', 'server'], ['server']])(
  'the gate refuses arguments that it does not know: %s %s',
  (...args) => {
    const { status, output } = run('check', ...args)
    expect(status).toBe(1)
    expect(output).toEqual([expect.stringMatching(/ is not known: npm run check runs the whole gate/)])
  },
)

test('--help explains and runs nothing', () => {
  expect(run('check', '--help')).toEqual({ status: 0, output: [expect.stringContaining('--near runs lint, types')] })
})
