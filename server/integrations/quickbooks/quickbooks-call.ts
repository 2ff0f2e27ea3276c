import { z } from 'zod'
import { answerOf, at, callService, jsonIfAny } from '../calls/service-call.ts'
import { refusal, ServiceError } from '../calls/service-error.ts'
import type { CallContext, Connection } from '../provider.ts'

/** The minor version. Intuit ignores 1 to 74 since August 2025. */
const minorVersion = '75'

type Question<Shape extends z.ZodType> = {
  operation: string
  /** below /v3/company/{realm}/ */
  path: string
  query?: Record<string, string>
  shape: Shape
}

/** Reads from the books of a company. @throws {ServiceError} when QuickBooks refuses, in words */
export async function askQuickbooks<Shape extends z.ZodType>(
  connection: Connection,
  context: CallContext,
  { operation, path, query, shape }: Question<Shape>,
): Promise<z.infer<Shape>> {
  const { accountId } = connection
  if (!accountId) throw new ServiceError('QuickBooks is not connected yet: press Connect', { isReconnectNeeded: true })
  const url = at(connection.baseUrl, undefined, `v3/company/${accountId}/${path}`)
  url.search = new URLSearchParams({ ...query, minorversion: minorVersion }).toString()
  const answer = await callService(connection, context, {
    ...{ operation, method: 'GET', url },
    headers: { accept: 'application/json', authorization: `Bearer ${connection.secret('access_token') ?? ''}` },
  })
  const fault = Fault.safeParse(lowered(jsonIfAny(answer))).data
  // Some faults come with a good status.
  if (answer.status !== 200 || fault) throw refusedBy(answer.status, fault)
  return answerOf(answer, shape, 'QuickBooks')
}

const Fault = z.object({
  fault: z.object({
    error: z.array(z.object({ message: z.string().nullish(), detail: z.string().nullish(), code: z.coerce.string() })),
  }),
})

/** The gateway in front writes the keys of a fault in lower case, the API behind it with capitals. */
function lowered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toLowerCase(), lowered(inner)]))
}

/** Somebody took the app out of the company, or the company belongs to the other environment. */
const notAuthorized = '3100'

function refusedBy(status: number, fault: z.infer<typeof Fault> | undefined): ServiceError {
  const [error] = fault?.fault.error ?? []
  if (status === 401)
    return new ServiceError('QuickBooks does not accept this connection: connect again', { isReconnectNeeded: true })
  if (error?.code === notAuthorized)
    return new ServiceError('QuickBooks gives no access to this company: connect again, and check the Environment', {
      isReconnectNeeded: true,
    })
  return refusal('quickbooks', status, error?.detail ?? error?.message ?? undefined)
}
