import { Button, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SopRunDetails } from 'contract/sops/runs.ts'
import { client } from '../../shared/api/api.ts'
import { queries } from '../../shared/api/queries.ts'
import { failedTo, success } from '../../shared/feedback/toasts.ts'
import classes from './run-page.module.css'
import { remember } from './waiting-steps.ts'

type RunEndProps = {
  run: SopRunDetails
  isOpen: boolean
  /** The note on the whole run, even if the server does not have it yet. */
  note: string
  onNote: (note: string) => void
  onNoteEnd: () => void
  /** Whether a part of the run could not be sent yet. */
  isWaiting: boolean
  /** Sends the last ticks and notes, and tells whether the server has everything. */
  send: () => Promise<boolean>
}

/** The note on the whole run, and its end. */
export function RunEnd({ run, isOpen, note, onNote, onNoteEnd, isWaiting, send }: RunEndProps) {
  const cache = useQueryClient()
  const finishing = useMutation({
    mutationFn: async () => {
      if (!(await send())) throw new Error('Something of the run waits to be sent')
      return client.sopRuns.save({ companyId: run.companyId, id: run.id, isFinished: true })
    },
    onError: failedTo('finish the run'),
    onSuccess: async (saved) => {
      remember(cache, saved)
      success('Run finished')
      await queries.invalidateQueries()
    },
  })
  if (!isOpen) return run.note ? <p className={classes.note}>{run.note}</p> : null
  return (
    <footer className={classes.ending}>
      <Textarea
        label="Note (optional)"
        autosize
        minRows={2}
        maxLength={5_000}
        value={note}
        onChange={(event) => onNote(event.currentTarget.value)}
        onBlur={onNoteEnd}
      />
      <div className={classes.buttons}>
        <Button disabled={isWaiting} loading={finishing.isPending} onClick={() => finishing.mutate()}>
          Finish
        </Button>
      </div>
    </footer>
  )
}
