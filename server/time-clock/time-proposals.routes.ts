import type { TimeProposal } from 'contract/time-clock/time-proposals.ts'
import { notify } from '../notifications/public.ts'
import { api } from '../platform/http/api.ts'
import {
  decideProposal,
  getProposal,
  listProposals,
  proposeTime,
  withdrawProposal,
} from './time-corrections.queries.ts'
import { getPeriod } from './time-entries.queries.ts'

const { timeProposals } = api

export const timeProposalsRoutes = timeProposals.router({
  list: timeProposals.list.handler(({ input: { companyId, ...query }, context }) =>
    context.read(async (db) => {
      const [page, period] = await Promise.all([listProposals(db, companyId, query), getPeriod(db, { companyId })])
      return { ...page, timeZone: period?.timeZone ?? '' }
    }),
  ),

  propose: timeProposals.propose.handler(({ input: { companyId, ...fields }, context, errors }) =>
    context.write(async (db) => {
      const id = await proposeTime(db, companyId, fields)
      const proposal = id && (await getProposal(db, companyId, id))
      if (!proposal) throw errors.NOT_FOUND()
      await notify(db, {
        ...{ companyId, topic: 'correction_proposed', to: { may: 'time.decide' } },
        ...{ params: kindOf(proposal), ...aboutEntry(proposal) },
      })
      return proposal
    }),
  ),

  withdraw: timeProposals.withdraw.handler(({ input: { companyId, proposalId }, context, errors }) =>
    context.write(async (db) => {
      const isOwn = await withdrawProposal(db, companyId, proposalId)
      const proposal = isOwn && (await getProposal(db, companyId, proposalId))
      if (!proposal) throw errors.NOT_FOUND()
      return proposal
    }),
  ),

  decide: timeProposals.decide.handler(({ input: { companyId, id, ...decision }, context, errors }) =>
    context.write(async (db) => {
      const isThere = await decideProposal(db, companyId, id, decision)
      const proposal = isThere && (await getProposal(db, companyId, id))
      if (!proposal) throw errors.NOT_FOUND()
      await notify(db, {
        ...{ companyId, topic: 'correction_decided', to: [proposal.userId] },
        ...{ params: { isAccepted: proposal.status === 'accepted', ...kindOf(proposal) }, ...aboutEntry(proposal) },
      })
      return proposal
    }),
  ),
})

/** Notices call a missing entry so: nothing is corrected. */
const kindOf = ({ kind }: TimeProposal): Record<string, boolean> => (kind === 'add' ? { isMissing: true } : {})

/** The record that a notice names. There is none while the proposed entry does not exist yet. */
const aboutEntry = ({ entryId }: TimeProposal) =>
  entryId === null ? {} : { record: { type: 'time_entry' as const, id: entryId } }
