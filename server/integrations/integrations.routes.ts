import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import {
  type IntegrationName,
  integrationCatalogue,
  integrationLabels,
  integrationNames,
} from 'contract/integrations/catalogue.ts'
import type { Integration, IntegrationChanges } from 'contract/integrations/integrations.ts'
import { allowSeconds, staleSave, wholeCompanySeconds } from '../platform/database/changes.ts'
import type { Db } from '../platform/database/handle.ts'
import { api, type RequestContext } from '../platform/http/api.ts'
import { answerOnce } from '../platform/http/idempotency.ts'
import { beginAfterTest, beginSync } from './begin-sync.ts'
import { type Plan, planOf } from './configuring.rules.ts'
import { startConsent } from './consent.ts'
import { testConnection } from './health.ts'
import { configuredEvent, connectedEvent, recordIntegrationEvent } from './integration-events.ts'
import { integrationOf } from './integration-view.ts'
import {
  dropSecrets,
  expectMovable,
  forgetData,
  getIntegration,
  holdIntegration,
  listAssigned,
  listIntegrations,
  markIntegration,
  moveIntegration,
  type StoredIntegration,
  saveSecrets,
  saveSettings,
  stopSync,
} from './integrations.queries.ts'
import { leaveLater, storedOrNone } from './leaving.ts'
import type { CallContext } from './provider.ts'
import { providers } from './providers.ts'
import { sealTyped } from './secrets.ts'
import { startSync } from './start-sync.ts'

const { integrations } = api

export const integrationsRoutes = integrations.router({
  list: integrations.list.handler(({ input: { companyId }, context }) =>
    context.read(async (db) => {
      const stored = await listIntegrations(db, companyId)
      const rowOf = (name: IntegrationName) => stored.find((row) => row.integrationName === name)
      return { items: integrationNames.map((name) => integrationOf(companyId, name, rowOf(name))) }
    }),
  ),

  get: integrations.get.handler(({ input: { companyId, name }, context }) =>
    context.read((db) => read(db, companyId, name)),
  ),

  update: integrations.update.handler(async ({ input: { companyId, name, ...changes }, context }) => {
    const stored = await context.read((db) => getIntegration(db, companyId, name))
    const leaving = stored && endsConnection(stored, changes, context) ? stored : undefined
    return afterLeave(context, leaving, (remains) =>
      once(context, async (db) => {
        await saveChanges(db, context, companyId, name, changes)
        return withRemains(db, companyId, name, remains)
      }),
    )
  }),

  test: integrations.test.handler(async ({ input: { companyId, name }, context, errors }) => {
    const before = await context.read((db) => getIntegration(db, companyId, name))
    const result = await testConnection(callContextOf(context, companyId), name)
    if (!result) throw errors.NO_CREDENTIALS()
    if (!result.success) return result
    await context.write(async (db) => {
      if (before?.status !== 'connected')
        await recordIntegrationEvent(db, { companyId, name }, connectedEvent(result.account), context.request.ip)
      const missing = before?.missingScopes ?? []
      await beginAfterTest(db, context.jobs.enqueue, { companyId, name, before: missing })
    })
    return result
  }),

  connect: integrations.connect.handler(({ input: { companyId, name }, context, errors }) =>
    context.write(async (db) => {
      if (!integrationCatalogue[name].hasConsent) throw errors.NOT_SUPPORTED()
      const calls = { ...callContextOf(context, companyId), work: <T>(work: (db: Db) => Promise<T>) => work(db) }
      const connection = await storedOrNone(calls, name)
      if (!connection?.secret('client_id')) throw errors.NO_CREDENTIALS()
      const url = await startConsent(db, connection, calls, context.appUrl())
      return { url: url.href }
    }),
  ),

  disconnect: integrations.disconnect.handler(async ({ input: { companyId, name }, context }) => {
    const why = `Stopped: ${integrationLabels[name]} was disconnected`
    const stored = await context.write(async (db) => {
      const integration = await getIntegration(db, companyId, name)
      if (!integration) return
      await holdIntegration(db, companyId, name)
      await stopSync(db, companyId, name, why)
      return integration
    })
    const leave = await leaveLater(callContextOf(context, companyId), stored)
    await context.write(async (db) => {
      if (!stored) return
      await holdIntegration(db, companyId, name)
      await stopSync(db, companyId, name, why) // one that began meanwhile
      // Data that no credentials have fetched are the demo's: Disconnect says that it removes them.
      const isSampleData = !stored.lastCredentialUpdate && stored.status === 'connected'
      if (isSampleData) {
        await allowSeconds(db, wholeCompanySeconds)
        await forgetData(db, companyId, name, why)
        await markIntegration(db, companyId, name, { lastSuccessAt: null })
      }
      const { config } = (await getIntegration(db, companyId, name)) ?? stored
      await saveSettings(db, companyId, name, { isEnabled: false, config: isSampleData ? {} : config })
      await forgetCredentials(db, companyId, name)
      const event = { kind: 'disconnected', words: 'Disconnected' } as const
      await recordIntegrationEvent(db, { companyId, name }, event, context.request.ip)
    })
    // Our credentials are deleted, whatever the service answers.
    const remains = (await leave?.()) ?? null
    return context.write((db) => withRemains(db, companyId, name, remains))
  }),

  sync: integrations.sync.handler(({ input: { companyId, name, everything }, context, errors }) =>
    context.write(async (db) => {
      const stored = await getIntegration(db, companyId, name)
      const { sync } = providers[name]
      if (!sync) throw errors.NOT_SUPPORTED()
      if (!stored?.lastCredentialUpdate) throw errors.NO_CREDENTIALS()
      if (!stored.isEnabled) throw errors.NOT_ENABLED()
      const reading = everything ? 'everything' : 'sync'
      const wanted = { companyId, integrationId: stored.id, name, kind: sync, reading, isPressed: true } as const
      const run = await startSync(db, context.jobs.enqueue, wanted)
      if (!run) throw errors.RUNS_ALREADY()
      return { success: true, message: 'Sync started', run }
    }),
  ),

  move: integrations.move.handler(async ({ input: { companyId, name, toCompanyId }, context, errors }) => {
    // Checked first, so that a move that is refused removes nothing at the service.
    const stored = await context.write(async (db) => {
      const target = companyId === toCompanyId ? undefined : await getIntegration(db, companyId, name)
      if (!target) return
      await expectMovable(db, companyId, name, toCompanyId)
      await stopSync(db, companyId, name, 'Stopped, because the integration was to go to another company')
      return target
    })
    return afterLeave(context, stored, (remains) =>
      once(context, async (db) => {
        await allowSeconds(db, wholeCompanySeconds)
        const moved = await moveIntegration(db, companyId, name, toCompanyId, remains)
        if (!moved) throw errors.NOT_FOUND()
        const event = { kind: 'moved', words: null, detail: { to: toCompanyId } } as const
        if (stored) await recordIntegrationEvent(db, { companyId, name }, event, context.request.ip)
        return { ...moved, integrationName: name, companyId: toCompanyId, remains }
      }),
    )
  }),

  assigned: integrations.assigned.handler(({ context }) =>
    context.read(async (db) => ({ items: await listAssigned(db) })),
  ),
})

const storedPartOf = ({ isEnabled, config, marks }: StoredIntegration) => ({
  isEnabled,
  config,
  secretFields: Object.keys(marks),
})

/** A change in one transaction, once for each Idempotency-Key, for a procedure that calls a service before it. */
const once = async <T>(context: RequestContext, change: (db: Db) => Promise<T>): Promise<T> => {
  const answer = await context.write((db, identity) =>
    answerOnce(db, identity, context, async () => ({ status: 200, body: await change(db) })),
  )
  return answer.body as T
}

async function saveChanges(
  db: Db,
  context: RequestContext,
  companyId: string,
  name: IntegrationName,
  changes: IntegrationChanges,
): Promise<void> {
  await holdIntegration(db, companyId, name)
  const before = await getIntegration(db, companyId, name)
  if (!before) throw new ORPCError('NOT_FOUND', sharedErrors.NOT_FOUND)
  const isNew = before.version === 1 && context.expectedVersion === 0
  if (context.expectedVersion !== null && context.expectedVersion !== before.version && !isNew)
    throw staleSave(integrationOf(companyId, name, before))
  const plan = planOf(name, storedPartOf(before), changes)
  if ('issues' in plan) throw new ORPCError('BAD_REQUEST', { ...sharedErrors.BAD_REQUEST, data: plan })
  await saveSettings(db, companyId, name, plan)
  await saveCredentials(db, context, companyId, name, plan)
  const event = configuredEvent(before, plan)
  if (event) await recordIntegrationEvent(db, { companyId, name }, event, context.request.ip)
  // While it was off nobody heard of deletions.
  if (!before.isEnabled && plan.isEnabled) await beginSync(db, context.jobs.enqueue, companyId, name, 'comparison')
  if (changes.isEnabled === false)
    await stopSync(db, companyId, name, `Stopped: ${integrationLabels[name]} was switched off`)
}

/**
 * Whether a change ends the connection: it deletes the credentials, because they were meant for another host, or the consent, because it was given
 * to another app. A change that will be refused does not.
 */
function endsConnection(
  stored: StoredIntegration,
  changes: IntegrationChanges,
  { expectedVersion }: RequestContext,
): boolean {
  const plan = planOf(stored.integrationName, storedPartOf(stored), changes)
  if ('issues' in plan || (expectedVersion !== null && expectedVersion !== stored.version)) return false
  return plan.isOtherHost || plan.dropped.includes('refresh_token')
}

/**
 * First removes our things at the service, while the integration is still in its place, so that the calls and their errors are noted there. Then
 * makes the change. If the change is refused after all, a sync puts the removed things back.
 * @param stored undefined: there is nothing to remove
 * @param change gets what is left at the service, in words
 */
async function afterLeave<T>(
  context: RequestContext,
  stored: StoredIntegration | undefined,
  change: (remains: string | null) => Promise<T>,
): Promise<T> {
  if (!stored) return change(null)
  const { companyId, integrationName: name } = stored
  try {
    const leave = await leaveLater(callContextOf(context, companyId), stored)
    return await change((await leave?.()) ?? null)
  } catch (error) {
    // If the database cannot be reached either, the sync of the next hour does it.
    await context.write((db) => beginSync(db, context.jobs.enqueue, companyId, name)).catch(() => undefined)
    throw error
  }
}

/** People are told what is left at the service: now, and on the card. */
async function withRemains(db: Db, companyId: string, name: IntegrationName, remains: string | null) {
  if (remains) await markIntegration(db, companyId, name, { lastError: remains, lastErrorAt: new Date().toISOString() })
  return { ...(await read(db, companyId, name)), remains }
}

const read = async (db: Db, companyId: string, name: IntegrationName): Promise<Integration> =>
  integrationOf(companyId, name, await getIntegration(db, companyId, name))

/** The tools of a call that a request causes. If the route asks outside, each piece of work is a transaction of its own. */
const callContextOf = ({ write, outbound, keyring, config }: RequestContext, companyId: string): CallContext => ({
  ...{ companyId, outbound, keyring, baseUrls: config.baseUrls, work: write },
})

async function saveCredentials(
  db: Db,
  { keyring, request }: RequestContext,
  companyId: string,
  name: IntegrationName,
  { typed, dropped, isOtherHost }: Plan,
): Promise<void> {
  if (dropped === 'all') await forgetCredentials(db, companyId, name)
  else if (dropped.length > 0) await dropSecrets(db, companyId, name, dropped)
  if (isOtherHost) {
    await allowSeconds(db, wholeCompanySeconds)
    await forgetData(db, companyId, name, 'Stopped: the connection leads elsewhere now')
    await markIntegration(db, companyId, name, { lastSuccessAt: null, quota: null })
  }
  const fields = Object.keys(typed)
  if (fields.length === 0) return
  await saveSecrets(db, companyId, name, sealTyped(keyring, companyId, name, typed), true)
  const { accountId: _, ...untested } = nothingKnown
  await markIntegration(db, companyId, name, { status: 'disconnected', ...nothingWrong, ...untested })
  const event = { kind: 'credentials_set', words: 'Saved credentials', detail: { fields } } as const
  await recordIntegrationEvent(db, { companyId, name }, event, request.ip)
}

const nothingWrong = { needsReconnect: false, lastError: null, lastErrorAt: null }
/** What was found out with credentials that are gone. */
const nothingKnown = { accountId: null, accountName: null, missingScopes: [], lastTestMessage: null }

async function forgetCredentials(db: Db, companyId: string, name: IntegrationName): Promise<void> {
  await dropSecrets(db, companyId, name, null)
  await markIntegration(db, companyId, name, { status: 'disconnected', ...nothingWrong, ...nothingKnown })
}
