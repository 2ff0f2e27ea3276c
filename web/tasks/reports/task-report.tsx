import { Button } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconHelp, IconPlayerPlay } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { type TaskReport as Report, type ReportKind, reportLabels } from 'contract/tasks/task-report.ts'
import type { Task } from 'contract/tasks/tasks.ts'
import { useState } from 'react'
import { Pictures } from '../../files/public.tsx'
import { Moment } from '../../shared/format/moment.tsx'
import { at } from '../../shared/page/at.ts'
import { useCan, useSession } from '../../shared/session/session.ts'
import { companyOnly } from '../../shared/table/list-search.ts'
import { takeReportBack, useOwnReport } from './own-report.ts'
import { ReportAnswer } from './report-answer.tsx'
import { ReportDialog } from './report-dialog.tsx'
import classes from './task-report.module.css'

/** The report of the assignee, and the actions of the reader: report, confirm, send back. */
export function TaskReport({ task }: { task: Task }) {
  const { user } = useSession()
  const canAnswer = useCan('task.setStatus')
  const canReport = useCan('task.report') && task.assignedTo === user.id && task.status !== 'complete'
  const { report } = task
  const own = useOwnReport(task)
  return (
    <>
      {report && (
        <section
          className={`stack gap-2 mb-4 py-3 px-3-5 ${classes.panel}`}
          data-kind={report.answer ?? report.kind}
          aria-label="Report"
        >
          <ReportWords report={report} taskId={task.id} />
          {own && <OwnReport task={task} report={own} />}
          {canAnswer && !report.answer && <ReportAnswer task={task} report={report} />}
        </section>
      )}
      {canReport && <ReportButtons task={task} waitingKind={own?.kind} />}
    </>
  )
}

/** 'Reported done' with person, time, comment and pictures, and the comment with which the task was sent back. */
export function ReportWords({ report, taskId }: { report: Report; taskId: string }) {
  const { kind, comment, fileIds, reporterName, reportedAt, answer, answerComment, answererName, answeredAt } = report
  const isSentBack = answer === 'sent_back'
  return (
    <>
      <p className={`flex flex-wrap items-baseline ${classes.panelHead}`}>
        <strong>{isSentBack ? 'Sent back' : reportLabels[kind]}</strong>
        <span className="text-muted text-xs">
          {(isSentBack ? answererName : reporterName) ?? 'No name'} ·{' '}
          <Moment at={(isSentBack && answeredAt) || reportedAt} />
        </span>
      </p>
      {answerComment && <p className="pre-line break-words">{answerComment}</p>}
      {comment && <p className="pre-line break-words">{comment}</p>}
      {fileIds.length > 0 && <Pictures entityType="task" entityId={taskId} ids={fileIds} />}
    </>
  )
}

/** The state of the reader's own report, and the way back. */
function OwnReport({ task, report }: { task: Task; report: Report }) {
  const { user } = useSession()
  const back = useMutation({ mutationFn: () => takeReportBack(task, report.id) })
  const giver = task.assignedBy === user.id ? null : task.assignerName
  return (
    <div className={classes.answers}>
      {report.kind !== 'started' && (
        <p className={`text-muted text-sm ${classes.waits}`}>
          Waiting for {giver ?? 'somebody'} to {report.kind === 'done' ? 'confirm' : 'answer'}
        </p>
      )}
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={16} />}
        loading={back.isPending}
        onClick={(event) => event.detail < 2 && back.mutate()}
      >
        Take Back
      </Button>
    </div>
  )
}

const buttons = [
  { kind: 'done', label: 'Done', icon: <IconCheck size={16} /> },
  { kind: 'needs_help', label: 'Needs Help', icon: <IconHelp size={16} /> },
  { kind: 'started', label: 'Started', icon: <IconPlayerPlay size={16} /> },
] as const

declare module '@tanstack/history' {
  interface HistoryState {
    reportsDone?: true
  }
}

/** What can be reported next; a link with this state begins with Done. @param told the report that waits for an answer; it is not offered again */
function ReportButtons({ task, waitingKind }: { task: Task; waitingKind: ReportKind | undefined }) {
  const begins = useLocation({ select: ({ state }) => state.reportsDone === true })
  const navigate = useNavigate()
  const [kind, setKind] = useState<ReportKind | null>(begins && waitingKind !== 'done' ? 'done' : null)
  // Whoever comes from a finished checklist goes on with the next task.
  const onSent = () => begins && kind === 'done' && void navigate(at('/tasks', companyOnly))
  return (
    <fieldset className={`flex flex-wrap gap-2 p-0 border-0 ${classes.reports}`}>
      <legend>{waitingKind ? 'Report something else' : 'Report'}</legend>
      {buttons
        .filter((button) => button.kind !== waitingKind)
        .map((button) => (
          <Button
            key={button.kind}
            variant={button.kind === 'done' ? 'filled' : 'default'}
            leftSection={button.icon}
            onClick={() => setKind(button.kind)}
          >
            {button.label}
          </Button>
        ))}
      {kind && <ReportDialog task={task} kind={kind} onClose={() => setKind(null)} onSent={onSent} />}
    </fieldset>
  )
}
