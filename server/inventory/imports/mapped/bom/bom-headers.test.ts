// Headers as programs write them: each table is recognised as what it is, and its columns are found.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fileOnDisk } from '../../../../testing/file-on-disk.ts'
import { readImport, surveyImport } from '../read-import.ts'

/** What the table is, and the columns of its number, its quantity and its references; '-' when there is none. */
async function recognised(table: string) {
  const source = fileOnDisk(table)
  const survey = await surveyImport(source, { type: 'auto' })
  const { batches, sections } = readImport(source, { type: 'auto', survey })
  for await (const _ of batches);
  const [section] = sections
  const columnOf = (...names: string[]) =>
    section?.columns.find(({ fields }) => fields.some((field) => names.includes(field)))?.header ?? '-'
  const kind = section?.kind === 'bom' ? 'BOM' : survey.sections[0]?.looksLike === 'order' ? 'order' : 'list'
  const number = columnOf('bomComponent', 'partNumber', 'assemblyNumber', 'sku')
  return [kind, number, columnOf('bomQuantity', 'stockLevel'), columnOf('bomReference')].join(' | ')
}

// Each case: the program and what is expected, the header, some rows.
const cases = readFileSync(new URL('../columns/known-headers.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n\n')
  .map((text) => {
    const [first = '', ...rows] = text.split('\n')
    const [program = '', expected = ''] = first.split(' => ')
    return [program, `${rows.join('\n')}\n`, expected]
  })

test.each(cases)('%s', async (_program, table, expected) => {
  expect(await recognised(table)).toBe(expected)
})
