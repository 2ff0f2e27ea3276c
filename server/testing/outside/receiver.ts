import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'

export type Received = { url?: string; headers: IncomingMessage['headers']; body: string }

async function start(answer: (response: ServerResponse, nth: number) => void = (response) => response.end('ok')) {
  const received: Received[] = []
  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    received.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() })
    answer(response, received.length)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => http.once('listening', resolve))
  const close = () => {
    http.closeAllConnections()
    http.close()
  }
  const bodies = () => received.map(({ body }) => JSON.parse(body))
  return { close, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/hook`, received, bodies }
}

/** As a receiver checks it, written from the specification. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const [id, time] = [headers['webhook-id'], headers['webhook-timestamp']]
  const expected = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')
  const isFresh = Math.abs(Date.now() / 1_000 - Number(time)) < 300
  return isFresh && String(headers['webhook-signature']).split(' ').includes(`v1,${expected}`)
}

/** Starts receivers of webhooks on this machine, which end with their test. @returns start(answer): `answer` is given the nth request, from 1 */
export function useReceivers() {
  const closing: (() => void)[] = []
  afterEach(() => {
    for (const close of closing.splice(0)) close()
  })
  return async (answer?: Parameters<typeof start>[0]) => {
    const receiver = await start(answer)
    closing.push(receiver.close)
    return receiver
  }
}

/** A receiver that the file ends itself, for a server that has to know its address before it starts. */
export const startReceiver = start
