import { z } from 'zod'
import type { Answer } from '../../platform/outbound/outbound.ts'
import { retryAfterOf } from '../../platform/outbound/retries.ts'
import { jsonIfAny } from '../calls/service-call.ts'

const Cost = z.object({
  extensions: z.object({
    cost: z.object({
      requestedQueryCost: z.number(),
      throttleStatus: z.object({
        maximumAvailable: z.number(),
        currentlyAvailable: z.number(),
        restoreRate: z.number().positive(),
      }),
    }),
  }),
})

const Throttled = z.object({
  errors: z.array(z.object({ extensions: z.object({ code: z.string().optional() }).optional() })),
})

const costOf = (answer: Answer) => Cost.safeParse(jsonIfAny(answer)).data?.extensions.cost

/**
 * How long the bucket of the app takes to refill for the same question, in ms; null when Shopify did not ask to wait. It says so in a
 * 200 (THROTTLED) or in the header of a 429 or 5xx.
 */
export function waitForPoints(answer: Answer): number | null {
  if (answer.status !== 200) return retryAfterOf(answer) || null
  const { data } = Throttled.safeParse(jsonIfAny(answer))
  if (!data?.errors.some(({ extensions }) => extensions?.code === 'THROTTLED')) return null
  const cost = costOf(answer)
  if (!cost) return 1_000
  const { currentlyAvailable, restoreRate } = cost.throttleStatus
  return Math.ceil((Math.max(0, cost.requestedQueryCost - currentlyAvailable) / restoreRate) * 1_000) + 50
}

/** '950 of 1000 points', for the card. */
export function pointsLeft(answer: Answer): string | null {
  const status = costOf(answer)?.throttleStatus
  return status ? `${Math.floor(status.currentlyAvailable)} of ${status.maximumAvailable} points` : null
}
