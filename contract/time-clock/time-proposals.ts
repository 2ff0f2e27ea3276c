import { z } from 'zod'
import { Instant } from '../calendar-day.ts'
import { pageOf, wholeList } from '../list.ts'
import { route } from '../route.ts'
import { optionalText, requiredText } from '../text.ts'
import { Breaks } from './time-entries.ts'

export const proposalKinds = ['add', 'change', 'remove', 'end'] as const
export type ProposalKind = (typeof proposalKinds)[number]

export const proposalKindLabels: Record<ProposalKind, string> = {
  add: 'Missing entry',
  change: 'Correction',
  remove: 'Removal',
  end: 'Forgotten clock-out',
}

export const proposalStatuses = ['open', 'accepted', 'declined', 'withdrawn', 'superseded'] as const
export type ProposalStatus = (typeof proposalStatuses)[number]

export const proposalStatusLabels: Record<ProposalStatus, string> = {
  open: 'Waiting',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  superseded: 'Settled by an edit',
}

/**
 * What somebody proposes for their own time. Where `startedAt`, `endedAt`, `breaks` or `notes` is null, the entry keeps its value. `now…`: the value of
 * the entry now; null for a missing entry. `seconds`, `nowSeconds`: worked, as in TimeEntry; null for a removal and for an entry without an end. `answer`: the words of the person who decided.
 */
export const TimeProposal = z.object({
  id: z.uuid(),
  companyId: z.uuid(),
  userId: z.uuid(),
  userName: z.string().nullable(),
  entryId: z.uuid().nullable(),
  kind: z.enum(proposalKinds),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  breaks: z.array(z.object({ startedAt: z.string(), endedAt: z.string() })).nullable(),
  notes: z.string().nullable(),
  reason: z.string(),
  status: z.enum(proposalStatuses),
  deciderName: z.string().nullable(),
  decidedAt: z.string().nullable(),
  answer: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  nowStartedAt: z.string().nullable(),
  nowEndedAt: z.string().nullable(),
  nowBreakSeconds: z.int().nullable(),
  seconds: z.int().nullable(),
  nowSeconds: z.int().nullable(),
})
export type TimeProposal = z.infer<typeof TimeProposal>

/**
 * `add` needs start and end. `change` needs the new values. `remove` needs nothing more. `end` needs the end of an entry that the person forgot
 * to end: the entry ends at once, and somebody confirms it later.
 */
export const NewTimeProposal = z
  .strictObject({
    kind: z.enum(proposalKinds),
    entryId: z.uuid().optional().describe('Needed by change, remove and end'),
    startedAt: Instant.optional().describe('Needed by add'),
    endedAt: Instant.optional().describe('Needed by add and end'),
    breaks: Breaks.optional(),
    notes: optionalText(2_000).optional(),
    reason: requiredText(500, 'Reason is required'),
  })
  .check(({ value, issues }) => {
    for (const field of required[value.kind]) {
      if (!value[field]) issues.push({ code: 'custom', input: value, path: [field], message: missing[field] })
    }
  })
export type NewTimeProposal = z.infer<typeof NewTimeProposal>

type Required = 'entryId' | 'startedAt' | 'endedAt'
const required: Record<ProposalKind, Required[]> = {
  add: ['startedAt', 'endedAt'],
  change: ['entryId'],
  remove: ['entryId'],
  end: ['entryId', 'endedAt'],
}
const missing: Record<Required, string> = {
  entryId: 'Say which entry',
  startedAt: 'Start is required',
  endedAt: 'End is required',
}

const company = { companyId: z.uuid() }
const one = { ...company, id: z.uuid() }
const gone = { NOT_FOUND: { status: 404, message: 'That proposal no longer exists' } }
const propose = { needs: 'time.propose', refusal: 'propose time entries' } as const

export const timeProposalsContract = {
  list: route
    .meta({ needs: 'time.read' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/time-proposals',
      summary: 'Proposals: those that wait for a decision, oldest first, or all, newest first',
    })
    .input(
      z.strictObject({
        ...company,
        status: z.enum(['open', 'all']).default('open'),
        userId: z.uuid().optional(),
        page: z.coerce.number().int().min(1).max(1_000_000).default(1),
        pageSize: z.coerce.number().int().min(1).max(500).default(50),
        ...wholeList,
      }),
    )
    .output(pageOf(TimeProposal).extend({ timeZone: z.string() })),
  propose: route
    .meta({
      ...{ ...propose, makes: '/companies/{companyId}/time-proposals' },
      example: { startedAt: '2026-11-02T09:00:00.000Z', endedAt: '2026-11-02T17:00:00.000Z' },
    })
    .route({
      method: 'POST',
      path: '/companies/{companyId}/time-proposals',
      summary: 'Propose a correction of your own time',
      successStatus: 201,
    })
    .input(NewTimeProposal.safeExtend(company))
    .output(TimeProposal)
    .errors({ NOT_FOUND: { status: 404, message: 'That time entry no longer exists' } }),
  withdraw: route
    .meta(propose)
    .route({
      method: 'POST',
      path: '/companies/{companyId}/time-proposals/{proposalId}/withdraw',
      summary: 'Take back your own proposal while it waits',
    })
    .input(z.strictObject({ ...company, proposalId: z.uuid() }))
    .output(TimeProposal)
    .errors(gone),
  decide: route
    .meta({ needs: 'time.decide', refusal: 'decide on time entries' })
    .route({
      method: 'POST',
      path: '/companies/{companyId}/time-proposals/{id}/decide',
      summary: 'Accept or decline a proposal. To decline a forgotten clock-out, say when the person left',
    })
    .input(
      z
        .strictObject({
          ...one,
          isAccepted: z.boolean(),
          endedAt: Instant.optional(),
          answer: optionalText(500).optional(),
        })
        .refine(({ isAccepted, answer }) => isAccepted || answer, {
          error: 'Say why it is declined',
          path: ['answer'],
        }),
    )
    .output(TimeProposal)
    .errors(gone),
}
