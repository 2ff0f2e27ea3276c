import { z } from 'zod'
import { route } from '../route.ts'
import { sopStages, sopTypes } from '../sops/sops.ts'
import { clean } from '../text.ts'

/**
 * Whether a company can use the assistant. `isReady`: OpenAI is on, with a key and a model. `name`: the company's name for it. In `month`
 * (its first day), `calls` of `monthlyLimit` were made, with `tokens`.
 */
export const AssistantState = z.object({
  isReady: z.boolean(),
  name: z.string().nullable(),
  calls: z.int(),
  monthlyLimit: z.int(),
  tokens: z.int(),
  month: z.string(),
})
export type AssistantState = z.infer<typeof AssistantState>

/** The notes from which a SOP is drafted. */
export const SopNotes = z.strictObject({
  title: z.string().max(200).overwrite(clean).optional(),
  notes: z
    .string()
    .max(20_000, 'Must be at most 20,000 characters')
    .overwrite(clean)
    .refine((value) => value.length >= 20, 'Write a few more words: what is done, and in which order'),
})
export type SopNotes = z.infer<typeof SopNotes>

/** A draft for the form of a SOP. It is not stored. `content` is Markdown. */
export const SopDraft = z.object({
  title: z.string(),
  description: z.string(),
  type: z.enum(sopTypes),
  stage: z.enum(sopStages),
  content: z.string(),
})
export type SopDraft = z.infer<typeof SopDraft>

/** Columns of a file, and the fields they could feed. The service gets only the kinds of the samples, not the samples. */
export const ColumnQuestion = z.strictObject({
  columns: z
    .array(z.strictObject({ header: z.string().max(300), samples: z.array(z.string().max(2_000)).max(10) }))
    .min(1)
    .max(200, 'Must be at most 200 columns'),
  fields: z
    .array(z.strictObject({ field: z.string().min(1).max(100), label: z.string().max(100) }))
    .min(1)
    .max(100),
})
export type ColumnQuestion = z.infer<typeof ColumnQuestion>

/** The field for each column of the question; null: none. A field is proposed for one column at most. */
export const ColumnProposal = z.object({ fields: z.array(z.string().nullable()) })
export type ColumnProposal = z.infer<typeof ColumnProposal>

/** The error of a route that asks the assistant, when its answer is unusable; the message says why. */
export const assistantErrors = {
  ASSISTANT_FAILED: { status: 424, message: 'OpenAI gave no answer that can be used' },
} as const

const company = { companyId: z.uuid() }
const ask = { asksOutside: true, limit: 'assistant' } as const

export const assistantContract = {
  state: route
    .meta({ needs: 'assistant.use' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/assistant',
      summary: 'Whether the assistant can be asked, and how often it was this month',
    })
    .input(z.strictObject(company))
    .output(AssistantState),
  draftSop: route
    .meta({ ...ask, needs: 'assistant.use', refusal: 'use the assistant' })
    .route({
      method: 'POST',
      path: '/companies/{companyId}/assistant/sop-draft',
      summary: 'Draft a SOP from notes; nothing is kept',
    })
    .input(SopNotes.extend(company))
    .output(SopDraft)
    .errors(assistantErrors),
  proposeColumns: route
    .meta({ ...ask, needs: 'inventory.import', refusal: 'import data' })
    .route({
      method: 'POST',
      path: '/companies/{companyId}/assistant/column-proposal',
      summary: 'Propose the field of each column of a file; nothing is kept',
    })
    .input(ColumnQuestion.extend(company))
    .output(ColumnProposal)
    .errors(assistantErrors),
  models: route
    .meta({ ...ask, needs: 'integration.write', refusal: 'change integrations', limit: 'testConnection' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/integrations/openai/models',
      summary: 'The models that the saved key may use',
    })
    .input(z.strictObject(company))
    .output(z.object({ models: z.array(z.string()) }))
    .errors({ ...assistantErrors, NO_CREDENTIALS: { status: 409, message: 'Save the credentials first' } }),
}
