import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { contract } from 'contract/index.ts'
import { isUnattended } from '../session/presence.ts'
import { OfflineError } from './server-errors.ts'

/**
 * Options of a call besides its input.
 * `version`: sent as If-Match; a stale one gets 409 with the current row, `*` overwrites any version.
 * `idempotencyKey`: set it only to repeat a call by hand; otherwise each call gets its own.
 */
export type CallContext = { version?: number | '*'; idempotencyKey?: string }

const link = new OpenAPILink<CallContext>(contract, {
  url: () => `${window.location.origin}/api`,
  headers: ({ context }) => ({
    'idempotency-key': context.idempotencyKey ?? crypto.randomUUID(),
    ...(isUnattended() && { 'x-unattended': '1' }),
    ...(context.version !== undefined && { 'if-match': String(context.version) }),
  }),
  fetch: fetchAgainWhenLost,
})

/** Calls the API directly: `client.vendors.get({ companyId, id })`. */
export const client: ContractRouterClient<typeof contract, CallContext> = createORPCClient(link)

/** The API as TanStack Query options: `useQuery(api.vendors.list.queryOptions({ input }))`. */
export const api = createTanstackQueryUtils(client)

const lostAnswer = 'The connection broke before the answer came. Look whether it was saved before you do it again.'

const pausesMs = [400, 1_500]

/**
 * Repeats a call whose answer was lost, with the same Idempotency-Key, so that it takes effect at most once. Without a network the
 * call fails at once: it is not queued for later.
 */
async function fetchAgainWhenLost(request: Request, init: RequestInit): Promise<Response> {
  const isChange = request.method !== 'GET'
  if (isChange && !navigator.onLine) throw new OfflineError('You are offline. Nothing was changed.')
  for (const pause of pausesMs) {
    try {
      return await fetch(request.clone(), init)
    } catch (error) {
      if (request.signal.aborted) throw error
      if (!navigator.onLine) throw new OfflineError(isChange ? lostAnswer : 'You are offline.')
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return fetch(request, init)
}
