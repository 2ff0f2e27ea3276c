import { Badge } from '@mantine/core'
import type { TimeEntry } from 'contract/time-clock/time-entries.ts'

/** Marks times that were edited after the clock recorded them. */
export function EntryMarks({ entry }: { entry: TimeEntry }) {
  return (
    <>
      {entry.isSelfEdited ? (
        <Badge color="yellow">Self-edited</Badge>
      ) : (
        entry.isEdited && <Badge color="gray">Edited</Badge>
      )}
      {entry.isEndedBySystem && <Badge color="gray">Closed by system</Badge>}
    </>
  )
}
