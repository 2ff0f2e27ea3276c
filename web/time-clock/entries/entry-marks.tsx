import { Badge } from '@mantine/core'
import type { TimeEntry } from 'contract/time-clock/time-entries.ts'

/** Whether an entry has any of the marks below. */
export const isMarked = (entry: TimeEntry): boolean =>
  entry.isEdited ||
  entry.isEndedBySystem ||
  entry.isEndProposed ||
  entry.isCorrectionProposed ||
  entry.hasAutoBreak ||
  entry.removedAt !== null ||
  (entry.inReceivedAt ?? entry.outReceivedAt) !== null

/** Marks times that are not simply what the clock recorded. */
export function EntryMarks({ entry }: { entry: TimeEntry }) {
  return (
    <>
      {entry.removedAt && <Badge color="red">Removed</Badge>}
      {entry.isEndProposed && <Badge color="yellow">End to be confirmed</Badge>}
      {entry.isCorrectionProposed && <Badge color="gray">Correction proposed</Badge>}
      {entry.isSelfEdited ? (
        <Badge color="yellow">Self-edited</Badge>
      ) : (
        entry.isEdited && <Badge color="gray">{entry.isAdded ? 'Added' : 'Edited'}</Badge>
      )}
      {entry.isEndedBySystem && <Badge color="gray">Closed by system</Badge>}
      {(entry.inReceivedAt ?? entry.outReceivedAt) && (
        <Badge color="gray" title="Pressed without a network; this is the time of the press">
          Sent later
        </Badge>
      )}
      {entry.hasAutoBreak && <Badge color="gray">Automatic break</Badge>}
    </>
  )
}
