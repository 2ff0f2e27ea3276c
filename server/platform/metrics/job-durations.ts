import { Histogram, type Registry } from '@prometheus-io/client'
import type { JobEnd } from '../jobs/worker.ts'

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
