// Headers of real lists of parts: each column feeds the field that its owner means, by its name alone.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { matchColumns } from './columns.ts'

// Each case: whose list it is, then its headers with the field of each; '-' feeds none.
const lists = readFileSync(new URL('list-headers.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n\n')
  .map((text) => {
    const [owner = '', columns = ''] = text.split('\n')
    return [owner, columns.split(' | ').map((column) => column.split(' > '))] as const
  })

test.each(lists)('%s', (_owner, columns) => {
  const match = matchColumns(
    'parts',
    columns.map(([header = '']) => header),
  )
  expect(columns.map(([header], at) => [header, match.fieldsByIndex[at]?.[0]?.field ?? '-'])).toEqual(columns)
  expect(match.clashes).toEqual([])
})

test('they are the headers of spreadsheets and systems in several languages', () => {
  const headers = new Set(lists.flatMap(([, columns]) => columns.map(([header]) => header)))
  expect(headers.size).toBeGreaterThan(200)
})
