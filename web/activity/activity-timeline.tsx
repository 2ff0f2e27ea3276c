import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ActivityEntry } from 'contract/activity/activity.ts'
import { movementReasonLabels } from 'contract/inventory/stock.ts'
import type { ReactNode } from 'react'
import { api } from '../shared/api/api.ts'
import { LoadFailure } from '../shared/feedback/empty-state.tsx'
import { wordsOf } from '../shared/format/field-words.ts'
import { Moment } from '../shared/format/moment.tsx'
import { useCan, useCompanyId } from '../shared/session/session.ts'
import classes from './activity-timeline.module.css'
import { UndoButton } from './undo-button.tsx'

/** Shows the logged value of a field as text; a reference to another record shows its name. */
export type ShownValue = React.ComponentType<LoggedValue>
/** `field`: its column; `unit`: of a quantity */
export type LoggedValue = { entity: string; field: string; value: string | null; unit: string | null }

type TimelineProps = {
  entityId: string
  Value: ShownValue
  /** Entries that another entry says already are left out. */
  isShown?: (entry: ActivityEntry) => boolean
  /** The words for an entry that is no field with an old and a new value. */
  describe?: (entry: ActivityEntry) => ReactNode
  /** The reader's own way back, where the right to undo changes is not needed. */
  wayBack?: (entries: ActivityEntry[]) => (() => Promise<void>) | undefined
}

/** The history of a record by change set, newest first, each with Undo while that is possible. */
export function ActivityTimeline({ entityId, isShown, ...shared }: TimelineProps) {
  const companyId = useCompanyId()
  const activity = useInfiniteQuery(
    api.activity.list.infiniteOptions({
      input: (before: string | undefined) => ({ companyId, entityId, ...(before && { before }) }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next ?? undefined,
    }),
  )
  if (activity.isPending) return <SkeletonTimeline />
  if (activity.error)
    return <LoadFailure what="activity timeline" error={activity.error} onRetry={() => void activity.refetch()} />
  const all = activity.data.pages.flatMap((page) => page.items)
  const entries = isShown ? all.filter(isShown) : all
  if (entries.length === 0) return <p className="text-muted my-em">No activity yet.</p>
  return (
    // The box scrolls, so it must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={`overflow-auto ${classes.scroller}`} aria-label="Activity Timeline" tabIndex={0}>
      <ol className={classes.list}>
        {Object.entries(Object.groupBy(entries, momentOf)).map(
          ([moment, group]) => group && <ChangeSet key={moment} entries={group} {...shared} />,
        )}
      </ol>
      {activity.hasNextPage && (
        <Button
          variant="subtle"
          size="xs"
          loading={activity.isFetchingNextPage}
          onClick={() => void activity.fetchNextPage()}
        >
          Show Older
        </Button>
      )}
    </section>
  )
}

/** A change set is of one moment, except the set of the demo data, which tells of several days. */
const momentOf = ({ changeSetId, createdAt }: ActivityEntry) => `${changeSetId} ${createdAt}`

type EntryProps = Omit<TimelineProps, 'entityId' | 'isShown'>

const kindLabels: Record<ActivityEntry['changeSetKind'], string> = {
  edit: '',
  bulk_delete: 'bulk delete',
  bulk_edit: 'bulk edit',
  import: 'import',
  undo: 'undo',
  seed: 'demo data',
}

function ChangeSet({ entries, wayBack, ...shared }: { entries: ActivityEntry[] } & EntryProps) {
  const canUndo = useCan('activity.undo')
  const [first] = entries
  if (!first) return null
  const kind = kindLabels[first.changeSetKind]
  const own = wayBack?.(entries)
  return (
    <li className={`grid relative text-sm gap-x-2 ${classes.changeSet}`} data-undone={first.isUndone || undefined}>
      <p className={`row flex-wrap gap-x-2 gap-y-0-5 text-xs text-muted min-h-6 ${classes.heading}`}>
        <span className="text-sm text-plain font-medium">{first.userName ?? 'System'}</span>
        <Moment at={first.createdAt} />
        {kind && <span className={classes.kind}>{kind}</span>}
        {first.isUndone && <span className={classes.kind}>undone</span>}
      </p>
      <ul className={`mt-0-5 break-words ${classes.entries}`}>
        {withoutMoves(entries).map((entry) => (
          <Entry key={entry.id} entry={entry} {...shared} />
        ))}
        {entries.some(isMove) && <li>Order of lines changed</li>}
      </ul>
      {(own || (canUndo && first.canUndo)) && <UndoButton of={first} own={own} />}
    </li>
  )
}

/** Whether an entry says that a line moved. Removing a line moves all lines below it; the timeline says that once. */
const isMove = ({ entityType, fieldChanged }: ActivityEntry) => entityType === 'bom_line' && fieldChanged === 'position'
const withoutMoves = (entries: ActivityEntry[]) => entries.filter((entry) => !isMove(entry))

function Entry({ entry, Value, describe }: { entry: ActivityEntry } & Pick<EntryProps, 'Value' | 'describe'>) {
  const { entityType, entityName, fieldChanged, oldValue, newValue, description, movement, unit } = entry
  const words = describe?.(entry)
  if (words) return <li>{words}</li>
  if (!fieldChanged) return <li>{entityType === 'vendor_private' ? `Account data: ${description}` : description}</li>
  return (
    <li>
      {entityType === 'bom_line' && <span className="text-plain">{entityName}: </span>}
      <span className="text-muted">{entityType === 'bom_line' ? fieldChanged : wordsOf(entityType, fieldChanged)}</span>{' '}
      <s>
        <Value entity={entityType} field={fieldChanged} value={oldValue} unit={unit} />
      </s>{' '}
      <span aria-hidden>→</span>{' '}
      <span className="font-medium">
        <Value entity={entityType} field={fieldChanged} value={newValue} unit={unit} />
      </span>
      {movement && (
        <span className={classes.kind}>
          {' '}
          {movementReasonLabels[movement.reason]}
          {movement.note && `: ${movement.note}`}
        </span>
      )}
    </li>
  )
}

function SkeletonTimeline() {
  return (
    <div className={classes.list} aria-busy="true">
      {[60, 45, 70].map((width) => (
        <Skeleton key={width} height={12} width={`${width}%`} radius="xl" mb="md" />
      ))}
    </div>
  )
}
