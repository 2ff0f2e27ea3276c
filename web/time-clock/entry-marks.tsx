import { Badge } from '@mantine/core'
import type { TimeEntry } from 'contract/time-clock/time-entries.ts'

/** What is not as the clock recorded it. */
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
