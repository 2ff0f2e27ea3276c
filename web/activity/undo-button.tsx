import { Button } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { undo } from '../shared/feedback/undo.ts'
import { lazyDialog } from '../shared/form/lazy-dialog.tsx'
import { useCompanyId } from '../shared/session/session.ts'
import classes from './activity-timeline.module.css'
import type { UndoneSet } from './undo-question.tsx'

const UndoQuestion = lazyDialog(async () => ({ default: (await import('./undo-question.tsx')).UndoQuestion }))

/** Change sets that are undone only after a question. An undo asks too: its button comes where the pointer has just pressed Undo. */
const asks = ({ imported, changeSetKind }: UndoneSet, together: string[]): boolean =>
  imported !== null || ['bulk_delete', 'bulk_edit', 'undo'].includes(changeSetKind) || together.length > 1

/** Undo of change sets that a list shows. @param togetherWith what else the list shows of the set, which asks for a question */
export function useUndo<Of extends UndoneSet>(togetherWith: (of: Of) => string[]) {
  const companyId = useCompanyId()
  const [asked, setAsked] = useState<Of>()
  const undoing = useMutation({ mutationFn: ({ changeSetId }: Of) => undo({ companyId, changeSetId }) })
  return {
    run: (of: Of) => (asks(of, togetherWith(of)) ? setAsked(of) : undoing.mutate(of)),
    dialog: asked && (
      <UndoQuestion
        of={asked}
        together={togetherWith(asked)}
        isBusy={undoing.isPending}
        onClose={() => setAsked(undefined)}
        onConfirm={() => undoing.mutate(asked, { onSettled: () => setAsked(undefined) })}
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
}

/** Undo of a change set; Redo when the set is an undo itself. */
export function UndoButton({ of, own, label }: UndoButtonProps) {
  const companyId = useCompanyId()
  const undoing = useMutation({ mutationFn: own ?? (() => undo({ companyId, changeSetId: of.changeSetId })) })
  const { run, dialog } = useUndo<UndoneSet>(() => [])
  const isRedo = of.changeSetKind === 'undo'
  const Arrow = isRedo ? IconArrowForwardUp : IconArrowBackUp
  return (
    <>
      <Button
        className={classes.undo}
        variant="default"
        size="compact-xs"
        leftSection={<Arrow size={13} />}
        loading={undoing.isPending}
        aria-label={label}
        // The second click of a double click would press what has come below the pointer meanwhile.
        onClick={(event) => event.detail < 2 && (own || !asks(of, []) ? undoing.mutate() : run(of))}
      >
        {isRedo ? 'Redo' : 'Undo'}
      </Button>
      {dialog}
    </>
  )
}
