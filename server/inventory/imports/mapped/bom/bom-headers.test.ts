// Headers as programs write them: each table is recognised as what it is, and its columns are found.

import { readFileSync } from 'node:fs'
import { sentenceOf } from 'contract/inventory/import-problems.ts'
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

const casesIn = (name: string) =>
  readFileSync(new URL(`../columns/${name}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n\n')
    .map((text) => {
      const [first = '', ...rows] = text.split('\n')
      const [title = '', expected = ''] = first.split(' => ')
      return { title, expected, rows }
    })

// Each case: the program and what is expected, the header, some rows.
const cases = casesIn('known-headers.txt').map(({ title, expected, rows }) => [title, `${rows.join('\n')}\n`, expected])

test.each(cases)('%s', async (_program, table, expected) => {
  expect(await recognised(table)).toBe(expected)
})

// Each case: what it is about, the field of each column, what a question or a warning says ('!') or none of them does ('≠'), a value ('='), the header, some rows.
test.each(casesIn('worked-cases.txt'))('$title', async ({ title, expected, rows }) => {
  const [table, notes] = [rows.filter((row) => !/^[!≠=] /.test(row)), rows.filter((row) => /^[!≠=] /.test(row))]
  const [, type = 'auto'] = / @(vendors|stock|parts)$/.exec(title) ?? []
  const options = { type: type as 'auto', choices: { bomOf: 'TOP-1', components: 'create' as const } }
  const source = fileOnDisk(`${table.join('\n')}\n`)
  const { batches, sections, warnings } = readImport(source, {
    ...options,
    survey: await surveyImport(source, options),
  })
  const values: unknown[] = []
  for await (const batch of batches) values.push(...batch.rows.flatMap((row) => row.values))
  const [section] = sections
  const fields = section?.columns.map((column) => column.fields[0] ?? '-').join(', ')
  expect(`${section?.kind === 'bom' ? 'BOM' : 'list'} | ${fields}`).toBe(expected)
  const sentences = [...(section?.problems ?? []), ...warnings].map(sentenceOf)
  for (const note of notes) {
    const [sign, text] = [note.charAt(0), note.slice(2)]
    if (sign === '!') expect(sentences).toContainEqual(expect.stringContaining(text))
    else if (sign === '≠') expect(sentences.filter((sentence) => sentence.includes(text))).toEqual([])
    else expect(values).toContain(text)
  }
})
