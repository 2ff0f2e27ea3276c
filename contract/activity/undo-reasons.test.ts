import { expect, test } from 'vitest'
import { type UndoCode, type UndoParams, undoCodes, undoReason } from './undo-reasons.ts'

const bolt = { type: 'part', number: 'P-1', name: 'Bolt' }

test.each<[UndoCode, UndoParams, string]>([
  ['changed_since', {}, 'It was changed since'],
  ['not_there', {}, 'It was deleted or moved since'],
  ['in_use', {}, 'Other records use it'],
  ['taken', bolt, 'Its number or name is used by P-1 Bolt now'],
  ['taken', { type: 'vendor', name: 'Acme' }, 'Its number or name is used by Acme now'],
  ['taken', {}, 'Its number or name is used by another record now'],
  ['gone', bolt, 'It needs P-1 Bolt, which is gone'],
  ['gone', { type: 'sop' }, 'It needs a record that is gone'],
  ['contains_gone', bolt, 'It contains P-1 Bolt, which is gone'],
  ['contains_gone', {}, 'Something it contains is gone'],
  ['rule', { rule: 'bom_loop', detail: 'A > B > A' }, 'A bill of materials cannot contain itself: A > B > A'],
  ['rule', { rule: 'bom_too_deep', detail: '' }, 'A bill of materials can be at most 20 levels deep'],
  ['rule', { rule: 'a rule of tomorrow' }, 'A rule that applies now forbids it'],
  ['unfit', {}, 'It breaks a current rule'],
])('%s with %j is said as "%s"', (code, params, sentence) => {
  expect(undoReason({ code, params })).toBe(sentence)
})

test('every code has a sentence', () => {
  for (const code of undoCodes) expect(undoReason({ code, params: {} })).toMatch(/^[A-Z].*[a-z]$/)
})
