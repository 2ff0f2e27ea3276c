import type { FastifyReply } from 'fastify'
import { NoPlace } from '../../fairness/fair-queue.ts'

/** Calls back when the client goes away or its answer is sent. @returns a function that stops listening */
export function onDisconnect({ raw }: FastifyReply, cancel: () => void): () => void {
  raw.once('close', cancel)
  return () => void raw.off('close', cancel)
}

/** @throws {NoPlace} when nobody waits for the answer any more; that is not a failure of the server */
export function expectReader({ raw }: FastifyReply): void {
  if (raw.destroyed || raw.closed) throw new NoPlace('gone')
}

/** Passes on the parts of an answer while somebody waits for it. @throws {NoPlace} */
export async function* whileConnected<Part>(reply: FastifyReply, parts: AsyncIterable<Part>): AsyncIterable<Part> {
  for await (const part of parts) {
    expectReader(reply)
    yield part
  }
}
