import type { LatestChange } from 'contract/dashboards/dashboard.ts'
import type { z } from 'zod'

type Change = z.infer<typeof LatestChange>

/** A change; `undone`: the one that it took back, made just before by the same person in the same records. */
export type UndoneChange = Change & { undone?: Change }

/** Each undo together with the change just before it that it took back: the two are one line. @param changes the newest first */
export function withUndone(changes: readonly Change[]): UndoneChange[] {
  const lines: UndoneChange[] = []
  for (const change of changes) {
    const later = lines.at(-1)
    if (later && !later.undone && isUndoOf(later, change)) lines[lines.length - 1] = { ...later, undone: change }
    else lines.push(change)
  }
  return lines
}

const isUndoOf = (undo: Change, change: Change) =>
  undo.kind === 'undo' &&
  change.kind !== 'undo' &&
  undo.userName === change.userName &&
  (undo.imported
    ? undo.imported.changeSetId === change.changeSetId
    : (['entityId', 'recordCount'] as const).every((key) => undo[key] === change[key]))
