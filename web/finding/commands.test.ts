import { expect, test } from 'vitest'
import { matchingCommands, stillMatches } from './commands.ts'

const commands = [
  { label: 'New part' },
  { label: 'Parts', words: 'stock' },
  { label: 'Import and export', words: 'csv parts' },
  { label: 'Time Clock' },
  { label: 'Bring back what was deleted', words: 'undo' },
  { label: 'How to undo a change', words: 'take back' },
  { label: 'How to export a list', words: 'download' },
  { label: 'Tasks', words: 'assigned to do' },
  { label: 'Export this list (CSV)' },
]

test.each([
  ['part', ['Parts', 'New part', 'Import and export']],
  ['PART new', ['New part']],
  ['sto', ['Parts']],
  ['lock', []],
  ['', []],
  ['  ', []],
  ['(', []],
  ['undo', ['How to undo a change', 'Bring back what was deleted']],
  ['undo the change', ['How to undo a change']],
  ['How do I undo my change?', ['How to undo a change']],
  ['my tasks', ['Tasks']],
  ['assigned to me', ['Tasks']],
  ['to do', ['Tasks', 'How to export a list']],
  ['csv', ['Export this list (CSV)', 'Import and export']],
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
