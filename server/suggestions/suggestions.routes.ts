import { ORPCError } from '@orpc/server'
import { ChangePreview } from 'contract/activity/change-preview.ts'
import { previewHeader } from 'contract/activity/preview-header.ts'
import type { Suggestion, SuggestionDetails } from 'contract/suggestions/suggestions.ts'
import { z } from 'zod'
import { notValid } from '../platform/http/answers/error-replies.ts'
import { api } from '../platform/http/api.ts'
import { answerOnce } from '../platform/http/idempotency.ts'
import { failed, failureOf, procedureNamed, type RequestOrigin, sendInside, suggestedRequest } from './requests.ts'
import {
  acceptingKey,
  beginAccepting,
  countOpenSuggestions,
  decline,
  endAccepting,
  getSuggestion,
  insertSuggestion,
  listSuggestions,
  reopen,
} from './suggestions.queries.ts'

const { suggestions } = api

export const suggestionsRoutes = suggestions.router({
  list: suggestions.list.handler(({ input: { companyId }, context }) =>
    context.read(async (db) => {
      const [items, openCount] = await Promise.all([
        listSuggestions(db, companyId),
        countOpenSuggestions(db, companyId),
      ])
      return { items, openCount }
    }),
  ),

  get: suggestions.get.handler(async ({ input: { companyId, id }, context, errors }) => {
    const suggestion = await context.read((db) => getSuggestion(db, companyId, id))
    if (!suggestion) throw errors.NOT_FOUND()
    if (suggestion.status !== 'open') return { ...suggestion, preview: null, failure: null }
    return { ...suggestion, ...(await previewed(context, suggestion)) }
  }),

  create: suggestions.create.handler(async ({ input: { companyId, ...sent }, context }) => {
    const { editedVersion = null, ...rest } = sent
    if (sent.editedVersion === undefined && procedureNamed(sent.procedure).meta.versioned)
      throw new ORPCError('BAD_REQUEST', notValid([{ field: 'editedVersion', message: noVersion }]))
    const suggestion = { ...rest, editedVersion }
    const { preview, failure } = await previewed(context, { companyId, ...suggestion })
    if (failure) throw failed(failure)
    const answer = await context.write((db, identity) =>
      answerOnce(db, identity, context, async () => {
        const made = await insertSuggestion(db, companyId, suggestion)
        return { status: 201, body: { ...made, preview, failure } }
      }),
    )
    return answer.body as SuggestionDetails
  }),

  accept: suggestions.accept.handler(async ({ input: key, context, errors }) => {
    const suggestion = await context.write(async (db, { userId }) => {
      const suggestion = await getSuggestion(db, key.companyId, key.id)
      if (!suggestion) throw errors.NOT_FOUND()
      // Their first answer was lost.
      if (suggestion.status === 'accepted' && suggestion.decidedBy === userId) return suggestion
      if (!(await beginAccepting(db, key))) throw errors.CONFLICT(decided(suggestion))
      return suggestion
    })
    if (suggestion.status === 'accepted') return suggestion
    const headers = { 'idempotency-key': acceptingKey(key.id) }
    const answer = await sendInside(context, { ...suggestedRequest(key.companyId, suggestion), headers })
    const failure = failureOf(answer)
    // After a failure of ours it is not known whether the change was made; the same person can press again, and it is made once.
    if (failure && failure.status < 500) await context.write((db) => reopen(db, key))
    if (failure) throw failed(failure)
    const { changeSetId = null } = Saved.parse(answer.body)
    return context.write(async (db) => {
      await endAccepting(db, key, changeSetId)
      const accepted = await getSuggestion(db, key.companyId, key.id)
      if (!accepted) throw errors.NOT_FOUND()
      return accepted
    })
  }),

  decline: suggestions.decline.handler(({ input: key, context, errors }) =>
    context.write(async (db) => {
      const isDeclined = await decline(db, key)
      const suggestion = await getSuggestion(db, key.companyId, key.id)
      if (!suggestion) throw errors.NOT_FOUND()
      if (!isDeclined) throw errors.CONFLICT(decided(suggestion))
      return suggestion
    }),
  ),
})

const decided = ({ status }: Suggestion) =>
  status === 'accepting'
    ? {
        message:
          'Somebody has accepted this, and it is not known yet whether it was saved. After an hour it can be declined',
        data: { reason: 'accepting' },
      }
    : { message: 'This suggestion has been decided already', data: { reason: 'decided' } }

const noVersion = 'Send the version that you have read, or null to overwrite whatever is stored'

const Saved = z.object({ changeSetId: z.uuid().nullable().optional() })

type Suggested = Pick<Suggestion, 'companyId' | 'procedure' | 'input' | 'editedVersion'>

/** What a suggestion would change now if the person who asks accepted it. */
async function previewed(
  asker: RequestOrigin,
  suggestion: Suggested,
): Promise<Pick<SuggestionDetails, 'preview' | 'failure'>> {
  const sent = suggestedRequest(suggestion.companyId, suggestion)
  const answer = await sendInside(asker, { ...sent, headers: { [previewHeader]: '1' } })
  const failure = failureOf(answer)
  return failure ? { preview: null, failure } : { preview: ChangePreview.parse(answer.body), failure: null }
}
