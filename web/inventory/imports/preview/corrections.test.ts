import { expect, test } from 'vitest'
import { correctionsOf, placedIn, withCorrections } from './corrections.ts'

const row = { rowNumber: 7, cells: ['Schraube süß', 'N-1', 'x', ''] }
const price = { sheet: null, rowNumber: 7, place: 2, was: 'x', now: '12,50' }

test('each cell that differs is a correction, also one that was missing', () => {
  expect(correctionsOf(row, ['Schraube süß', 'N-1', '12,50', '', '9'], null)).toEqual([
    price,
    { sheet: null, rowNumber: 7, place: 4, was: '', now: '9' },
  ])
})

test('of two corrections of a cell the later one counts, and the text of the file stays known', () => {
  expect(withCorrections([price], [{ ...price, was: '12,50', now: '13' }])).toEqual([{ ...price, now: '13' }])
  expect(withCorrections([price], [{ ...price, sheet: 'Other', now: '1' }])).toHaveLength(2)
})

test.each([
  ['the same reading', ['Schraube süß', 'N-1', 'x', ''], ['Schraube süß', 'N-1', '12,50', '']],
  ['other letters', ['Schraube sÃ¼Ã', 'N-1', 'x', ''], ['Schraube sÃ¼Ã', 'N-1', '12,50', '']],
  ['another separator', ['Schraube', 'süß', 'N-1', 'x'], ['Schraube', 'süß', 'N-1', '12,50']],
])('%s keeps a correction', (_what, cells, expected) => {
  expect(placedIn(cells, [price])).toEqual({ cells: expected, lost: [] })
})

test('a correction is lost when its cell is no longer there, or cannot be found for certain', () => {
  for (const cells of [['Schraube;N-1;x;'], ['x', 'N-1', 'y', 'x'], []])
    expect(placedIn(cells, [price])).toEqual({ cells, lost: [price] })
})

test('a corrected cell is found by the characters that do not depend on the encoding', () => {
  const name = { ...price, place: 0, was: 'Schraube süß', now: 'Schraube' }
  expect(placedIn(['Schraube sÃ¼Ã', 'N-1'], [name])).toEqual({ cells: ['Schraube', 'N-1'], lost: [] })
})
