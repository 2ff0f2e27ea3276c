import { expect, test } from 'vitest'
import { matchingCommands, stillMatches } from './commands.ts'

const commands = [
  { label: 'New part' },
  { label: 'Parts', words: 'stock' },
  { label: 'Import and export', words: 'csv parts' },
  { label: 'Time Clock' },
]

test.each([
  ['part', ['Parts', 'New part', 'Import and export']],
  ['PART new', ['New part']],
  ['sto', ['Parts']],
  ['lock', []],
  ['', []],
  ['  ', []],
])('%j finds %j', (q, labels) => {
  expect(matchingCommands(commands, q).map(({ label }) => label)).toEqual(labels)
})

test('records of an earlier answer stay only while they match the current text', () => {
  const bolt = { number: 'P-100', name: 'Hex bolt' }
  expect(['bolt', 'bolt p-1', 'HEX', 'bolt nut', 'p-101'].map((q) => stillMatches(bolt, q))).toEqual([
    ...[true, true, true],
    ...[false, false],
  ])
})
