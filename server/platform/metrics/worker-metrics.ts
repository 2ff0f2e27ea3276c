import { Gauge, Registry } from '@prometheus-io/client'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import type { JobEnd } from '../jobs/worker.ts'
import { answerScrapes, countJobs } from './scrapes.ts'

const startedAt = Date.now() / 1_000

/**
 * GET /metrics and /healthz of a worker that runs alone.
 * @param isReachable whether PostgreSQL answers
 * @returns what counts the jobs
 */
export async function serveWorkerMetrics(
  address: NonNullable<Config['metricsAddress']>,
  isReachable: () => Promise<boolean>,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
): Promise<(end: JobEnd) => void> {
  const registry = new Registry()
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const begun = gauge('process_start_time_seconds', 'When this worker started')
  const memory = gauge('process_resident_memory_bytes', 'Memory of this worker')
  const isUp = gauge('sbr_database_up', 'Whether PostgreSQL answers')
  const count = countJobs(registry)
  const read = async () => {
    begun.set(startedAt)
    memory.set(process.memoryUsage.rss())
    isUp.set((await isReachable()) ? 1 : 0)
  }
  await answerScrapes(address, registry, read, log, isReachable)
  return count
}
