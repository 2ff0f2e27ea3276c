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
  expect(headingsOf('# Tools ##\n\n~~~\n# no\n~~~\n#### `Deep` one\n##### too deep\n#10-32 screws\n##Tight')).toEqual([
    { line: 1, level: 1, text: 'Tools' },
    { line: 6, level: 4, text: 'Deep one' },
    { line: 9, level: 2, text: 'Tight' },
  ])
})

test.each(['- [ ] ', '[', '# ', '> ', '`', '* '])('a text of 100,000 characters of %j is read in one pass', (unit) => {
  const text = unit.repeat(Math.ceil(100_000 / unit.length))
  expect(checklistOf(text).length + headingsOf(text).length).toBeLessThanOrEqual(1)
})

test('words have no signs that hide marks, as exports of documents write them', () => {
  expect(checklistOf('- [ ] 1\\. Stop \\[A\\]\\!')).toEqual([{ line: 1, text: '1. Stop [A]!' }])
  expect(checklistOf('- [ ] Load C:\\nc\\_old_1')).toEqual([{ line: 1, text: 'Load C:\\nc\\_old_1' }])
  expect(headingsOf('# Part \\#\n## Part #')).toMatchObject([{ text: 'Part #' }, { text: 'Part #' }])
})

test('a run that began before boxes without a dash were steps keeps its numbers', () => {
  const content = '[ ] Guard on\n- [ ] Switch on\n'
  expect(checklistOf(content).map(({ line }) => line)).toEqual([1, 2])
  expect(checklistOf(content, 1).map(({ line }) => line)).toEqual([2])
  expect(checklistOf(content, 2).map(({ line }) => line)).toEqual([1, 2])
})

test('boxes written as signs are steps of their own line, and a run that began before keeps its numbers', () => {
  const content = '[ ] Air 6 bar\n☐ Guards closed\n☑ Key out\n1. □ Door shut\n'
  expect(checklistOf(content)).toEqual([
    { line: 1, text: 'Air 6 bar' },
    { line: 2, text: 'Guards closed' },
    { line: 3, text: 'Key out' },
    { line: 4, text: 'Door shut' },
  ])
  expect(checklistOf(content, 1)).toMatchObject([{ line: 1 }])
  expect(checklistOf('☐ Guards closed\n□ Door shut\n')).toHaveLength(2)
})

test.each(['☐ yes ☐ no', '☐ = open', '□ 40 x 40 tube', '□40 tube', 'Tick ☐ when done'])('%j is no step', (line) => {
  expect(checklistOf(line)).toEqual([])
})

test('a number sign before a size is no heading', () => {
  expect(headingsOf('# 5 wrench\n# 10 hex bit\n# 6-32 tap\n# 2 Wrench rack')).toMatchObject([{ text: '2 Wrench rack' }])
})
