import { Modal, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import {
  type Feedback,
  feedbackPriorities,
  feedbackPriorityLabels,
  feedbackStatuses,
  feedbackStatusLabels,
  feedbackTypeLabels,
} from 'contract/settings/feedback.ts'
import { api, client } from '../shared/api/api.ts'
import { LoadFailure } from '../shared/feedback/empty-state.tsx'
import { failedTo, saved } from '../shared/feedback/toasts.ts'
import { Choice } from '../shared/form/choice.tsx'
import { useDialog } from '../shared/form/dialog.ts'
import { Moment } from '../shared/format/moment.tsx'
import { useReturnToList } from '../shared/table/list-state.ts'

/** /admin/feedback/$id */
export function FeedbackDialog() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const close = useReturnToList('/admin/feedback')
  const { data, error, refetch } = useQuery(api.feedback.get.queryOptions({ input: { id } }))
  return (
    <Modal opened onClose={close} title={data?.title ?? 'Feedback'} size="34rem" {...useDialog()}>
      {error && <LoadFailure what="the feedback" error={error} onRetry={() => void refetch()} />}
      {!error && (data ? <FeedbackText feedback={data} /> : <Skeleton height="8rem" />)}
    </Modal>
  )
}

function FeedbackText({ feedback }: { feedback: Feedback }) {
  const { id, type, description, status, priority, version } = feedback
  const { submittedByName, submittedByEmail, companyName, createdAt } = feedback
  const answering = useMutation({
    mutationFn: (answer: Partial<Pick<Feedback, 'status' | 'priority'>>) =>
      client.feedback.update({ id, ...answer }, { context: { version } }),
    onSuccess: () => saved('Feedback', 'updated'),
    onError: failedTo('update feedback'),
  })
  return (
    <div className="stack gap-3-5">
      <p className="text-xs text-muted break-words">
        {feedbackTypeLabels[type]} by {submittedByName ?? submittedByEmail} ({submittedByEmail}), {companyName},{' '}
        <Moment at={createdAt} />
      </p>
      <p className="pre-line break-words">{description}</p>
      <div className="grid gap-3 grid-cols-2">
        <Choice
          label="Status"
          data={feedbackStatuses.map((value) => ({ value, label: feedbackStatusLabels[value] }))}
          value={status}
          onChange={(next) => next !== status && answering.mutate({ status: next })}
        />
        <Choice
          label="Priority"
          data={feedbackPriorities.map((value) => ({ value, label: feedbackPriorityLabels[value] }))}
          value={priority}
          onChange={(next) => next !== priority && answering.mutate({ priority: next })}
        />
      </div>
    </div>
  )
}
