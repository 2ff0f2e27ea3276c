import { createORPCClient, ORPCError } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { previewHeader } from 'contract/activity/preview-header.ts'
import { contract } from 'contract/index.ts'
import { anyChange, changedHeader } from 'contract/live.ts'
import { tellOwnChange } from '../live/own-changes.ts'
import { isUnattended } from '../session/presence.ts'
import { takeEarly } from './early.ts'
import { answerOfJob } from './kept-jobs.ts'
import { noteAnswer } from './reachability.ts'
import { ofPerson, refuseOther, renewSession } from './renewal.ts'
import { OfflineError } from './server-errors.ts'

/**
 * Options of a call besides its input.
 * `version`: sent as If-Match; a stale one gets 409 with the current row, `*` overwrites any version.
 * `idempotencyKey`: set it only to repeat a call by hand; otherwise each call gets its own.
 * `isPreview`: the change is only tried; the answer says what it would be. Long work is refused: nobody waits minutes for a question.
 * `changed`: set by the link: what the answer says about the change.
 */
export type CallContext = {
  version?: number | '*'
  idempotencyKey?: string
  isPreview?: boolean
  changed?: string | null
}

/** The answers to a change that may mean that the screen is out of date. */
const oldScreen = [403, 404, 409, 422]

const link = new OpenAPILink<CallContext>(contract, {
  url: () => `${window.location.origin}/api`,
  headers: ({ context }) => ({
    ...ofPerson(),
    prefer: 'respond-async', // long work shows how far it is
    'idempotency-key': context.idempotencyKey ?? crypto.randomUUID(),
    ...(context.isPreview && { [previewHeader]: '1' }),
    ...(isUnattended() && { 'x-unattended': '1' }),
    ...(context.version !== undefined && { 'if-match': String(context.version) }),
  }),
  fetch: async (request, init, { context }) => {
    const sent = await send(request, init)
    // Long work goes on as a job (docs/api.md): the caller gets its answer as if the request had waited.
    const job = sent.status === 202 ? sent.headers.get('location') : null
    const answer = await withoutProblem(job ? await answerOfJob(job, sendAsPerson) : sent)
    const isRefused = request.method !== 'GET' && oldScreen.includes(answer.status)
    context.changed = isRefused ? anyChange : answer.headers.get(changedHeader)
    return answer
  },
  interceptors: [
    ({ next, path, input }) => {
      if (path[1] === 'get' && !mayExist(input)) throw new ORPCError('NOT_FOUND')
      return next()
    },
    ({ next, context, path }) => next().finally(() => tellOwnChange(path[0] ?? '', context.changed ?? null)),
  ],
})

/** A record is known by a UUID. Another word in the address, such as 'present', may be that of another resource of the API. */
const mayExist = (input: unknown) => {
  const { id } = (input ?? {}) as { id?: string }
  return id === undefined || /^[\da-f-]{36}$/i.test(id)
}

/** Calls the API directly: `client.vendors.get({ companyId, id })`. */
export const client: ContractRouterClient<typeof contract, CallContext> = createORPCClient(link)

/** The API as TanStack Query options: `useQuery(api.vendors.list.queryOptions({ input }))`. */
export const api = createTanstackQueryUtils(client)

/** Sends a request; when the session has ended and the person of this page signs in again, sends it once more. */
async function send(request: Request, init: RequestInit): Promise<Response> {
  const answer = await fetchAgainWhenLost(request, init)
  const code = [401, 409].includes(answer.status) ? await codeOf(answer) : undefined
  if (code === 'OTHER_PERSON') refuseOther()
  const isAgain = code === 'UNAUTHORIZED' && (await renewSession(request.method !== 'GET'))
  return isAgain ? fetchAgainWhenLost(request, init) : answer
}

/** Sends a request that is no call of the client, such as one to the address of a job. */
export const sendAsPerson = (address: string, init: RequestInit = {}): Promise<Response> =>
  send(
    new Request(new URL(address, window.location.origin), {
      ...init,
      headers: { ...ofPerson(), prefer: 'respond-async' },
    }),
    {},
  )

/** A failure as oRPC takes it: without the members of RFC 9457, and as plain JSON. */
async function withoutProblem(answer: Response): Promise<Response> {
  if (!answer.headers.get('content-type')?.startsWith('application/problem+json')) return answer
  const { type: _, title: __, detail: ___, ...error } = await answer.json()
  const headers = new Headers(answer.headers)
  headers.set('content-type', 'application/json')
  return new Response(JSON.stringify(error), { status: answer.status, headers })
}

async function codeOf(answer: Response): Promise<string | undefined> {
  return (
    await answer
      .clone()
      .json()
      .catch(() => undefined)
  )?.code
}

const lostAnswer = 'The connection broke before the answer came. Look whether it was saved before you do it again.'

const pausesMs = [400, 1_500]

/**
 * Repeats a call whose answer was lost, with the same Idempotency-Key, so that it takes effect at most once. Without a network the
 * call fails at once: it is not queued for later.
 */
async function fetchAgainWhenLost(request: Request, init: RequestInit): Promise<Response> {
  const isChange = request.method !== 'GET'
  if (isChange && !navigator.onLine) throw new OfflineError('You are offline. Nothing was changed.')
  for (let turn = 0; ; turn++) {
    try {
      const answer = await (takeEarly(request) ?? fetch(request.clone(), init))
      noteAnswer(true)
      return answer
    } catch (error) {
      if (request.signal.aborted) throw error
      if (!navigator.onLine) throw new OfflineError(isChange ? lostAnswer : 'You are offline.')
      const pause = pausesMs[turn]
      if (pause === undefined) {
        noteAnswer(false)
        throw error
      }
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}
