import type { DeletedRecord } from 'contract/activity/deleted.ts'
import { expect, test } from 'vitest'
import { contentsOf } from './deleted-contents.ts'

const record = { fileCount: 0, lineCount: 0, alsoDeleted: 0, parent: null } as unknown as DeletedRecord

test.each([
  [{}, ''],
  [{ fileCount: 1 }, '1 file'],
  [{ fileCount: 2, lineCount: 1, alsoDeleted: 11 }, '2 files, 1 line, 11 others'],
  [{ alsoDeleted: 1_000 }, '1,000+ others'],
  [{ parent: { type: 'part' as const, id: '', name: 'Bolt', number: 'P-1' } }, 'Was attached to P-1 Bolt'],
  [{ parent: { type: 'task' as const, id: '', name: null, number: null } }, 'Was attached to a task'],
])('%j is said as %j', (fields, words) => {
  expect(contentsOf({ ...record, ...fields })).toBe(words)
})
