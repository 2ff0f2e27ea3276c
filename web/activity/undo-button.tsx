import { Button } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../shared/api/api.ts'
import { undo } from '../shared/feedback/undo.ts'
import { lazyDialog } from '../shared/form/lazy-dialog.tsx'
import { useCompanyId } from '../shared/session/session.ts'
import classes from './activity-timeline.module.css'
import type { Together, UndoneSet } from './undo-question.tsx'

const UndoQuestion = lazyDialog(async () => ({ default: (await import('./undo-question.tsx')).UndoQuestion }))

/** Change sets that are undone only after a question. An undo asks too: its button comes where the pointer has just pressed Undo. */
const asks = ({ imported, changeSetKind }: UndoneSet, together?: Together): boolean =>
  imported !== null || ['bulk_delete', 'bulk_edit', 'undo'].includes(changeSetKind) || together?.isMany === true

/** Whether something of a change set would stay as it is, or more goes back than the list shows: then the question says what. */
async function isMoreThanShown(companyId: string, id: string, together?: Together): Promise<boolean> {
  const preview = await client.activity.undo({ companyId, id }, { context: { isPreview: true } })
  return preview.conflictCount > 0 || (together !== undefined && preview.restored > together.records)
}

/** Undo of change sets that a list shows. @param togetherWith what the list shows of the set */
export function useUndo<Of extends UndoneSet>(togetherWith: (of: Of) => Together | undefined) {
  const companyId = useCompanyId()
  const [chosen, setChosen] = useState<Of>()
  const undoing = useMutation({ mutationFn: ({ changeSetId }: Of) => undo({ companyId, changeSetId }) })
  const looking = useMutation({
    mutationFn: (of: Of) => isMoreThanShown(companyId, of.changeSetId, togetherWith(of)),
    onSettled: (isMore, _error, of) => (isMore ? setChosen(of) : undoing.mutate(of)),
  })
  return {
    isBusy: looking.isPending || undoing.isPending,
    run: (of: Of) => (asks(of, togetherWith(of)) ? setChosen(of) : looking.mutate(of)),
    dialog: chosen && (
      <UndoQuestion
        of={chosen}
        together={togetherWith(chosen)}
        isBusy={undoing.isPending}
        onClose={() => setChosen(undefined)}
        onConfirm={() => undoing.mutate(chosen, { onSettled: () => setChosen(undefined) })}
      />
    ),
  }
}

type UndoButtonProps = {
  of: UndoneSet
  /** A way back that asks nothing. */
  own?: (() => Promise<void>) | undefined
  /** For a list, in which every line has the button. */
  label?: string
  /** What the list shows of what was changed together. */
  together?: Together
}

/** Undo of a change set; Redo when the set is an undo itself. */
export function UndoButton({ of, own, label, together }: UndoButtonProps) {
  const takingBack = useMutation({ mutationFn: async () => own?.() })
  const { run, isBusy, dialog } = useUndo<UndoneSet>(() => together)
  const isRedo = of.changeSetKind === 'undo'
  const Arrow = isRedo ? IconArrowForwardUp : IconArrowBackUp
  return (
    <>
      <Button
        className={classes.undo}
        variant="default"
        size="compact-xs"
        leftSection={<Arrow size={13} />}
        loading={isBusy || takingBack.isPending}
        aria-label={label}
        // The second click of a double click would press what has come below the pointer meanwhile.
        onClick={(event) => event.detail < 2 && (own ? takingBack.mutate() : run(of))}
      >
        {isRedo ? 'Redo' : 'Undo'}
      </Button>
      {dialog}
    </>
  )
}
