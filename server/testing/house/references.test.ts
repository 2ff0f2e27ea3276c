import { expect, test } from 'vitest'
import { reportOn } from './script-report.ts'

/** The report of `scripts/references.mjs` on one file. */
function lookAt(text: string, name?: string) {
  const { status, lines } = reportOn('scripts/references.mjs', [text], name)
  return { status, output: lines.join('\n') }
}

// Each example cites something that this repository does not have.
const code = [
  ['a page that is not there', '// (spec.md)', 'there is no page spec.md'],
  ['a section that the page lacks', '// product.md 99', 'product.md has no section 99'],
  ['a row that the table lacks', '// security.md 2.2, rows 14-99', 'security.md has no row 99'],
  ['an attack that is not in the catalogue', "test('refused (T999)', run)", 'has no T999'],
  ['a fault that is not in the catalogue', '// as F99 says', 'has no F99'],
  ['a decision that was not made', '// see decision 0999', 'there is no decision 0999'],
  ['a bare number of a decision', '// as before (0999)', 'there is no decision 0999'],
  ['a migration that is not there', '-- as in migration 0999', 'there is no migration 0999'],
  ['a file that has moved', '// see server/platform/mount.ts', 'there is no file server/platform/mount.ts'],
  ['an item of a review', '// (review S10)', 'is not a list of this repository'],
  ['an item of a review by its letter', "test('refused (S3)', run)", 'is not a list of this repository'],
]
const inCode = reportOn(
  'scripts/references.mjs',
  code.map(([, text = '']) => text),
)

test.each(code.map(([name, , problem], at) => ({ name, problem, at })))('the gate refuses $name', ({ problem, at }) => {
  expect(inCode.findings[at]?.join('\n')).toContain(problem)
  expect(inCode.status).toBe(1)
})

// The same of a page: what these examples lead to is not there.
const page = [
  ['a link that leads nowhere', '[more](nowhere.md)', 'there is no nowhere.md'],
  ['a heading that is not there', '# One\n\n[more](#two)', 'has no heading #two'],
  ['a file that is not there', 'see `nowhere.ts`', 'there is no file nowhere.ts'],
  ['a name of several files', 'see `uploads.ts`', 'may be one of 2 files'],
  ['a test that is not there', '`supply.test.ts` “nobody wrote this”', 'has no test “nobody wrote this”'],
  ['a picture with a table that is not there', '  parts ||--o{ bolts : ""', 'there is no table bolts'],
  ['a picture with a line that is no foreign key', '  parts ||--o{ tasks : ""', 'tasks has no foreign key to parts'],
  ['a promise without a test', '| T1 | Nothing is lost. | surely |', 'T1 names no test'],
]
const inPage = reportOn(
  'scripts/references.mjs',
  page.map(([, text = '']) => text),
  'page.md',
)

test.each(page.map(([name, , problem], at) => ({ name, problem, at })))(
  'the gate refuses in a page: $name',
  ({ problem, at }) => {
    expect(inPage.findings[at]?.join('\n')).toContain(problem)
    expect(inPage.status).toBe(1)
  },
)

test('the gate refuses a decision without a status, and a decision that is not in the index', () => {
  const { output } = lookAt('# 0999 Something\n\nIt is so.', 'docs/decisions/0999-something.md')
  expect(output).toContain('has no status')
  expect(output).toContain('is not in docs/decisions/README.md')
})

test('a landed migration may name a decision that is part of another today; nothing else may', () => {
  expect(lookAt('-- decision 0045', 'database/migrations/0999_a.sql').status).toBe(0)
  expect(lookAt('-- decision 0045', 'database/routines/99-a.sql').output).toContain('there is no decision 0045')
})

test('the gate accepts references that lead somewhere, and text that only looks like a reference', () => {
  const code = [
    '// security.md 2.2, row 14; product.md 9; decisions 0012 and 0018; T29, F8 and I1 (0056)',
    '// server/platform/http/mount.ts, docs/operations.md',
    "const day = '2026-11-22T12:00:00Z', color = '#F00', query = '%F0%9F', part = 'T1000', any = '*.md'",
  ]
  expect(lookAt(code.join('\n'))).toEqual({ status: 0, output: '' })
})
