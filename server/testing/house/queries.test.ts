import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reportOn } from './script-report.ts'

function run(...args: string[]) {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/queries.mjs', ...args], { encoding: 'utf8' })
  return { status, output: stderr.trim().split('\n').filter(Boolean) }
}

const refused = [
  ['a type of rows', 'const found = sql<{ id: string }>`select id from parts`', 'asserts a row type'],
  ['a named type over two lines', 'const found = sql<\n  Part\n>`select id from parts`', 'sql<Part> asserts'],
  [
    'the type of a selected value',
    `select(sql<number>\`(select \${x ? sql\`1\` : \`}\`})\`.as('n'))`,
    'of what is returned',
  ],
  ['a value that is read at once', 'await sql<string>`select 1`\n  .execute(db)', 'of what is returned'],
  ['a cast of the builder', 'db.selectFrom("parts").selectAll().$castTo<Part>().execute()', '.$castTo asserts'],
  ['a function of the builder that says its type', 'is.fn.countAll<number>().as("n")', 'asserts a row type'],
  ['rows without a shape', 'const { rows } = await sql`select 1 as n`.execute(db)', 'nothing compares'],
  [
    'renamed rows without a shape',
    'const { rows: found } =\n  await sql`select 1 as n`.execute(db)',
    'nothing compares',
  ],
]
const report = reportOn(
  'scripts/queries.mjs',
  refused.map(([, code]) => `// a comment\n${code}`),
)

test.each(refused.map(([name, , problem], at) => ({ name, problem, at })))(
  'the gate refuses $name',
  ({ problem, at }) => {
    const found = report.findings[at] ?? []
    expect(found.join('\n')).toContain(problem)
    expect(found[0]).toMatch(/:2 /)
    expect(report.status).toBe(1)
  },
)

test('the gate accepts shapes, conditions, written values, and statements that return nothing', () => {
  const code = [
    'const rows = await rowsOf(db, Part, sql`select id from parts`)',
    'const isMine = sql<SqlBool>`t.user_id = app.user_id()`',
    'db.insertInto("tasks").values({ by: sql<string>`app.user_id()` }).execute()',
    'await sql`select app.bring_back(1)`.execute(db)',
    '// sql<Part>`in a comment`',
  ]
  expect(reportOn('scripts/queries.mjs', [code.join('\n')])).toMatchObject({ status: 0, lines: [] })
})

test('a query that no test ran is reported with its place', () => {
  const nothing = run('--asked', join(tmpdir(), 'no-such-folder'))
  const place = nothing.output.find((line) => line.startsWith('server/time-clock/public.ts:'))
  expect(place).toMatch(/^server\/time-clock\/public\.ts:\d+ no test runs this query$/)
  expect(nothing.status).toBe(1)
  const folder = mkdtempSync(join(tmpdir(), 'sbr-asked-'))
  const places = nothing.output.map((line) => line.split(' ')[0])
  writeFileSync(join(folder, '1.txt'), `${places.slice(1).join('\n')}\n`)
  expect(run('--asked', folder)).toEqual({ status: 1, output: [`${places[0]} no test runs this query`] })
  writeFileSync(join(folder, '2.txt'), `${places[0]}\n`)
  expect(run('--asked', folder)).toEqual({ status: 0, output: [] })
})
