import { z } from 'zod'
import type { CallContext, Connection } from '../provider.ts'
import { answerOf, at, callService, jsonIfAny } from '../service-call.ts'
import { refusal, ServiceError } from '../service-error.ts'

type Question<Shape extends z.ZodType> = { operation: string; path: string; shape: Shape }

/** Reads from the Calendar API (v3). @throws {ServiceError} when Google refuses, in words */
export async function askCalendar<Shape extends z.ZodType>(
  connection: Connection,
  context: CallContext,
  { operation, path, shape }: Question<Shape>,
): Promise<z.infer<Shape>> {
  const answer = await callService(connection, context, {
    ...{ operation, method: 'GET', url: at(connection.baseUrl, undefined, `calendar/v3/${path}`) },
    headers: { accept: 'application/json', authorization: `Bearer ${connection.secret('access_token') ?? ''}` },
  })
  if (answer.status !== 200) throw refusedBy(answer.status, Problem.safeParse(jsonIfAny(answer)).data)
  return answerOf(answer, shape, 'Google')
}

const Problem = z.object({
  error: z.object({
    message: z.string(),
    errors: z.array(z.object({ reason: z.string(), domain: z.string().optional() })).optional(),
  }),
})

function refusedBy(status: number, problem: z.infer<typeof Problem> | undefined): ServiceError {
  const reason = problem?.error.errors?.[0]
  if (status === 401)
    return new ServiceError('Google does not accept this connection any more: connect again', {
      isReconnectNeeded: true,
    })
  // Google answers 403 to too many calls as well.
  if (reason?.domain === 'usageLimits') return refusal('google_calendar', 429)
  if (reason?.reason === 'insufficientPermissions')
    return new ServiceError('Not all permissions were given: connect again and leave all boxes ticked', {
      isReconnectNeeded: true,
    })
  return refusal('google_calendar', status, problem?.error.message)
}
