import type { Need } from 'contract/dashboards/needs.ts'
import type { TaskPriority } from 'contract/tasks/tasks.ts'

const urgency: Record<TaskPriority, number> = { low: 20, medium: 40, high: 70, critical: 90 }

/**
 * The urgency of a need, from 0 to 100: a stop for others comes before a delay, and a delay before a wait. A task counts by its priority,
 * a little more when it is blocked or reported, since somebody waits for an answer.
 */
export function urgencyOf(need: Need): number {
  if (need.kind === 'task')
    return urgency[need.about.priority] + (need.about.report || need.about.status === 'blocked' ? 5 : 0)
  if (need.kind === 'connection') return need.about.needsReconnect ? 85 : 65
  if (need.kind === 'part') return 75 + Math.min(9, need.about.productCount - 1)
  if (need.kind === 'proposal') return 55
  return need.kind === 'clock' ? 60 : 50
}

/** The moment since which the need exists; '' when unknown. Of equal needs, the oldest comes first. */
const sinceOf = ({ kind, about }: Need): string => {
  if (kind === 'task') return about.dueOn ?? about.report?.reportedAt ?? ''
  if (kind === 'clock') return about.startedAt
  if (kind === 'proposal') return about.createdAt
  if (kind === 'access') return about.requestedAt
  return kind === 'part' ? '' : (about.since ?? '')
}

/** The most urgent first. */
export const rankNeeds = (needs: Need[]): Need[] =>
  needs.toSorted(
    (one, other) => urgencyOf(other) - urgencyOf(one) || (sinceOf(one) || '~').localeCompare(sinceOf(other) || '~'),
  )
