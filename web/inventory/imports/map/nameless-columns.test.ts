import { ImportPreview } from 'contract/inventory/imports.ts'
import { expect, test } from 'vitest'
import { sampleOf } from '../../../testing/samples.ts'
import { mappingOf } from './column-choices.ts'

test('columns without a header are chosen by their places', () => {
  const columns = ['', ' ', 'On Hand'].map((header) => sampleOf(ImportPreview.shape.columns.element, { header }))
  expect(mappingOf(columns, [[], ['partNumber'], ['stockLevel']], false)).toEqual({
    'Column 1': [],
    'Column 2': ['partNumber'],
    'On Hand': ['stockLevel'],
  })
})
