import { setTimeout as wait } from 'node:timers/promises'

/** One HTTP POST to a subscriber. */
export type Delivery = { url: string; headers: Record<string, string>; body: string }

/** `status` is 0 when no answer came within the time that the provider allows. */
export type Delivered = { url: string; status: number }

/** Sends as providers do: with a short time limit, without following redirects. */
export async function deliver({ url, headers, body }: Delivery, patienceMs: number, delayMs = 0): Promise<Delivered> {
  if (delayMs > 0) await wait(delayMs)
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    })
    await answer.arrayBuffer()
    return { url, status: answer.status }
  } catch {
    return { url, status: 0 }
  }
}

export const isTaken = ({ status }: Delivered) => status >= 200 && status < 300
