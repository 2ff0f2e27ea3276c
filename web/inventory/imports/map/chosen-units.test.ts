import { ImportPreview } from 'contract/inventory/imports.ts'
import { expect, test } from 'vitest'
import { sampleOf } from '../../../testing/samples.ts'
import { withUnit } from './column-choices.ts'

const columns = ['On shelf', 'Sold by'].map((header) =>
  sampleOf(ImportPreview.shape.columns.element, {
    ...{ header, fields: [] },
    units: { examples: header === 'On shelf' ? ['n/a', '150 m'] : ['3 rows'], words: ['n/a'], isIgnored: false },
  }),
)
const fields = ['stockLevel', 'unit', 'decimals'].map((field) =>
  sampleOf(ImportPreview.shape.fields.element, { field }),
)

test.each([
  ['a first choice brings the unit along', [[], []], 0, ['stockLevel'], ['stockLevel', 'unit', 'decimals']],
  ['a unit taken away stays away', [['stockLevel', 'unit'], []], 0, ['stockLevel'], ['stockLevel']],
  ['another column has the units', [[], ['unit']], 0, ['stockLevel'], ['stockLevel']],
  ['no usual unit stands there', [[], []], 1, ['stockLevel'], ['stockLevel']],
  ['another field is chosen', [[], []], 0, ['name'], ['name']],
])('%s', (_case, choices, index, wanted, fed) => {
  expect(withUnit({ columns, fields }, choices, index, wanted)).toEqual(fed)
})
