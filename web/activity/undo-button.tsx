import { Button } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ActivityEntry } from 'contract/activity/activity.ts'
import { type Imported, importedFile, recordsInWords } from 'contract/activity/imported.ts'
import { listed } from 'contract/listed.ts'
import { useState } from 'react'
import { ConfirmDialog } from '../shared/feedback/confirm-dialog.tsx'
import type { ConfirmProps } from '../shared/feedback/confirmation.tsx'
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
  undo: {
    title: 'Redo the change',
    question: 'The change that was undone comes back, in all its records, except those changed since.',
  },
}

/** The question names the file and what stays, since an import may concern the whole company. */
function ofImport({ records, isTakenBack, ...file }: Imported): Question {
  if (isTakenBack) {
    const what = `The import of ${recordsInWords(records)} from ${importedFile(file)}`
    return { title: 'Redo the import', question: `${what} comes back, in all its records, except those changed since.` }
  }
  const [added, changed] = (['create', 'update'] as const).map((key) => {
    const count = records.reduce((sum, of) => sum + of[key], 0)
    const words = recordsInWords(records, (of) => of[key])
    return count > 0 && { words: count === 1 ? words.replace(/^1 /, '') : words, verb: count === 1 ? 'is' : 'are' }
  })
  const sentences = [
    ...[`This takes back the import of ${recordsInWords(records)} from ${importedFile(file)}.`],
    added && `The ${added.words} that it added ${added.verb} deleted.`,
    changed && `The ${changed.words} that it changed ${changed.verb} as before.`,
    'What was changed since stays.',
  ]
  return { title: 'Undo Import', question: sentences.filter(Boolean).join(' ') }
}

type UndoneSet = Pick<ActivityEntry, 'changeSetId' | 'changeSetKind' | 'imported'>

const questionOf = (of: UndoneSet): Question | undefined =>
  of.imported ? ofImport(of.imported) : questions[of.changeSetKind]

/** Undo of change sets that a list shows. @param togetherWith what else the list shows of the set, which asks for a question */
export function useUndo<Of extends UndoneSet>(togetherWith: (of: Of) => string[]) {
  const companyId = useCompanyId()
  const [asked, setAsked] = useState<Of>()
  const undoing = useMutation({ mutationFn: ({ changeSetId }: Of) => undo({ companyId, changeSetId }) })
  const wordsOf = (of: Of) => questionOf(of) ?? ofSeveral(togetherWith(of))
  const question = asked && wordsOf(asked)
  return {
    run: (of: Of) => (wordsOf(of) ? setAsked(of) : undoing.mutate(of)),
    dialog: asked && question && (
      <UndoQuestion
        {...question}
        isOpen
        isBusy={undoing.isPending}
        onClose={() => setAsked(undefined)}
        onConfirm={() => undoing.mutate(asked, { onSettled: () => setAsked(undefined) })}
      />
    ),
  }
}

const ofSeveral = (changes: string[]): Question | undefined =>
  changes.length > 1
    ? { title: 'Undo These Changes', question: `They were saved together, and go back together: ${listed(changes)}.` }
    : undefined

type UndoQuestionProps = Question & Pick<ConfirmProps, 'isOpen' | 'isBusy' | 'onClose' | 'onConfirm'>

const UndoQuestion = ({ title, question, ...rest }: UndoQuestionProps) => (
  <ConfirmDialog title={title} confirmLabel={title} {...rest}>
    {question}
  </ConfirmDialog>
)

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
  const [isAsking, setIsAsking] = useState(false)
  const undoing = useMutation({ mutationFn: own ?? (() => undo({ companyId, changeSetId: of.changeSetId })) })
  const isRedo = of.changeSetKind === 'undo'
  const question = own ? undefined : questionOf(of)
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
        onClick={(event) => event.detail < 2 && (question ? setIsAsking(true) : undoing.mutate())}
      >
        {isRedo ? 'Redo' : 'Undo'}
      </Button>
      {question && (
        <UndoQuestion
          {...question}
          isOpen={isAsking}
          isBusy={undoing.isPending}
          onClose={() => setIsAsking(false)}
          onConfirm={() => undoing.mutate(undefined, { onSettled: () => setIsAsking(false) })}
        />
      )}
    </>
  )
}
