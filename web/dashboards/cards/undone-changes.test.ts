import { expect, test } from 'vitest'
import { withUndone } from './undone-changes.ts'

type Change = Parameters<typeof withUndone>[0][number]

const change = (changeSetId: string, more: Partial<Change> = {}): Change => ({
  ...{ changeSetId, kind: 'edit', createdAt: '2026-11-25T09:00:00Z', userName: 'Noah', entityType: 'part' },
  ...{ entityId: 'bolt', entityName: 'Bolt', action: 'updated', recordCount: 1 },
  ...{ imported: null, isUndone: false, canUndo: false },
  ...more,
})
const undo = (changeSetId: string, more: Partial<Change> = {}) => change(changeSetId, { kind: 'undo', ...more })

const told = (changes: Change[]) =>
  withUndone(changes).map(({ changeSetId, undone }) => [changeSetId, undone?.changeSetId].filter(Boolean).join(' of '))

test('a change and its undo are one line', () => {
  expect(told([undo('2'), change('1'), change('0')])).toEqual(['2 of 1', '0'])
})

test('an import and its undo are one line, whatever record of theirs comes first', () => {
  const file = { changeSetId: '1', isTakenBack: true, fileName: 'parts.csv', records: [] }
  const imported = change('1', { kind: 'import', imported: { ...file, isTakenBack: false }, isUndone: true })
  const takenBack = { imported: file, entityId: 'nut', recordCount: 9 }
  expect(told([undo('2', takenBack), imported])).toEqual(['2 of 1'])
  expect(told([undo('2', { ...takenBack, userName: 'Maya' }), imported])).toEqual(['2', '1'])
})

test.each([
  ['of somebody else', [undo('2'), change('1', { userName: 'Maya' })]],
  ['of another record', [undo('2'), change('1', { entityId: 'nut' })]],
  ['of some of the records', [undo('2'), change('1', { recordCount: 3 })]],
  ['of an undo', [undo('2'), undo('1')]],
])('an undo %s stays a line of its own', (_, changes) => {
  expect(told(changes)).toEqual(['2', '1'])
})
