import { Button, Textarea } from '@mantine/core'
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { TaskReport } from 'contract/tasks/task-report.ts'
import type { Task } from 'contract/tasks/tasks.ts'
import { useState } from 'react'
import { client } from '../shared/api/api.ts'
import { queries } from '../shared/api/queries.ts'
import { failedTo, saved, success } from '../shared/feedback/toasts.ts'
import { SaveButton } from '../shared/form/save-button.tsx'
import { SaveHint } from '../shared/form/save-hint.tsx'
import type { Completed } from './just-done.tsx'
import { useKeptWords } from './kept-words.ts'
import classes from './task-report.module.css'

type AnswerProps = {
  task: Pick<Task, 'companyId' | 'id'>
  report: Pick<TaskReport, 'id' | 'kind'>
  /** of the buttons */
  size?: 'sm' | 'compact-sm'
  onComplete?: (task: Completed) => void
}

/** Confirms a report with one press, or sends the task back with a comment. */
export function ReportAnswer({ task: { companyId, id }, report, size = 'sm', onComplete }: AnswerProps) {
  const [isAnswering, setAnswering] = useState(false)
  const [word, setWord, forget] = useKeptWords(`answer to ${report.id}`, '')
  const one = { companyId, id, reportId: report.id }
  const settled = { onSettled: () => queries.invalidateQueries() }
  const confirming = useMutation({
    mutationFn: () => client.taskReports.confirm(one),
    onSuccess: (task) => {
      saved('Task', 'updated', task)
      onComplete?.(task)
    },
    onError: failedTo('update task'),
    ...settled,
  })
  const sending = useMutation({
    mutationFn: (comment: string) => client.taskReports.sendBack({ ...one, comment }),
    onSuccess: () => {
      forget()
      success('Task sent back')
    },
    onError: failedTo('send the task back'),
    ...settled,
  })
  if (!isAnswering) {
    return (
      <div className={classes.answers}>
        {report.kind !== 'started' && (
          <SaveButton
            type="button"
            size={size}
            // In a list of reports each has this button.
            {...(size === 'compact-sm' && { variant: 'light' })}
            leftSection={<IconCheck size={16} />}
            loading={confirming.isPending}
            onClick={() => confirming.mutate()}
          >
            Confirm: complete
          </SaveButton>
        )}
        <Button
          variant="default"
          size={size}
          leftSection={<IconArrowBackUp size={16} />}
          onClick={() => setAnswering(true)}
        >
          {report.kind === 'done' ? 'Send back' : 'Answer'}
        </Button>
      </div>
    )
  }
  return (
    <form
      className={classes.report}
      onSubmit={(event) => {
        event.preventDefault()
        if (word.trim() && !sending.isPending) sending.mutate(word)
      }}
    >
      <Textarea
        label={report.kind === 'done' ? 'What is missing?' : 'Your answer'}
        autosize
        minRows={2}
        autoFocus
        value={word}
        onChange={(event) => setWord(event.currentTarget.value)}
      />
      <SaveHint>{null}</SaveHint>
      <div className={classes.answers}>
        <SaveButton disabled={!word.trim()} loading={sending.isPending}>
          {report.kind === 'done' ? 'Send back' : 'Send answer'}
        </SaveButton>
        <Button variant="default" onClick={() => setAnswering(false)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
