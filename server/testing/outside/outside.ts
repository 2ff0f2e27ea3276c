import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach } from 'vitest'
import { startOpenai } from '../../../counterparts/openai/start.ts'
import type { CallRecord } from '../../platform/outbound/call-record.ts'
import { type Call, createOutbound, type Outbound, type OutboundOptions } from '../../platform/outbound/outbound.ts'

type Openai = Awaited<ReturnType<typeof startOpenai>>

/**
 * A counterpart to call, and calls to it. `records` are those of the running test; waits between tries pass at once and are noted in
 * `waits`.
 */
export function useOutside() {
  const ends: (() => Promise<unknown>)[] = []
  const records: CallRecord[] = []
  const waits: number[] = []
  let current: Openai | undefined
  const openai = () => {
    if (!current) throw new Error('The counterpart exists only while a test runs')
    return current
  }
  beforeEach(async () => {
    current = await startOpenai()
    ends.push(current.close)
    records.length = 0
    waits.length = 0
  })
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })

  return {
    records,
    waits,
    openai,

    outboundWith(options: Partial<OutboundOptions> = {}): Outbound {
      const outbound = createOutbound({
        allowLoopback: true,
        onCall: (record) => void records.push(record),
        sleep: async (ms) => waits.push(ms),
        random: () => 0,
        ...options,
      })
      ends.push(() => outbound.close())
      return outbound
    },

    models: (more: Partial<Call> = {}): Call => ({
      ...{ provider: 'openai', operation: 'List models', companyId: 'c', method: 'GET', isRepeatable: true },
      url: new URL(`${openai().url}/v1/models`),
      headers: { authorization: `Bearer ${openai().credentials.apiKey}` },
      ...more,
    }),

    /** A server of its own, for what the counterparts do not do. */
    async serve(answer: RequestListener): Promise<URL> {
      const server = createServer(answer)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      ends.push(async () => {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      })
      return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    },
  }
}
