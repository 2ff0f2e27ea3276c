/** A thread script for threads.test.ts: jobs that misbehave. */
import { serveJobs } from '../../platform/threads/thread-jobs.ts'

export type StubbornJob = 'count' | 'hang' | 'hoard' | 'throw' | 'exit' | { pieces: number }

let jobs = 0

serveJobs<StubbornJob>(async (job, emit) => {
  jobs += 1
  if (job === 'hang') for (;;);
  if (job === 'throw') throw new Error('It went wrong')
  if (job === 'exit') process.exit(1)
  if (job === 'hoard') {
    const all: string[][] = []
    for (;;) all.push(Array.from({ length: 10_000 }, (_, index) => `${index}`))
  }
  if (job === 'count') return { jobs, environment: Object.keys(process.env) }
  let made = 0
  while (made < job.pieces) {
    made += 1
    await emit(new Uint8Array([made]))
  }
  return { made }
})
