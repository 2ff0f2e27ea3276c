import { Button, Skeleton } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type { ActivityEntry } from 'contract/activity/activity.ts'
import { movementReasonLabels } from 'contract/inventory/stock.ts'
import { useState } from 'react'
import { api } from '../shared/api/api.ts'
import { ConfirmDialog } from '../shared/feedback/confirm-dialog.tsx'
import { LoadFailure } from '../shared/feedback/empty-state.tsx'
import { undo } from '../shared/feedback/undo.ts'
import { wordsOf } from '../shared/format/field-words.ts'
import { Moment } from '../shared/format/moment.tsx'
import { useCan, useCompanyId } from '../shared/session/session.ts'
import classes from './activity-timeline.module.css'

/** Shows the logged value of a field as text; a reference to another record shows its name. */
export type ShownValue = React.ComponentType<{ entity: string; field: string; value: string | null }>

/** The history of a record by change set, newest first, each with Undo while that is possible. */
export function ActivityTimeline({ entityId, Value }: { entityId: string; Value: ShownValue }) {
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
  const entries = activity.data.pages.flatMap((page) => page.items)
  if (entries.length === 0) return <p className={classes.none}>No activity yet.</p>
  return (
    // The box scrolls, so it must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={classes.scroller} aria-label="Activity Timeline" tabIndex={0}>
      <ol className={classes.list}>
        {Object.values(Object.groupBy(entries, (entry) => entry.changeSetId)).map(
          (group) => group && <ChangeSet key={group[0]?.changeSetId} entries={group} Value={Value} />,
        )}
      </ol>
      {activity.hasNextPage && (
        <Button
          variant="subtle"
          size="xs"
          loading={activity.isFetchingNextPage}
          onClick={() => void activity.fetchNextPage()}
        >
          Show older
        </Button>
      )}
    </section>
  )
}

const kindLabels: Record<ActivityEntry['changeSetKind'], string> = {
  edit: '',
  bulk_delete: 'bulk delete',
  bulk_edit: 'bulk edit',
  import: 'import',
  undo: 'undo',
  seed: 'demo data',
}

/** Change sets of several records: the screen asks before it undoes them. */
const wholes: Partial<Record<ActivityEntry['changeSetKind'], string>> = {
  bulk_delete: 'bulk delete',
  bulk_edit: 'bulk edit',
  import: 'import',
  undo: 'undo',
}

const article = (noun = '') => (/^[iu]/.test(noun) ? `an ${noun}` : `a ${noun}`)

function ChangeSet({ entries, Value }: { entries: ActivityEntry[]; Value: ShownValue }) {
  const companyId = useCompanyId()
  const canUndo = useCan('activity.undo')
  const [isAsking, setIsAsking] = useState(false)
  const [first] = entries
  const undoing = useMutation({ mutationFn: (changeSetId: string) => undo({ companyId, changeSetId }) })
  if (!first) return null
  const kind = kindLabels[first.changeSetKind]
  const reach = wholes[first.changeSetKind]
  return (
    <li className={classes.changeSet} data-undone={first.isUndone || undefined}>
      <div className={classes.heading}>
        <span className={classes.who}>{first.userName ?? 'System'}</span>
        <Moment at={first.createdAt} />
        {kind && <span className={classes.kind}>{kind}</span>}
        {first.isUndone && <span className={classes.kind}>undone</span>}
        {canUndo && first.canUndo && (
          <Button
            className={classes.undo}
            variant="default"
            size="compact-xs"
            leftSection={<IconArrowBackUp size={13} />}
            loading={undoing.isPending}
            onClick={() => (reach ? setIsAsking(true) : undoing.mutate(first.changeSetId))}
          >
            Undo
          </Button>
        )}
      </div>
      <ul className={classes.entries}>
        {withoutMoves(entries).map((entry) => (
          <Entry key={entry.id} entry={entry} Value={Value} />
        ))}
        {entries.some(isMove) && <li>Order of lines changed</li>}
      </ul>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Undo ${reach}`}
        confirmLabel={`Undo ${reach}`}
        isBusy={undoing.isPending}
        onClose={() => setIsAsking(false)}
        onConfirm={() => undoing.mutate(first.changeSetId, { onSettled: () => setIsAsking(false) })}
      >
        This was part of {article(reach)}, which may concern many records. All of them are restored, except those
        changed since.
      </ConfirmDialog>
    </li>
  )
}

/** Whether an entry says that a line moved. Removing a line moves all lines below it; the timeline says that once. */
const isMove = ({ entityType, fieldChanged }: ActivityEntry) => entityType === 'bom_line' && fieldChanged === 'position'
const withoutMoves = (entries: ActivityEntry[]) => entries.filter((entry) => !isMove(entry))

function Entry({
  entry: { entityType, entityName, fieldChanged, oldValue, newValue, description, movement },
  Value,
}: {
  entry: ActivityEntry
  Value: ShownValue
}) {
  if (!fieldChanged) return <li>{entityType === 'vendor_private' ? `Account data: ${description}` : description}</li>
  return (
    <li>
      {entityType === 'bom_line' && <span className={classes.line}>{entityName}: </span>}
      <span className={classes.field}>
        {entityType === 'bom_line' ? fieldChanged : wordsOf(entityType, fieldChanged)}
      </span>{' '}
      <s>
        <Value entity={entityType} field={fieldChanged} value={oldValue} />
      </s>{' '}
      <span aria-hidden>→</span>{' '}
      <span className={classes.new}>
        <Value entity={entityType} field={fieldChanged} value={newValue} />
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
