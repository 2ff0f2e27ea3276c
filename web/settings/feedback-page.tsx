import { Badge } from '@mantine/core'
import { IconMessage2 } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type Feedback,
  feedbackContract,
  feedbackPriorityLabels,
  feedbackStatusLabels,
  feedbackTypeLabels,
} from 'contract/settings/feedback.ts'
import { api } from '../shared/api/api.ts'
import { EmptyState } from '../shared/feedback/empty-state.tsx'
import { Day } from '../shared/format/moment.tsx'
import { useSession } from '../shared/session/session.ts'
import type { Column } from '../shared/table/columns/columns.ts'
import { ListScreen } from '../shared/table/list-screen.tsx'
import { useList } from '../shared/table/list-state.ts'

const nameOf = ({ title }: Feedback) => title

const columns: Column<Feedback>[] = [
  { key: 'title', title: 'Title', isSortable: true, min: 12, grows: true, cell: nameOf },
  { key: 'type', title: 'Type', isSortable: true, cell: ({ type }) => feedbackTypeLabels[type] },
  {
    key: 'priority',
    title: 'Priority',
    isSortable: true,
    width: '6.25rem',
    cell: ({ priority }) => <FeedbackPriorityBadge priority={priority} />,
  },
  {
    key: 'status',
    title: 'Status',
    isSortable: true,
    width: '7rem',
    cell: ({ status }) => <FeedbackStatusBadge status={status} />,
  },
  {
    key: 'submittedByName',
    title: 'From',
    isSortable: true,
    max: 14,
    cell: ({ submittedByName, submittedByEmail }) => submittedByName ?? submittedByEmail,
  },
  { key: 'companyName', title: 'Company', isSortable: true, max: 14, cell: ({ companyName }) => companyName },
  {
    key: 'createdAt',
    title: 'Received',
    isSortable: true,
    width: '7.5rem',
    cell: ({ createdAt }) => <Day at={createdAt} />,
  },
]

/** /admin/feedback: the feedback of people in all companies. */
export function FeedbackPage() {
  const list = useList(feedbackContract.list, '/admin/feedback')
  const feedback = useQuery(api.feedback.list.queryOptions({ input: list.input, placeholderData: keepPreviousData }))
  const { companies } = useSession()
  const companyNames = Object.fromEntries(companies.map(({ id, name }) => [id, name]))
  return (
    <ListScreen
      title="Feedback"
      isSection
      filters={{
        status: { label: 'Status', all: 'All statuses', choices: feedbackStatusLabels },
        type: { label: 'Type', all: 'All types', choices: feedbackTypeLabels },
        priority: { label: 'Priority', all: 'All priorities', choices: feedbackPriorityLabels },
        companyId: { label: 'Company', all: 'All companies', choices: companyNames },
      }}
      list={list}
      nouns="feedback"
      query={feedback}
      empty={
        <EmptyState icon={<IconMessage2 size={20} stroke={1.6} />} title="No feedback yet">
          Feedback people send from Settings &gt; Utilities appears here.
        </EmptyState>
      }
      columns={columns}
      nameOf={nameOf}
    />
  )
}

const statusColors: Record<Feedback['status'], string> = {
  open: 'accent',
  in_progress: 'yellow',
  done: 'green',
  declined: 'gray',
}

const priorityColors: Record<Feedback['priority'], string> = {
  low: 'gray',
  medium: 'gray',
  high: 'yellow',
  critical: 'red',
}

const FeedbackStatusBadge = ({ status }: Pick<Feedback, 'status'>) => (
  <Badge color={statusColors[status]}>{feedbackStatusLabels[status]}</Badge>
)

const FeedbackPriorityBadge = ({ priority }: Pick<Feedback, 'priority'>) => (
  <Badge color={priorityColors[priority]}>{feedbackPriorityLabels[priority]}</Badge>
)
