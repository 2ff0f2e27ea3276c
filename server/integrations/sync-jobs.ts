/** What the jobs of all services share: the card shows a refusal, and the schedule repeats the sync. */
import { IntegrationName } from 'contract/integrations/catalogue.ts'
import { syncKinds } from 'contract/integrations/sync-runs.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { scalarsOf } from '../platform/database/rows.ts'
import { due, type Handler, handle, type JobContext, type JobKind, type Schedule } from '../platform/jobs/job-kinds.ts'
import { ServiceError } from './calls/service-error.ts'
import { markHealth, outcomeOf } from './health.ts'
import { getIntegration } from './integrations.queries.ts'
import type { SyncPayload } from './provider.ts'
import { providers } from './providers.ts'
import { startSync } from './start-sync.ts'
import { endRun, holdRun, noteWait, RunStopped } from './sync-runs.queries.ts'

/**
 * Does the work of a job. A refusal of the service is written on the card. An error that may pass is thrown, so that the job is tried again. If the
 * service only asks for patience, it works: that is no error.
 */
export async function recordFailure(
  context: JobContext,
  name: IntegrationName,
  work: () => Promise<unknown>,
): Promise<void> {
  const saved = await credentialsOf(context, name)
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (error.isReconnectNeeded && saved !== (await credentialsOf(context, name))) throw error
    await context.work((db) => tellError(db, context, name, error))
    if (error.isPassing) throw error
  }
}

/** When the credentials were saved. If new ones came while a job used the former ones, its refusal says nothing about them: the job is tried again. */
const credentialsOf = async ({ companyId, work }: JobContext, name: IntegrationName) =>
  (await work((db) => getIntegration(db, companyId, name)))?.lastCredentialUpdate

async function tellError(
  db: Db,
  { companyId, isLastTry }: JobContext,
  name: IntegrationName,
  error: ServiceError,
): Promise<void> {
  if (!error.isPatience || isLastTry) await markHealth(db, { companyId, name }, outcomeOf(error))
}

/**
 * The job of a sync: its run ends as failed when the service refuses for good, or after the last try. A run that was stopped in between ends
 * quietly: the answer of the service is about a connection that is gone.
 */
export const handleSync = (
  name: IntegrationName,
  sync: (runId: string, job: JobContext) => Promise<unknown>,
): Handler =>
  handle(kindOf(name), async ({ companyId, runId }, job) => {
    const saved = await credentialsOf(job, name)
    try {
      await sync(runId, job)
    } catch (error) {
      if (job.signal.aborted) throw error // the server stops: the job is put back
      if (error instanceof RunStopped || (await isGone(job, runId))) return
      const refused = error instanceof ServiceError ? error : null
      if (refused?.isReconnectNeeded && saved !== (await credentialsOf(job, name))) throw error
      await job.work(async (db) => {
        if (refused) await tellError(db, job, name, refused)
        const why = refused?.message ?? 'Unknown error occurred'
        if (job.isLastTry || refused?.isPassing === false) await endRun(db, companyId, runId, 'failed', why)
        else await noteWait(db, companyId, runId, why)
      })
      if (!refused || refused.isPassing) throw error
    }
  })

function kindOf(name: IntegrationName): JobKind<SyncPayload> {
  const { sync } = providers[name]
  if (!sync) throw new Error(`${name} has no sync`)
  return sync
}

const isGone = ({ companyId, work }: JobContext, runId: string) =>
  work((db) => holdRun(db, companyId, runId)).then(
    () => false,
    (error) => error instanceof RunStopped,
  )

const DuePayload = z.strictObject({ companyId: z.uuid(), name: IntegrationName, reading: z.enum(syncKinds).optional() })

/** Starts a sync of a service that is connected. */
const dueSyncKind: JobKind<z.infer<typeof DuePayload>> = {
  ...{ name: 'due-sync', payload: DuePayload, retryLimit: 3, retryDelay: 30, expireIn: 60 },
  policy: 'singleton per key',
}

export const dueSyncs: Handler = handle(dueSyncKind, ({ companyId, name, reading }, job) =>
  job.work(async (db) => {
    const stored = await getIntegration(db, companyId, name)
    const kind = providers[name].sync
    if (kind && stored?.isEnabled && stored.lastCredentialUpdate && !stored.needsReconnect)
      await startSync(db, job.enqueue, { companyId, integrationId: stored.id, name, kind, ...(reading && { reading }) })
  }),
)

/** Starts syncs of a service by the clock. @param companies which ones; by default all that it is connected to */
export const syncsOf = (name: IntegrationName, cron: string, companies = sql`app.connected_to(${name})`): Schedule => ({
  name: `${name}-sync`,
  cron,
  due: async (db) => {
    const companyIds = await scalarsOf(db, z.uuid(), sql`select company_id from ${companies}`)
    return companyIds.map((companyId) => due(dueSyncKind, { companyId, name }, name))
  },
})

/** Compares what is stored of a service with the service itself, by the clock. */
export const comparisonsOf = (name: IntegrationName, cron: string): Schedule => ({
  name: `${name}-comparison`,
  cron,
  due: async (db) => {
    const companyIds = await scalarsOf(db, z.uuid(), sql`select company_id from app.connected_to(${name})`)
    return companyIds.map((companyId) =>
      due(dueSyncKind, { companyId, name, reading: 'comparison' }, `${name} comparison`),
    )
  },
})
