import { modelsOf } from '../integrations/public.ts'
import { api } from '../platform/http/api.ts'
import { getState } from './assistant.queries.ts'
import { columnQuestion, proposalOf } from './column-proposal.ts'
import { assist } from './public.ts'
import { draftOf, sopQuestion } from './sop-draft.ts'

const { assistant } = api

export const assistantRoutes = assistant.router({
  state: assistant.state.handler(({ input: { companyId }, context }) => context.read((db) => getState(db, companyId))),

  draftSop: assistant.draftSop.handler(async ({ input: { companyId, ...notes }, context }) =>
    draftOf(await assist(context, companyId, sopQuestion(notes))),
  ),

  proposeColumns: assistant.proposeColumns.handler(async ({ input: { companyId, ...question }, context }) =>
    proposalOf(question, await assist(context, companyId, columnQuestion(question))),
  ),

  models: assistant.models.handler(async ({ input: { companyId }, context, errors }) => {
    const { write, outbound, keyring, config } = context
    const models = await modelsOf({ companyId, outbound, keyring, baseUrls: config.baseUrls, work: write })
    if (!models) throw errors.NO_CREDENTIALS()
    if ('failure' in models) throw errors.ASSISTANT_FAILED({ message: models.failure })
    return { models }
  }),
})
