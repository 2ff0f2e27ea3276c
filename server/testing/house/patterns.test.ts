import { expect, test } from 'vitest'
import { reportOn } from './script-report.ts'

const refused = [
  ['a polynomial one', String.raw`/^(\d*)\.?(\d*)$/`, 'quadratic'],
  ['an exponential one', '/^(a+)+$/', 'exponential'],
  ['a search for a run at the end', String.raw`/\s+$/`, 'begins anew at each'],
  ['one made of text', "new RegExp('x+$')", 'begins anew at each'],
  ['zeros at the end', '/0+$/', 'quadratic'],
  ['blanks at the end', String.raw`/[ \t\r\n]+$/`, 'quadratic'],
  ['the title of a section', String.raw`/^#[^,;\t]*[\s,;]*$/`, 'quadratic'],
  ['an exponential one made of text', "new RegExp('(a+)+$')", 'exponential'],
  ['an exponential one in a schema', String.raw`z.string().regex(/(\w+\s?)*$/)`, 'exponential'],
  [
    'one made of a named text',
    `const run = 'x+'\nexport const found = new RegExp(\`\${run}$\`)`,
    'begins anew at each',
  ],
  ['one in a schema', String.raw`z.string().regex(/^#[^,]*\s*$/)`, 'quadratic'],
  ['one that is only known when it runs', 'new RegExp(process.argv.join())', 'known only at run time'],
]

const { status, findings } = reportOn(
  'scripts/patterns.mjs',
  refused.map(([, pattern = '']) => (pattern.includes('\n') ? pattern : `export const found = ${pattern}`)),
)

test.each(refused.map(([name, , problem], at) => ({ name, problem, at })))(
  'the gate refuses $name',
  ({ problem, at }) => {
    expect(findings[at]?.join('\n')).toContain(problem)
    expect(status).toBe(1)
  },
)

test('the gate accepts linear patterns, and patterns with a bound of their own', () => {
  const patterns = [String.raw`/^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/`, '/0{1,4}$/', '/^[ -]+/', "new RegExp('^a+$', 'u')"]
  expect(reportOn('scripts/patterns.mjs', [`export const found = [${patterns.join(', ')}]`])).toMatchObject({
    status: 0,
    lines: [],
  })
})
