import { Button } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ActivityEntry } from 'contract/activity/activity.ts'
import { useState } from 'react'
import { ConfirmDialog } from '../shared/feedback/confirm-dialog.tsx'
import { undo } from '../shared/feedback/undo.ts'
import { useCompanyId } from '../shared/session/session.ts'
import classes from './activity-timeline.module.css'

type Question = { title: string; question: string }

const ofMany = (what: string): Question => ({
  title: `Undo ${what}`,
  question: `This was part of ${/^[iu]/.test(what) ? 'an' : 'a'} ${what}, which may concern many records. What it added is deleted, what it changed or deleted is as before, except records changed since.`,
})

/** Change sets that are undone only after a question. An undo asks too: its button comes where the pointer has just pressed Undo. */
const questions: Partial<Record<ActivityEntry['changeSetKind'], Question>> = {
  bulk_delete: ofMany('bulk delete'),
  bulk_edit: ofMany('bulk edit'),
  import: ofMany('import'),
  undo: {
    title: 'Redo the change',
    question: 'The change that was undone comes back, in all its records, except those changed since.',
  },
}

/** Undo of a change set in the timeline; Redo when the set is an undo itself. @param own a way back that asks nothing */
export function UndoButton({ of, own }: { of: ActivityEntry; own: (() => Promise<void>) | undefined }) {
  const companyId = useCompanyId()
  const [isAsking, setIsAsking] = useState(false)
  const undoing = useMutation({ mutationFn: own ?? (() => undo({ companyId, changeSetId: of.changeSetId })) })
  const isRedo = of.changeSetKind === 'undo'
  const asked = own ? undefined : questions[of.changeSetKind]
  const Arrow = isRedo ? IconArrowForwardUp : IconArrowBackUp
  return (
    <>
      <Button
        className={classes.undo}
        variant="default"
        size="compact-xs"
        leftSection={<Arrow size={13} />}
        loading={undoing.isPending}
        // The second click of a double click would press what has come below the pointer meanwhile.
        onClick={(event) => event.detail < 2 && (asked ? setIsAsking(true) : undoing.mutate())}
      >
        {isRedo ? 'Redo' : 'Undo'}
      </Button>
      {asked && (
        <ConfirmDialog
          isOpen={isAsking}
          title={asked.title}
          confirmLabel={asked.title}
          isBusy={undoing.isPending}
          onClose={() => setIsAsking(false)}
          onConfirm={() => undoing.mutate(undefined, { onSettled: () => setIsAsking(false) })}
        >
          {asked.question}
        </ConfirmDialog>
      )}
    </>
  )
}
