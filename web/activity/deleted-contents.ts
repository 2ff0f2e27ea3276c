import type { DeletedRecord } from 'contract/activity/deleted.ts'
import { counted } from '../shared/format/counted.ts'

/** The rows that were deleted with a record: '2 files, 3 lines, 11 others'. For a removed file: the record it was attached to. */
export function contentsOf({ fileCount, lineCount, alsoDeleted, parent }: DeletedRecord): string {
  if (parent) return `Was attached to ${[parent.number, parent.name].filter(Boolean).join(' ') || `a ${parent.type}`}`
  return [
    fileCount > 0 && counted(fileCount, 'file'),
    lineCount > 0 && counted(lineCount, 'line'),
    alsoDeleted > 0 && (alsoDeleted >= 1_000 ? '1,000+ others' : counted(alsoDeleted, 'other')),
  ]
    .filter(Boolean)
    .join(', ')
}
