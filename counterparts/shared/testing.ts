import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A delivery as its receiver saw it. */
export type Received = { headers: Record<string, string | undefined>; body: string; path: string }

/** Receives webhooks in tests. @param statusOf the status of its answer; 200 by default */
export async function receive(statusOf: (received: Received) => number = () => 200) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const one = {
      headers: request.headers as Received['headers'],
      body: Buffer.concat(chunks).toString('utf8'),
      path: request.url ?? '',
    }
    received.push(one)
    response.writeHead(statusOf(one)).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { url: `http://127.0.0.1:${port}`, received, close }
}

/** Waits until `ask` returns a value; the test's own time limit ends the wait. */
export async function until<T>(ask: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (;;) {
    const found = await ask()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** A form in the format of browsers and token clients. */
export function form(fields: Record<string, string>, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  }
}

export const json = (body: unknown, headers: Record<string, string> = {}, method = 'POST'): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
