import { api } from '../platform/http/api.ts'
import { listJobCounts, readDatabaseFacts } from './system.queries.ts'

const { system } = api

export const systemRoutes = system.router({
  health: system.health.handler(async ({ context: { health, config, read } }) => {
    const [kinds, disk] = await Promise.all([read(listJobCounts), health.disk()])
    const sum = (of: 'waiting' | 'running' | 'failed') => kinds.reduce((all, kind) => all + kind[of], 0)
    return {
      ...{ startedAt: health.startedAt, samples: health.samples(), connections: config.databasePool, disk },
      jobs: { waiting: sum('waiting'), running: sum('running'), failed: sum('failed') },
    }
  }),

  database: system.database.handler(({ context }) => context.read(readDatabaseFacts)),

  reset: system.reset.handler(async ({ context, errors }) => {
    const isDone = await context.resetDemo?.()
    if (!isDone) throw errors.NO_DEMO()
    context.request.log.warn('the demo data were put back')
  }),
})
