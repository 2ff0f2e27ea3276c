import { api } from '../platform/http/api.ts'
import { listJobCounts, readDatabaseFacts, readSafety } from './system.queries.ts'

const { system } = api

export const systemRoutes = system.router({
  health: system.health.handler(async ({ context: { health, config, read } }) => {
    const figures = read(async (db) => ({ kinds: await listJobCounts(db), safety: await readSafety(db) }))
    const [{ kinds, safety }, disk] = await Promise.all([figures, health.disk()])
    const sum = (of: 'waiting' | 'running' | 'failed') => kinds.reduce((all, kind) => all + kind[of], 0)
    const jobs = { waiting: sum('waiting'), running: sum('running'), failed: sum('failed') }
    const now = { waitingJobs: jobs.waiting, freeBytes: disk?.free ?? null }
    const samples = health
      .samples()
      .map((sample, place, { length }) => (place < length - 1 ? sample : { ...sample, ...now }))
    return { startedAt: health.startedAt, samples, connections: config.databasePool, disk, jobs, safety }
  }),

  database: system.database.handler(({ context }) => context.read(readDatabaseFacts)),

  reset: system.reset.handler(async ({ context, errors }) => {
    const outcome = await context.resetDemo?.()
    if (outcome === 'running') throw errors.RESET_RUNS()
    if (outcome !== 'done') throw errors.NO_DEMO()
    context.request.log.warn('the demo data were put back')
  }),
})
