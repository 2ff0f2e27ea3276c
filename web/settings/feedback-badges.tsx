import { Badge } from '@mantine/core'
import { type Feedback, feedbackPriorityLabels, feedbackStatusLabels } from 'contract/settings/feedback.ts'

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

export const FeedbackStatusBadge = ({ status }: Pick<Feedback, 'status'>) => (
  <Badge color={statusColors[status]}>{feedbackStatusLabels[status]}</Badge>
)

export const FeedbackPriorityBadge = ({ priority }: Pick<Feedback, 'priority'>) => (
  <Badge color={priorityColors[priority]}>{feedbackPriorityLabels[priority]}</Badge>
)
