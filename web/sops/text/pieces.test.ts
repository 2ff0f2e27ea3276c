import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { linesAsTyped, piecesOf, placeholder } from './pieces.ts'
import { slowLinesWarning } from './text-warnings.ts'

const check = '- [ ] **Point**: check the `guard` and [sign](https://a.example) it'
const table = `| a | b |\n|---|---|\n${'| **M6** | 8~10 Nm, see [B] |\n'.repeat(60)}`

test.each([
  ['a checklist of 40 bold steps', `${check}\n`.repeat(40)],
  ['a checklist of 1,500 steps', `${check}\n`.repeat(1_500)],
  ['a table of 60 rows', table],
  ['a table of 1,000 rows', `| a | b |\n|---|---|\n${'| **x** | y |\n'.repeat(1_000)}`],
  ['100,000 characters of ordinary text', 'Take the *part*, see the list.\n'.repeat(3_200)],
])('%s is formatted as a whole', (_name, text) => {
  expect(linesAsTyped(text)).toEqual([])
  expect(slowLinesWarning(text)).toBeNull()
})

test('a table that goes on in another piece has its head again, and its lines keep their numbers', () => {
  const pieces = piecesOf(`Torque\n\n| a | b |\n|---|---|\n${'| x | y |\n'.repeat(200)}`)
  expect(pieces.length).toBeGreaterThan(2)
  for (const { text, line } of pieces.slice(1)) {
    expect(text).toMatch(/^\| a \| b \|\n\|---\|---\|\n\| x/)
    expect(line).toBeGreaterThan(70)
  }
})

test('a step with too many signs is shown as typed, has its box, and the author is told', () => {
  const text = `${check}\n- [ ] ${'*'.repeat(3)}${'a* '.repeat(900)}\n${check}`
  expect(linesAsTyped(text)).toEqual([2])
  expect(piecesOf(text).map((piece) => [piece.text.slice(0, 7), piece.line])).toEqual([
    [check.slice(0, 7), 0],
    [`- [ ] ${placeholder}`, 1],
    [check.slice(0, 7), 2],
  ])
  expect(slowLinesWarning(text)).toBe(
    'Line 2: too long, too deeply nested, or too many signs such as * and [. Readers see it as you type it; the rest is formatted.',
  )
})

test.each([
  '[',
  '*',
  '>',
  '> ',
  '- ',
  '1. ',
  '![',
  '`a',
  '*a ',
  'a@b ',
  'www.',
  'a\n',
  'word ',
  '[a]\n\n',
  '- a\n',
  '  - a\n',
  '> a\n',
  '|',
  '|a\n',
  '~~',
  '<a',
  '\\',
])('100,000 characters of %j are parsed in small pieces (T61)', (unit) => {
  const text = unit.repeat(100_000 / unit.length)
  for (const piece of piecesOf(text)) {
    expect(piece.text.length).toBeLessThanOrEqual(13_000)
    expect(piece.text.split('\n').length).toBeLessThanOrEqual(163)
    expect(piece.text.match(/[*_[\]`<~!&@]/g)?.length ?? 0).toBeLessThanOrEqual(820)
  }
})

test('nothing is lost between the pieces', () => {
  for (const [typed = ''] of readFileSync(new URL('./sop-texts.txt', import.meta.url), 'utf8')
    .split('\n====\n')
    .map((both) => both.split('\n---->\n'))) {
    const long = `${typed}\n\n`.repeat(40)
    const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length
    const pieces = piecesOf(long).map(({ text }) => text)
    expect(words(pieces.join('\n'))).toBeGreaterThanOrEqual(words(long) ?? 0)
  }
})
