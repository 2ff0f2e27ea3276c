import { Button, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SopRunDetails } from 'contract/sops/runs.ts'
import { useState } from 'react'
import { client } from '../../shared/api/api.ts'
import { queries } from '../../shared/api/queries.ts'
import { failedTo, success } from '../../shared/feedback/toasts.ts'
import classes from './run-page.module.css'
import { remember } from './waiting-steps.ts'

type RunEndProps = {
  run: SopRunDetails
  isOpen: boolean
  /** Whether something of the run could not be sent yet. */
  isWaiting: boolean
  /** Sends what was ticked and noted last, and tells whether the server has it. */
  send: () => Promise<boolean>
}

/** The note on the whole run, and its end. */
export function RunEnd({ run, isOpen, isWaiting, send }: RunEndProps) {
  const cache = useQueryClient()
  const [note, setNote] = useState(run.note ?? '')
  const saving = useMutation({
    mutationFn: async (isFinished: boolean) => {
      if (!(await send())) throw new Error('Some steps wait to be sent')
      return client.sopRuns.save({
        companyId: run.companyId,
        id: run.id,
        note,
        ...(isFinished && { isFinished: true }),
      })
    },
    onError: failedTo('save the run'),
    onSuccess: async (saved) => {
      remember(cache, saved)
      success(saved.finishedAt ? 'Run finished' : 'Note saved successfully')
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
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        {note !== (run.note ?? '') && (
          <Button variant="default" loading={saving.isPending} onClick={() => saving.mutate(false)}>
            Save note
          </Button>
        )}
        <Button disabled={isWaiting} loading={saving.isPending} onClick={() => saving.mutate(true)}>
          Finish
        </Button>
      </div>
    </footer>
  )
}
