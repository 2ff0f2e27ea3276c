import { Button, Textarea } from '@mantine/core'
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { TaskReport } from 'contract/tasks/task-report.ts'
import type { Task } from 'contract/tasks/tasks.ts'
import { type MouseEventHandler, useState } from 'react'
import { client } from '../../shared/api/api.ts'
import { failedTo, saved, success } from '../../shared/feedback/toasts.ts'
import { onePressHere } from '../../shared/form/one-press.ts'
import { SaveButton, SaveHint } from '../../shared/form/save-button.tsx'
import type { Completed } from '../board/just-done.tsx'
import { useKeptWords } from '../board/kept-words.ts'
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
  const [isBack, setBack] = useState(false)
  const [word, setWord, forget] = useKeptWords(`answer to ${report.id}`, '')
  const one = { companyId, id, reportId: report.id }
  const confirming = useMutation({
    mutationFn: () => client.taskReports.confirm(one),
    onSuccess: (task) => {
      saved('Task', 'updated', task)
      onComplete?.(task)
    },
    onError: failedTo('update task'),
  })
  const sending = useMutation({
    mutationFn: (comment: string) => client.taskReports.sendBack({ ...one, comment }),
    onSuccess: () => {
      forget()
      success('Task sent back')
    },
    onError: failedTo('send the task back'),
  })
  const leave = () => {
    setAnswering(false)
    setBack(true)
  }
  if (!isAnswering) {
    return (
      <AnswerButtons
        kind={report.kind}
        size={size}
        isConfirming={confirming.isPending}
        onConfirm={onePressHere(() => confirming.mutateAsync())}
        isBack={isBack}
        onAnswer={() => setAnswering(true)}
      />
    )
  }
  return (
    <form
      className={classes.report}
      onSubmit={(event) => {
        event.preventDefault()
        if (word.trim()) sending.mutate(word)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        leave()
      }}
    >
      <Textarea
        label={report.kind === 'done' ? 'What is missing?' : 'Your answer'}
        autosize
        minRows={2}
        autoFocus
        // Escape closes this box, not the panel of the task around it.
        data-mantine-stop-propagation
        value={word}
        onChange={(event) => setWord(event.currentTarget.value)}
      />
      <SaveHint>{null}</SaveHint>
      <div className={classes.answers}>
        <SaveButton disabled={!word.trim()} loading={sending.isPending}>
          {report.kind === 'done' ? 'Send Back' : 'Send Answer'}
        </SaveButton>
        <Button variant="default" data-mantine-stop-propagation onClick={leave}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

type ButtonsProps = {
  kind: TaskReport['kind']
  size: 'sm' | 'compact-sm'
  isConfirming: boolean
  onConfirm: MouseEventHandler
  /** Whether the person just left the words without sending them: then the focus is here. */
  isBack: boolean
  onAnswer: () => void
}

/** The likely answer is first and stands out: nobody who asks for help has said that the task is done. */
function AnswerButtons({ kind, size, isConfirming, onConfirm, isBack, onAnswer }: ButtonsProps) {
  // In a list each report has these buttons.
  const likely = size === 'compact-sm' ? 'light' : 'filled'
  const asksForHelp = kind === 'needs_help'
  const confirm = kind !== 'started' && (
    <SaveButton
      key="confirm"
      type="button"
      size={size}
      variant={asksForHelp ? 'default' : likely}
      leftSection={<IconCheck size={16} />}
      loading={isConfirming}
      onClick={onConfirm}
    >
      Mark Complete
    </SaveButton>
  )
  const answer = (
    <Button
      key="answer"
      variant={asksForHelp ? likely : 'default'}
      size={size}
      leftSection={<IconArrowBackUp size={16} />}
      autoFocus={isBack}
      onClick={onAnswer}
    >
      {kind === 'done' ? 'Send Back' : 'Answer'}
    </Button>
  )
  return <div className={classes.answers}>{asksForHelp ? [answer, confirm] : [confirm, answer]}</div>
}
