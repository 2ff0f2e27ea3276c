import { expect, test } from 'vitest'
import { checklistOf, headingsOf } from './checklist.ts'

test('the steps of a checklist have their lines, and none is in a block of code', () => {
  const content =
    '# A\n\n- [ ] **Stop** the [lathe](https://x.example)\n- no step\n\n```\n- [ ] code\n```\n> 1. [x] Lock it\n'
  expect(checklistOf(content)).toEqual([
    { line: 3, text: 'Stop the lathe' },
    { line: 9, text: 'Lock it' },
  ])
  expect(checklistOf(null)).toEqual([])
})

test('headings have their level and no marks', () => {
  expect(headingsOf('# Tools ##\n\n~~~\n# no\n~~~\n#### `Deep` one\n##### too deep\n#none')).toEqual([
    { line: 1, level: 1, text: 'Tools' },
    { line: 6, level: 4, text: 'Deep one' },
  ])
})

test.each(['- [ ] ', '[', '# ', '> ', '`', '* '])('a text of 100,000 characters of %j is read in one pass', (unit) => {
  const text = unit.repeat(Math.ceil(100_000 / unit.length))
  expect(checklistOf(text).length + headingsOf(text).length).toBeLessThanOrEqual(1)
})
