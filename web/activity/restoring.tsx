import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type DeletedRecord, deletedTypeLabels, type Restored, RestoreRefusal } from 'contract/activity/deleted.ts'
import { type ReactNode, useState } from 'react'
import { client } from '../shared/api/api.ts'
import { refusalOf } from '../shared/api/server-errors.ts'
import { ConfirmDialog } from '../shared/feedback/confirm-dialog.tsx'
import { failedTo, success } from '../shared/feedback/toasts.ts'
import { at } from '../shared/page/at.ts'
import { useAddressOf } from '../shared/record/places.ts'
import { useCompanyId } from '../shared/session/session.ts'
import { companyOnly } from '../shared/table/list-search.ts'
import type { Selection } from '../shared/table/rows/row-selection.tsx'
import { ObstacleList } from './obstacle-list.tsx'

type Wish = { selection: Selection; skipBlocked?: boolean }

export type Restoring = { restore: (wish: Wish) => void; isBusy: boolean; dialog: ReactNode }

/** Restores records and confirms it with Undo and a link to the record. Obstacles are listed, with what can be done about them. */
export function useRestoring(onRestored: () => void): Restoring {
  const companyId = useCompanyId()
  const tell = useTelling(companyId)
  const [refusal, setRefusal] = useState<{ wish: Wish; answer: RestoreRefusal } | null>(null)
  const restoring = useMutation({
    mutationFn: ({ selection, skipBlocked = false }: Wish) =>
      client.deleted.restore({ companyId, selection: selection as { ids: string[] }, skipBlocked }),
    onSuccess: (result) => {
      setRefusal(null)
      tell(result)
      onRestored()
    },
    onError: (error, wish) => {
      const answer = refusalOf(error, RestoreRefusal)
      setRefusal(answer && { wish, answer: answer })
      if (answer) return
      failedTo('restore')(error)
    },
  })
  const dialog = refusal && (
    <Refusal {...refusal} isBusy={restoring.isPending} onClose={() => setRefusal(null)} onRetry={restoring.mutate} />
  )
  return { restore: restoring.mutate, isBusy: restoring.isPending, dialog }
}

function useTelling(companyId: string) {
  const navigate = useNavigate()
  const addressOf = useAddressOf()
  return ({ count, skipped, records, changeSetId }: Restored) => {
    const [first] = records
    const one = count === 1 && first
    const left = skipped > 0 ? `, ${skipped.toLocaleString('en-US')} could not be` : ''
    const title = one
      ? `${deletedTypeLabels[first.type]} restored${left}`
      : `${count.toLocaleString('en-US')} records restored${left}`
    const address = one ? addressOf(first.type, first.id) : undefined
    success(
      title,
      { companyId, changeSetId },
      one && address
        ? {
            label: `Open ${first.number ?? first.name}`,
            open: () => void navigate(at(address, companyOnly)),
          }
        : undefined,
    )
  }
}

type RefusalProps = {
  wish: Wish
  answer: RestoreRefusal
  isBusy: boolean
  onClose: () => void
  onRetry: (wish: Wish) => void
}

function Refusal({ wish: { selection }, answer, isBusy, onClose, onRetry }: RefusalProps) {
  const { blocked, count, obstacles } = answer
  const needed = [...new Set(obstacles.filter(({ canReturn }) => canReturn).map(({ other }) => other.id))]
  const canAdd = 'ids' in selection && needed.length > 0 && obstacles.every(({ canReturn }) => canReturn)
  const rest = count - blocked
  return (
    <ConfirmDialog
      isOpen
      title={count === 1 ? 'It cannot come back yet' : `${blocked.toLocaleString('en-US')} cannot come back yet`}
      confirmLabel={null}
      cancelLabel="Close"
      onClose={onClose}
      onConfirm={onClose}
    >
      Nothing was restored.
      <ObstacleList obstacles={obstacles} total={blocked} onLeave={onClose} />
      <Group gap="xs" mt="md">
        {canAdd && (
          <Button
            size="xs"
            loading={isBusy}
            onClick={() => onRetry({ selection: { ids: [...selection.ids, ...needed] } })}
          >
            {needed.length === 1 ? 'Restore Both' : `Restore These ${needed.length} Too`}
          </Button>
        )}
        {rest > 0 && (
          <Button
            size="xs"
            variant="default"
            loading={isBusy}
            onClick={() => onRetry({ selection, skipBlocked: true })}
          >
            Restore the Other {rest.toLocaleString('en-US')}
          </Button>
        )}
      </Group>
    </ConfirmDialog>
  )
}

/** A selection of this one row. */
export const only = ({ id }: Pick<DeletedRecord, 'id'>): Wish => ({ selection: { ids: [id] } })
