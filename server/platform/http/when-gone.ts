import type { FastifyReply } from 'fastify'

/** Calls back when the client goes away or its answer is sent. @returns a function that stops listening */
export function whenGone({ raw }: FastifyReply, cancel: () => void): () => void {
  raw.once('close', cancel)
  return () => void raw.off('close', cancel)
}
