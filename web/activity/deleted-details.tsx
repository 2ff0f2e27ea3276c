import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type DeletedDetails as Details, deletedTypeLabels } from 'contract/activity/deleted.ts'
import { useState } from 'react'
import { api } from '../shared/api/api.ts'
import { ConfirmDialog } from '../shared/feedback/confirm-dialog.tsx'
import { Day, Moment } from '../shared/format/moment.tsx'
import { Tag } from '../shared/format/tag.tsx'
import { useAddressedRecord } from '../shared/record/addressed-record.ts'
import { Fields, RecordDrawer } from '../shared/record/record-drawer.tsx'
import { useReturnToList } from '../shared/table/list-state.ts'
import classes from './deleted-details.module.css'
import { ObstacleList } from './obstacle-list.tsx'
import { only, type Restoring, useRestoring } from './restoring.tsx'

/** /inventory/deleted/{id} */
export function DeletedDetails() {
  const { companyId, id } = useAddressedRecord()
  const close = useReturnToList('/inventory/deleted')
  const restoring = useRestoring(close)
  const deleted = useQuery(api.deleted.get.queryOptions({ input: { companyId, id }, retry: false }))
  const { data } = deleted
  return (
    <RecordDrawer
      noun="deleted record"
      title={data && [data.number, data.name].filter(Boolean).join(' ')}
      badge={data && <Tag tone="muted">{deletedTypeLabels[data.type]}</Tag>}
      actions={data && <Actions deleted={data} restoring={restoring} />}
      details={data && <Facts deleted={data} />}
      query={deleted}
      onClose={close}
    />
  )
}

function Actions({ deleted, restoring: { restore, isBusy, dialog } }: { deleted: Details; restoring: Restoring }) {
  const [isAsking, setIsAsking] = useState(false)
  const { setCount, changeSetId } = deleted
  const all = `Restore all ${setCount.toLocaleString('en-US')} deleted together`
  return (
    <>
      {setCount > 1 && changeSetId && (
        <Button variant="default" size="xs" onClick={() => setIsAsking(true)}>
          {all}
        </Button>
      )}
      <Button
        size="xs"
        leftSection={<IconArrowBackUp size={14} />}
        loading={isBusy}
        onClick={() => restore(only(deleted))}
      >
        Restore
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Restore what was deleted together"
        confirmLabel={all}
        isDestructive={false}
        isBusy={isBusy}
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          if (changeSetId) restore({ selection: { matching: { changeSetId } } })
        }}
      >
        All of them come back as they were, with their files.
      </ConfirmDialog>
      {dialog}
    </>
  )
}

function Facts({ deleted }: { deleted: Details }) {
  const { type, deletedByName, deletedAt, goneAt, parent, lineCount, files, obstacles } = deleted
  return (
    <>
      {obstacles.length > 0 && (
        <section
          className="mb-4 text-sm text-plain rounded-sm bg-warning py-2-5 px-3"
          aria-label="What stands in the way"
        >
          It cannot come back yet:
          <ObstacleList obstacles={obstacles} total={obstacles.length} />
        </section>
      )}
      <Fields
        rows={[
          ['Deleted by', deletedByName ?? 'System'],
          ['Deleted', <Moment key="at" at={deletedAt} />],
          ['Deleted for good on', <Day key="gone" at={goneAt} />],
          ...(parent
            ? ([['Was attached to', [parent.number, parent.name].filter(Boolean).join(' ')]] as const)
            : []
          ).map(([label, value]): [string, string] => [label, value]),
          ...(type === 'assembly' || type === 'product' ? [lineFact(lineCount)] : []),
        ]}
      />
      {files.length > 0 && (
        <section className={`text-sm mt-5 ${classes.files}`} aria-label="Files">
          <h3 className="mb-1 text-muted text-xs font-medium">Comes back with</h3>
          <ul>
            {files.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const lineFact = (count: number): [string, string] => ['Lines of its BOM', count.toLocaleString('en-US')]
