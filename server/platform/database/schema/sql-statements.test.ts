import { expect, test } from 'vitest'
import { readSchemaFiles } from './schema-files.ts'
import { lineOf, statementsOf } from './sql-statements.ts'

test.each([
  ['nothing', ' \n-- only; a remark\n/* and; another */', []],
  ['two statements', 'select 1;\nselect 2;', ['1 select 1', '2 select 2']],
  ['one without an end', '\n\nselect 1', ['3 select 1']],
  ['remarks before and within', '-- a;\n\n/* b;\n */ select 1 -- c;\n, 2;', ['4 select 1 -- c;\n, 2']],
  ['semicolons in strings and names', `select ';', 'it''s;', ";";`, [`1 select ';', 'it''s;', ";"`]],
  ['a body', 'do $$ begin null; end $$;\nselect 1', ['1 do $$ begin null; end $$', '2 select 1']],
  ['a body within a body', 'do $a$ select $b$;$b$; $a$; x', ['1 do $a$ select $b$;$b$; $a$', '1 x']],
  [
    'operators of the same signs',
    `select 1 - -1, '{}' -> 'a', 4 / 2; x`,
    [`1 select 1 - -1, '{}' -> 'a', 4 / 2`, '1 x'],
  ],
])('statements of a file: %s', (_, sql, expected) => {
  expect(statementsOf(sql).map(({ line, text }) => `${line} ${text}`)).toEqual(expected)
})

test('an error lies in the line that PostgreSQL points to', () => {
  const [statement] = statementsOf('\n\nselect 1,\n  missing;')
  expect(statement && [lineOf(statement, '13'), lineOf(statement, undefined)]).toEqual([4, 3])
})

test('nothing of our own files gets lost between statements', async () => {
  const { migrations, templates, routines } = await readSchemaFiles()
  for (const { sql } of [...migrations, ...templates, ...routines]) {
    const lines = sql.split('\n')
    for (const { text, line } of statementsOf(sql)) {
      const [first = '', ...rest] = text.split('\n')
      expect(lines[line - 1]).toContain(first)
      expect(lines.slice(line, line + Math.max(0, rest.length - 1))).toEqual(rest.slice(0, -1))
    }
  }
})
