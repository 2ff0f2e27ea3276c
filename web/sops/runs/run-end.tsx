import { Button, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { SopRunDetails } from 'contract/sops/runs.ts'
import { useState } from 'react'
import { api, client } from '../../shared/api/api.ts'
import { ConfirmDialog } from '../../shared/feedback/confirm-dialog.tsx'
import { failedTo, failure, success } from '../../shared/feedback/toasts.ts'
import { at } from '../../shared/page/at.ts'
import { useSession } from '../../shared/session/session.ts'
import { companyOnly } from '../../shared/table/list-search.ts'
import classes from './run-page.module.css'
import { problemOf, remember, whole } from './waiting-steps.ts'

type RunEndProps = {
  run: SopRunDetails
  isOpen: boolean
  /** How many steps are not ticked. */
  openSteps: number
  /** Why it cannot be finished yet. */
  obstacle: string | null
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
export function RunEnd(props: RunEndProps) {
  const { run, isOpen, openSteps, obstacle, note, onNote, onNoteEnd, isWaiting, send } = props
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const report = useReport(run)
  const finishing = useMutation({
    mutationFn: async () => {
      if (!(await send())) throw new Error('Parts of the run are still waiting to be sent')
      const saved = await client.sopRuns.save({ companyId: run.companyId, id: run.id, isFinished: true })
      if (!report || !saved.task) return { saved, next: undefined }
      // A task that cannot be reported now offers it again itself.
      const next = await reportDone(saved, saved.task.id).catch(() => report)
      return { saved, next }
    },
    onError: failedTo('finish the run'),
    onSettled: () => setIsAsking(false),
    onSuccess: ({ saved, next }) => {
      remember(cache, saved)
      if (!next) success('Run finished')
    },
  })
  // Whoever has gone elsewhere meanwhile stays there: a callback of this call ends with the screen.
  const end = () => finishing.mutate(undefined, { onSuccess: ({ next }) => void (next && navigate(next)) })
  const finish = () => {
    if (obstacle) failure('Failed to finish the run', obstacle)
    else if (openSteps > 0) setIsAsking(true)
    else end()
  }
  if (!isOpen) return <Finished run={run} />
  return (
    <footer className={`stack gap-3 border-t pt-4 ${classes.ending}`}>
      <Textarea
        label="Note (optional)"
        autosize
        minRows={2}
        error={problemOf(whole, note)}
        value={note}
        onChange={(event) => onNote(event.currentTarget.value)}
        onBlur={onNoteEnd}
      />
      <div className="flex justify-end gap-2">
        <Button disabled={isWaiting} loading={finishing.isPending} onClick={finish}>
          {report ? 'Finish and Report' : 'Finish'}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={openSteps === 1 ? 'One step is open' : `${openSteps} steps are open`}
        confirmLabel="Finish the Run"
        cancelLabel="Keep Going"
        isDestructive={false}
        isBusy={finishing.isPending}
        onConfirm={end}
        onClose={() => setIsAsking(false)}
      >
        {openSteps} of {run.stepCount} steps {openSteps === 1 ? 'is' : 'are'} not ticked. A run that is finished stays
        as it is.
      </ConfirmDialog>
    </footer>
  )
}

/** Reports the task of a finished run done, with the note of the run. @returns where to go on: with the next task */
async function reportDone({ companyId, note }: SopRunDetails, id: string) {
  const { report } = await client.taskReports.create({ companyId, id, kind: 'done', comment: note, fileIds: [] })
  const takeBack = async () => {
    if (report) await client.taskReports.takeBack({ companyId, id, reportId: report.id })
    success('Report taken back')
  }
  success('Report sent', report ? { id: report.id, takeBack } : undefined)
  return at('/tasks', companyOnly)
}

/** The note of a run that its reader cannot change, and the way on from a task's checklist. */
const Finished = ({ run }: Pick<RunEndProps, 'run'>) => (
  <>
    {run.note && <p className="break-words pre-line border-t pt-4 my-em">{run.note}</p>}
    {run.task && run.finishedAt && <WayOn run={run} task={run.task} />}
  </>
)

/** Back to the task; its assignee may report it done at once. */
function WayOn({ run, task: { id, title } }: { run: SopRunDetails; task: NonNullable<SopRunDetails['task']> }) {
  const report = useReport(run)
  const link = at(`/tasks/${id}`, true)
  return (
    <div className="flex flex-wrap gap-2 mt-3">
      {report && (
        <Button component={Link} {...report}>
          Report Done
        </Button>
      )}
      <Button maw="100%" variant={report ? 'default' : 'filled'} component={Link} {...link}>
        Back to {title}
      </Button>
    </div>
  )
}

/** Where the assignee reports the task of the run done; undefined when the reader cannot. */
function useReport({ companyId, task: ofRun }: SopRunDetails) {
  const id = ofRun?.id ?? ''
  const { user } = useSession()
  const { data: task } = useQuery({ ...api.tasks.get.queryOptions({ input: { companyId, id } }), enabled: id !== '' })
  const isOpen = task?.assignedTo === user.id && task.status !== 'complete' && task.report?.kind !== 'done'
  return isOpen ? { ...at(`/tasks/${id}`, true), state: { reportsDone: true as const } } : undefined
}
