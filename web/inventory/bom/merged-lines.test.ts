import type { NewBomLine } from 'contract/inventory/bom.ts'
import { expect, test } from 'vitest'
import { differingLines, mergedLines } from './merged-lines.ts'

/** 'A2 B1': two of A, one of B. */
const lines = (text: string): NewBomLine[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((each) => ({ type: 'part', id: each.charAt(0), quantity: Number(each.slice(1)) }))
const text = (found: NewBomLine[]) => found.map(({ id, quantity }) => `${id}${quantity}`).join(' ')

test.each([
  ['two change different lines: both changes stay', 'A1 B1 C1', 'A2 B1 C1', 'A1 B1 C3', 'A2 B1 C3'],
  ['one changes, one adds', 'A1 B1', 'A5 B1', 'A1 C4 B1', 'A5 C4 B1'],
  ['both add', 'A1', 'A1 B2', 'A1 C3', 'A1 C3 B2'],
  ['one removes, one changes another', 'A1 B1 C1', 'A1 C1', 'A1 B1 C2', 'A1 C2'],
  ['what I removed and they changed stays removed, until I take theirs', 'A1 B1', 'A1', 'A1 B9', 'A1'],
  ['they move lines, I change one', 'A1 B1 C1', 'A1 B7 C1', 'C1 B1 A1', 'C1 B7 A1'],
  ['I move lines, they change one', 'A1 B1 C1', 'C1 A1 B1', 'A1 B1 C8', 'C8 A1 B1'],
  ['both change one line: mine is preset', 'A1 B1', 'A2 B1', 'A3 B1', 'A2 B1'],
  ['both change one line alike', 'A1', 'A2', 'A2', 'A2'],
])('%s', (_what, base, mine, theirs, merged) => {
  expect(text(mergedLines(lines(base), lines(mine), lines(theirs)))).toBe(merged)
})

test('a choice decides only its own line', () => {
  const [base, mine, theirs] = [lines('A1 B1 C1'), lines('A2 B1'), lines('A3 B5 C1')]
  expect(differingLines(base, mine, theirs).map(({ key, preset }) => [key, preset])).toEqual([
    ['part A', 'mine'],
    ['part B', 'theirs'],
    ['part C', 'mine'],
  ])
  expect(text(mergedLines(base, mine, theirs, { 'part A': 'theirs', 'part C': 'theirs' }))).toBe('A3 B5 C1')
  expect(text(mergedLines(base, mine, theirs, { 'part B': 'mine' }))).toBe('A2 B1')
})
