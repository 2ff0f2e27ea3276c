import { z } from 'zod'
import { pageOf, pageQuery, wholeList } from '../list.ts'
import { route } from '../route.ts'
import { requiredText } from '../text.ts'

export const feedbackTypes = ['bug', 'feature', 'improvement', 'question'] as const
export const feedbackTypeLabels: Record<(typeof feedbackTypes)[number], string> = {
  bug: 'Bug',
  feature: 'Feature',
  improvement: 'Improvement',
  question: 'Question',
}

export const feedbackStatuses = ['open', 'in_progress', 'done', 'declined'] as const
export const feedbackStatusLabels: Record<(typeof feedbackStatuses)[number], string> = {
  open: 'Open',
  in_progress: 'In Progress',
  done: 'Done',
  declined: 'Declined',
}

export const feedbackPriorities = ['low', 'medium', 'high', 'critical'] as const
export const feedbackPriorityLabels: Record<(typeof feedbackPriorities)[number], string> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
}

const missing = 'Please fill in all feedback fields'

/** Author and company come from the session, status `open` and priority `medium` from the database (product.md 4). */
export const NewFeedback = z.strictObject({
  type: z.enum(feedbackTypes),
  title: requiredText(200, missing),
  description: requiredText(5_000, missing),
})
export type NewFeedback = z.infer<typeof NewFeedback>

/** As the inbox shows it. `companyName`: the company of the person who wrote it. */
export const Feedback = z.object({
  id: z.uuid(),
  type: z.enum(feedbackTypes),
  title: z.string(),
  description: z.string(),
  status: z.enum(feedbackStatuses),
  priority: z.enum(feedbackPriorities),
  submittedByName: z.string().nullable(),
  submittedByEmail: z.string(),
  companyId: z.uuid(),
  companyName: z.string(),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Feedback = z.infer<typeof Feedback>

const gone = { NOT_FOUND: { status: 404, message: 'That feedback no longer exists' } }

export const feedbackContract = {
  create: route
    .meta({ needs: 'feedback.create', limit: 'feedback', byToken: 'any' })
    .route({ method: 'POST', path: '/feedback', summary: 'Tell the firm what you think', successStatus: 204 })
    .input(NewFeedback),
  list: route
    .meta({ needs: 'feedback.read', refusal: 'read feedback' })
    .route({ method: 'GET', path: '/feedback', summary: 'The feedback of all companies' })
    .input(
      pageQuery(['createdAt', 'title', 'type', 'status', 'priority', 'companyName', 'submittedByName'], {
        type: z.enum(feedbackTypes).optional(),
        status: z.enum(feedbackStatuses).optional(),
        priority: z.enum(feedbackPriorities).optional(),
        companyId: z.uuid().optional(),
        ...wholeList,
      }).extend({ order: z.enum(['asc', 'desc']).default('desc') }),
    )
    .output(pageOf(Feedback)),
  get: route
    .meta({ needs: 'feedback.read', refusal: 'read feedback' })
    .route({ method: 'GET', path: '/feedback/{id}', summary: 'One feedback' })
    .input(z.strictObject({ id: z.uuid() }))
    .output(Feedback)
    .errors(gone),
  update: route
    .meta({ needs: 'feedback.answer', refusal: 'change feedback', versioned: true })
    .route({
      method: 'PATCH',
      path: '/feedback/{id}',
      summary: 'Set status or priority of a feedback',
    })
    .input(
      z.strictObject({
        id: z.uuid(),
        status: z.enum(feedbackStatuses).optional(),
        priority: z.enum(feedbackPriorities).optional(),
      }),
    )
    .output(Feedback)
    .errors({ ...gone, CONFLICT: { status: 409, data: z.unknown() } }),
}
