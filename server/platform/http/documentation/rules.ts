// What the contract refuses beyond the shape of a value, for the document of the API: the sentences of its own rules.

import type { ZodToJsonSchemaConverterOptions } from '@orpc/zod/zod4'
import { z } from 'zod'

type Interceptor = NonNullable<ZodToJsonSchemaConverterOptions['interceptors']>[number]

/** Adds to the description of a value the sentences with which its rules refuse it, that a text must not be blank, and that another word has taken its place. */
export const describeRules: Interceptor = ({ schema, next }) => {
  const [isRequired, json] = next() as [boolean, Record<string, unknown>]
  const checks = checksOf(schema as z.ZodType)
  const description = [json.description, ...rulesOf(schema as z.ZodType)].filter(Boolean).join('. ')
  // A text that is trimmed before it is measured.
  const isTrimmed = checks.some((check) => 'tx' in check && (check as z.core.$ZodCheckOverwriteDef).tx(' ') === '')
  const pattern = isTrimmed && json.type === 'string' && json.minLength === 1 && { pattern: '\\S' }
  const { deprecated, contentSchema } = z.globalRegistry.get(schema as z.ZodType) ?? {}
  return [
    isRequired,
    {
      ...{ ...json, ...pattern, ...(description && { description }) },
      ...(deprecated === true && { deprecated: true }),
      ...(contentSchema instanceof z.ZodType && jsonOf(contentSchema)),
    },
  ]
}

/** Says what the JSON in a text holds. */
function jsonOf(held: z.ZodType) {
  const { $schema: _, ...contentSchema } = z.toJSONSchema(held) as Record<string, object>
  return { contentMediaType: 'application/json', contentSchema }
}

const checksOf = (schema: z.ZodType) => schema._zod.def.checks?.map((check) => check._zod.def) ?? []

/** The sentences with which the rules of a shape as a whole refuse it. */
export const rulesOf = (schema: z.ZodType | undefined): string[] => (schema ? checksOf(schema).flatMap(sentenceOf) : [])

/** The sentence of a rule that the contract writes itself; none of a rule that only its function can tell. */
function sentenceOf(check: z.core.$ZodCheckDef): string[] {
  if (check.check !== 'custom' || !check.error) return []
  const error = check.error({ code: 'custom', input: undefined, path: [], message: '' } as never)
  const sentence = typeof error === 'string' ? error : error?.message
  return sentence ? [sentence] : []
}
