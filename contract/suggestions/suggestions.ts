import { z } from 'zod'
import { ChangePreview } from '../activity/change-preview.ts'
import { Failure } from '../errors.ts'
import { savedOf } from '../list.ts'
import { type RouteMeta, route } from '../route.ts'
import { optionalText } from '../text.ts'

/**
 * The procedures that a program may suggest: changes of one company that undo takes back whole. Vendors are not among them: a suggestion is
 * kept as it came, and their bank data are sealed.
 */
export const suggestable = [
  ...(['parts.create', 'parts.update', 'batches.parts', 'bulkEdits.parts'] as const),
  ...(['assemblies.create', 'assemblies.update', 'batches.assemblies'] as const),
  ...(['products.create', 'products.update', 'batches.products'] as const),
  ...(['stock.adjust', 'stock.count', 'movements.post'] as const),
  ...(['tasks.create', 'tasks.update', 'sops.create', 'sops.update'] as const),
] as const
export type Suggestable = (typeof suggestable)[number]

/** What a suggestion of each procedure is called. */
export const suggestionLabels: Record<Suggestable, string> = {
  'parts.create': 'Add a part',
  'parts.update': 'Change a part',
  'batches.parts': 'Add and change parts',
  'bulkEdits.parts': 'Change a field of many parts',
  'assemblies.create': 'Add an assembly',
  'assemblies.update': 'Change an assembly',
  'batches.assemblies': 'Add and change assemblies',
  'products.create': 'Add a product',
  'products.update': 'Change a product',
  'batches.products': 'Add and change products',
  'stock.adjust': 'Adjust the stock of a part',
  'stock.count': 'Count the stock of a part',
  'movements.post': 'Post movements of stock',
  'tasks.create': 'Create a task',
  'tasks.update': 'Change a task',
  'sops.create': 'Create a SOP',
  'sops.update': 'Change a SOP',
}

export const suggestionStatuses = ['open', 'accepting', 'accepted', 'declined'] as const

export const suggestionStatusLabels: Record<(typeof suggestionStatuses)[number], string> = {
  open: 'Waiting',
  accepting: 'Being accepted',
  accepted: 'Accepted',
  declined: 'Declined',
}

/**
 * A change that a program suggests. `input`: what the procedure takes, without the company; `editedVersion`: the version of the record that the
 * program has read, null when it has none. `about`: the name of the record, null when it is about many or one that is gone. `accepting`: somebody has accepted it, and it is not known yet whether that went through.
 */
export const Suggestion = z.object({
  id: z.uuid(),
  companyId: z.uuid(),
  procedure: z.enum(suggestable),
  input: z.record(z.string(), z.unknown()),
  editedVersion: z.int().nullable(),
  reason: z.string().nullable(),
  about: z.string().nullable(),
  status: z.enum(suggestionStatuses),
  createdBy: z.uuid(),
  createdByName: z.string().nullable(),
  createdAt: z.string(),
  decidedBy: z.uuid().nullable(),
  decidedByName: z.string().nullable(),
  decidedAt: z.string().nullable(),
  changeSetId: z.uuid().nullable(),
})
export type Suggestion = z.infer<typeof Suggestion>

/** What would change if it was accepted now, or why it cannot be; both null when it is decided. */
export const SuggestionDetails = Suggestion.extend({ preview: ChangePreview.nullable(), failure: Failure.nullable() })
export type SuggestionDetails = z.infer<typeof SuggestionDetails>

/** `editedVersion` stands for If-Match: what changes a record needs it, and null overwrites whatever is stored. */
export const NewSuggestion = z.strictObject({
  procedure: z.enum(suggestable),
  input: z.record(z.string(), z.unknown()).meta({ examples: [{ name: 'Ball valve', partNumber: 'HY-204' }] }),
  editedVersion: z.int().min(1).nullable().optional(),
  reason: optionalText(1_000).default(null),
})

const path = '/companies/{companyId}/suggestions' as const
const meta = { needs: 'suggestion.decide', refusal: 'decide about suggestions' } as const satisfies RouteMeta
const one = z.strictObject({ companyId: z.uuid(), id: z.uuid() })
const errors = {
  NOT_FOUND: { status: 404, message: 'That suggestion no longer exists' },
  CONFLICT: { status: 409, data: z.unknown() },
} as const

export const suggestionsContract = {
  list: route
    .meta(meta)
    .route({ method: 'GET', path, summary: 'The newest 500 suggestions, those that wait first' })
    .input(z.strictObject({ companyId: z.uuid() }))
    .output(z.object({ items: z.array(Suggestion.omit({ input: true })), openCount: z.int() })),
  get: route
    .meta(meta)
    .route({ method: 'GET', path: `${path}/{id}`, summary: 'One suggestion, and what it would change now' })
    .input(one)
    .output(SuggestionDetails)
    .errors({ NOT_FOUND: errors.NOT_FOUND }),
  create: route
    .meta({ ...meta, asksOutside: true, keepsAnswer: true })
    .route({
      method: 'POST',
      path,
      summary: 'Suggest a change, which a person accepts or declines',
      successStatus: 201,
    })
    .input(NewSuggestion.extend({ companyId: z.uuid() }))
    .output(SuggestionDetails)
    .errors({ ...errors, UNPROCESSABLE: { status: 422, data: z.unknown() } }),
  accept: route
    .meta({ ...meta, asksOutside: true })
    .route({ method: 'POST', path: `${path}/{id}/accept`, summary: 'Make the change that was suggested' })
    .input(one)
    .output(savedOf(Suggestion.omit({ changeSetId: true })))
    .errors({ ...errors, UNPROCESSABLE: { status: 422, data: z.unknown() } }),
  decline: route
    .meta(meta)
    .route({ method: 'POST', path: `${path}/{id}/decline`, summary: 'Decline a suggestion' })
    .input(one)
    .output(Suggestion)
    .errors(errors),
}
