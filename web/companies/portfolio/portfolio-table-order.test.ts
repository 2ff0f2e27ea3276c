import type { PortfolioRow } from 'contract/dashboards/figures.ts'
import { expect, test } from 'vitest'
import { sortRows, tableSortOf } from './portfolio-table-order.ts'

const row = (name: string, figures: Partial<PortfolioRow> = {}) =>
  ({ name, lowStock: 0, averageMargin: null, ...figures }) as PortfolioRow
const names = (rows: PortfolioRow[]) => rows.map(({ name }) => name).join(' ')

test('the address holds the column and the direction', () => {
  expect(tableSortOf('-lowStock')).toEqual({ column: 'lowStock', isDescending: true })
  expect(tableSortOf('name')).toEqual({ column: 'name', isDescending: false })
  for (const nonsense of [undefined, '', '-', 'toString', '-id']) expect(tableSortOf(nonsense)).toBeUndefined()
})

test('rows sort by any column, equal ones by name, and keep their order without a choice', () => {
  const rows = [row('C 10', { lowStock: 2 }), row('C 9', { lowStock: 2 }), row('B', { lowStock: 5 })]
  expect(names(sortRows(rows, tableSortOf('-lowStock')))).toBe('B C 9 C 10')
  expect(names(sortRows(rows, tableSortOf('lowStock')))).toBe('C 9 C 10 B')
  expect(names(sortRows(rows, tableSortOf('-name')))).toBe('C 10 C 9 B')
  expect(sortRows(rows, undefined)).toBe(rows)
})

test('unknown figures come last, in both directions', () => {
  const rows = [row('Unknown'), row('Low', { averageMargin: 3 }), row('High', { averageMargin: 40 })]
  expect(names(sortRows(rows, tableSortOf('-averageMargin')))).toBe('High Low Unknown')
  expect(names(sortRows(rows, tableSortOf('averageMargin')))).toBe('Low High Unknown')
})
