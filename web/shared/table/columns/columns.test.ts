import { expect, test } from 'vitest'
import { besideOf, inOrder, moveColumn } from './columns.ts'

const columns = ['number', 'name', 'supplier', 'stock'].map((key) => ({ key }))
const keys = (order: string[] | undefined) => inOrder(columns, order).map(({ key }) => key)

test('without an order the columns stay, the same array', () => {
  expect(inOrder(columns, undefined)).toBe(columns)
})

test('columns have the order of the person; the first one stays first, and new ones come last', () => {
  expect(keys(['stock', 'number', 'gone', 'name'])).toEqual(['number', 'stock', 'name', 'supplier'])
  expect(keys([])).toEqual(['number', 'name', 'supplier', 'stock'])
})

test('a column is moved to the place of another, in both directions', () => {
  const order = columns.map(({ key }) => key)
  expect(moveColumn(order, 'name', 'stock')).toEqual(['number', 'supplier', 'stock', 'name'])
  expect(moveColumn(order, 'stock', 'name')).toEqual(['number', 'stock', 'name', 'supplier'])
  expect(moveColumn(order, 'number', 'stock')).toEqual(order)
  expect(moveColumn(order, 'stock', 'number')).toEqual(order)
  expect(moveColumn(order, 'stock', 'gone')).toEqual(order)
})

test('the neighbour of a column is a shown one that may move', () => {
  const shown = ['number', 'name', 'stock']
  expect([besideOf(shown, 'name', 1), besideOf(shown, 'stock', -1)]).toEqual(['stock', 'name'])
  expect([besideOf(shown, 'name', -1), besideOf(shown, 'stock', 1), besideOf(shown, 'number', 1)]).toEqual([
    null,
    null,
    null,
  ])
})
