/** The parts of the assistant that other features may use (CONTRIBUTING.md). */
import { ORPCError } from '@orpc/server'
import { assistantErrors } from 'contract/assistant/assistant.ts'
import type { z } from 'zod'
import { askModel, type ModelAnswer, type Question } from '../integrations/public.ts'
import type { RequestContext } from '../platform/http/api.ts'
import { beginAssistance, endAssistance } from './assistant.queries.ts'

/**
 * Asks the model of a company; the call counts for its month. The count is raised before the call and lowered again when the service did
 * not serve it; no transaction is open meanwhile.
 * @throws {ORPCError} ASSISTANT_FAILED with the reason, or a refusal of the database: off, used up
 */
export async function assist<Shape extends z.ZodObject>(
  { write, keyring, config: { baseUrls }, outbound }: RequestContext,
  companyId: string,
  question: Question<Shape>,
): Promise<z.infer<Shape>> {
  const { month, ...begun } = await write((db) => beginAssistance(db, companyId))
  const end = (how: Parameters<typeof endAssistance>[3]) => write((db) => endAssistance(db, companyId, month, how))
  const unserved = { tokens: 0, isCounted: false, failure: null, isKeyBad: false }
  let answer: ModelAnswer<z.infer<Shape>>
  try {
    answer = await askModel({ keyring, outbound, baseUrls }, { companyId, ...begun }, question)
  } catch (error) {
    await end(unserved)
    throw error
  }
  const { tokens } = answer
  if ('value' in answer) {
    await end({ ...unserved, tokens, isCounted: true })
    return answer.value
  }
  const { failure, isCounted, isFault, isKeyBad } = answer
  await end({ tokens, isCounted, failure: isFault ? failure : null, isKeyBad })
  throw new ORPCError('ASSISTANT_FAILED', { ...assistantErrors.ASSISTANT_FAILED, defined: true, message: failure })
}
