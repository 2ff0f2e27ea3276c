import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { Histogram, type Registry } from '@prometheus-io/client'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import type { JobEnd } from '../jobs/worker.ts'

/**
 * Answers GET /metrics on an address of its own.
 * @param prepare runs before each answer
 * @param isWell with it, GET /healthz answers 200 or 503
 * @returns how to end it
 * @throws when the address cannot be used
 */
export async function answerScrapes(
  address: NonNullable<Config['metricsAddress']>,
  registry: Registry,
  prepare: () => Promise<void>,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
  isWell?: () => Promise<boolean>,
): Promise<() => void> {
  const tell = async (response: ServerResponse) => {
    await prepare()
    const text = await registry.metrics()
    response.writeHead(200, { 'content-type': registry.contentType }).end(text)
  }
  const server = createServer(async ({ url, method }, response) => {
    try {
      if (url === '/metrics' && method === 'GET') await tell(response)
      else if (url === '/healthz' && method === 'GET' && isWell) response.writeHead((await isWell()) ? 200 : 503).end()
      else response.writeHead(404).end()
    } catch (error) {
      log.error({ err: error }, 'metrics')
      response.writeHead(500).end()
    }
  })
  server.listen(address)
  await once(server, 'listening').catch((error) => {
    throw new Error(`METRICS_ADDRESS cannot be used: ${error.message}`)
  })
  log.info({ address: server.address() }, 'metrics')
  return () => {
    server.close()
    server.closeAllConnections()
  }
}

/** Counts the tries of jobs of this process. Labels: the kind of a job, and how a try of it ended. */
export function countJobs(registry: Registry): (end: JobEnd) => void {
  const durations = new Histogram({
    name: 'sbr_job_duration_seconds',
    help: 'Tries of jobs by kind and end (completed, failed, deadletter), and how long they took',
    labelNames: ['kind', 'end'],
    buckets: [0.5, 5, 60, 600],
    registers: [registry],
  })
  return ({ kind, end, seconds }) => durations.observe({ kind, end }, seconds)
}
