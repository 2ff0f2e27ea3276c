import { Button } from '@mantine/core'
import { IconCheck, IconHelp, IconPlayerPlay } from '@tabler/icons-react'
import type { TaskReport as Report, ReportKind } from 'contract/tasks/task-report.ts'
import { reportLabels } from 'contract/tasks/task-report.ts'
import type { Task } from 'contract/tasks/tasks.ts'
import { useState } from 'react'
import { Pictures } from '../files/public.tsx'
import { Moment } from '../shared/format/moment.tsx'
import { useCan, useSession } from '../shared/session/session.ts'
import { ReportAnswer } from './report-answer.tsx'
import { ReportDialog } from './report-dialog.tsx'
import classes from './task-report.module.css'

/** The report of the assignee, and the actions of the reader: report, confirm, send back. */
export function TaskReport({ task }: { task: Task }) {
  const { user } = useSession()
  const canAnswer = useCan('task.setStatus')
  const canReport = useCan('task.report') && task.assignedTo === user.id && task.status !== 'complete'
  const { report } = task
  return (
    <>
      {report && (
        <section className={classes.told} data-kind={report.answer ?? report.kind} aria-label="Report">
          <ReportWords report={report} taskId={task.id} />
          {canAnswer && !report.answer && <ReportAnswer task={task} report={report} />}
        </section>
      )}
      {canReport && <ReportButtons task={task} />}
    </>
  )
}

/** 'Reported done' with person, time, comment and pictures, and the comment with which the task was sent back. */
export function ReportWords({ report, taskId }: { report: Report; taskId: string }) {
  const { kind, comment, fileIds, reporterName, reportedAt, answer, answerComment, answererName } = report
  return (
    <>
      <p className={classes.toldHead}>
        <strong>{answer === 'sent_back' ? 'Sent back' : reportLabels[kind]}</strong>
        <span>
          {(answer === 'sent_back' ? answererName : reporterName) ?? 'No name'} · <Moment at={reportedAt} />
        </span>
      </p>
      {answerComment && <p className={classes.said}>{answerComment}</p>}
      {comment && <p className={classes.said}>{comment}</p>}
      {fileIds.length > 0 && <Pictures entityType="task" entityId={taskId} ids={fileIds} />}
    </>
  )
}

function ReportButtons({ task }: { task: Task }) {
  const [kind, setKind] = useState<ReportKind | null>(null)
  return (
    <fieldset className={classes.reports}>
      <legend>Report</legend>
      <Button leftSection={<IconCheck size={16} />} onClick={() => setKind('done')}>
        Done
      </Button>
      <Button variant="default" leftSection={<IconHelp size={16} />} onClick={() => setKind('needs_help')}>
        Needs help
      </Button>
      <Button variant="default" leftSection={<IconPlayerPlay size={16} />} onClick={() => setKind('started')}>
        Started
      </Button>
      {kind && <ReportDialog task={task} kind={kind} onClose={() => setKind(null)} />}
    </fieldset>
  )
}
