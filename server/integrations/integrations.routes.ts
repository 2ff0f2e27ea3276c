import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import {
  type IntegrationName,
  integrationCatalogue,
  integrationLabels,
  integrationNames,
} from 'contract/integrations/catalogue.ts'
import type { Integration } from 'contract/integrations/integrations.ts'
import { allowSeconds, staleSave, wholeCompanySeconds } from '../platform/database/changes.ts'
import type { Db } from '../platform/database/handle.ts'
import { api, type RequestContext } from '../platform/http/api.ts'
import { beginFirstSync, beginSync } from './begin-sync.ts'
import { type Plan, planOf } from './configuring.rules.ts'
import { connectionOf, storedConnectionOf } from './connection.ts'
import { startConsent } from './consent.ts'
import { testConnection } from './health.ts'
import {
  dropSecrets,
  forgetData,
  getIntegration,
  holdIntegration,
  listAssigned,
  listIntegrations,
  markIntegration,
  moveIntegration,
  recordIntegrationEvent,
  saveSecrets,
  saveSettings,
  stopSync,
} from './integrations.queries.ts'
import type { CallContext, Connection } from './provider.ts'
import { providers } from './providers.ts'
import { sealTyped } from './secrets.ts'
import { ServiceError } from './service-error.ts'
import { shown } from './shown.ts'
import { startSync } from './start-sync.ts'

const { integrations } = api

export const integrationsRoutes = integrations.router({
  list: integrations.list.handler(({ input: { companyId }, context }) =>
    context.read(async (db) => {
      const stored = await listIntegrations(db, companyId)
      const rowOf = (name: IntegrationName) => stored.find((row) => row.integrationName === name)
      return { items: integrationNames.map((name) => shown(companyId, name, rowOf(name))) }
    }),
  ),

  get: integrations.get.handler(({ input: { companyId, name }, context }) =>
    context.read((db) => read(db, companyId, name)),
  ),

  update: integrations.update.handler(({ input: { companyId, name, ...changes }, context }) =>
    context.write(async (db) => {
      await holdIntegration(db, companyId, name)
      const before = await getIntegration(db, companyId, name)
      if (!before) throw new ORPCError('NOT_FOUND', sharedErrors.NOT_FOUND)
      const isNew = before.version === 1 && context.expectedVersion === 0
      if (context.expectedVersion !== null && context.expectedVersion !== before.version && !isNew)
        throw staleSave(shown(companyId, name, before))
      const plan = planOf(name, { config: before.config, secretFields: Object.keys(before.marks) }, changes)
      if ('issues' in plan) throw new ORPCError('BAD_REQUEST', { ...sharedErrors.BAD_REQUEST, data: plan })
      await saveSettings(db, companyId, name, { isEnabled: changes.isEnabled ?? before.isEnabled, config: plan.config })
      await saveCredentials(db, context, companyId, name, plan)
      const detail = { company: companyId, integration: name, fields: Object.keys({ ...changes, ...changes.config }) }
      await recordIntegrationEvent(db, 'configured', detail, context.request.ip)
      if (!before.isEnabled && changes.isEnabled) await beginSync(db, context.jobs.enqueue, companyId, name)
      if (changes.isEnabled === false)
        await stopSync(db, companyId, name, `Stopped: ${integrationLabels[name]} was switched off`)
      return read(db, companyId, name)
    }),
  ),

  test: integrations.test.handler(async ({ input: { companyId, name }, context, errors }) => {
    const result = await testConnection(callContextOf(context, companyId), name)
    if (!result) throw errors.NO_CREDENTIALS()
    if (result.success) await context.write((db) => beginFirstSync(db, context.jobs.enqueue, companyId, name))
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
    const calls = callContextOf(context, companyId)
    const known = await context.write((db) => getIntegration(db, companyId, name))
    const hasWorked = known !== undefined && known.lastCredentialUpdate !== null && known.lastSuccessAt !== null
    const connection = hasWorked ? await lastConnectionOf(calls, name) : await storedOrNone(calls, name)
    await context.write(async (db) => {
      if (!known) return
      await holdIntegration(db, companyId, name)
      await stopSync(db, companyId, name, `Stopped: ${integrationLabels[name]} was disconnected`)
      await forgetCredentials(db, companyId, name)
      await recordIntegrationEvent(db, 'disconnected', { company: companyId, integration: name }, context.request.ip)
    })
    // The credentials are gone here, whatever the service answers. What stays there is said: now, and on the card.
    const remains = hasWorked ? await takeLeave(name, connection, calls) : null
    return context.write(async (db) => {
      const left = { lastError: remains, lastErrorAt: new Date().toISOString() }
      if (remains) await markIntegration(db, companyId, name, left)
      return { ...(await read(db, companyId, name)), remains }
    })
  }),

  sync: integrations.sync.handler(({ input: { companyId, name }, context, errors }) =>
    context.write(async (db) => {
      const stored = await getIntegration(db, companyId, name)
      const { sync } = providers[name]
      if (!sync) throw errors.NOT_SUPPORTED()
      if (!stored?.lastCredentialUpdate) throw errors.NO_CREDENTIALS()
      const wanted = { companyId, integrationId: stored.id, name, kind: sync }
      const run = await startSync(db, context.jobs.enqueue, wanted)
      if (!run) throw errors.RUNS_ALREADY()
      return { success: true, message: 'Sync started', run }
    }),
  ),

  move: integrations.move.handler(({ input: { companyId, name, toCompanyId }, context, errors }) =>
    context.write(async (db) => {
      await allowSeconds(db, wholeCompanySeconds)
      const moved = await moveIntegration(db, companyId, name, toCompanyId)
      if (!moved) throw errors.NOT_FOUND()
      const detail = { company: companyId, to: toCompanyId, integration: name }
      await recordIntegrationEvent(db, 'moved', detail, context.request.ip)
      return { ...moved, integrationName: name, companyId: toCompanyId }
    }),
  ),

  assigned: integrations.assigned.handler(({ context }) =>
    context.read(async (db) => ({ items: await listAssigned(db) })),
  ),
})

const read = async (db: Db, companyId: string, name: IntegrationName): Promise<Integration> =>
  shown(companyId, name, await getIntegration(db, companyId, name))

/** The tools of a call that a request causes. Each piece of work is a transaction of its own where the route asks outside. */
const callContextOf = ({ write, outbound, keyring, config }: RequestContext, companyId: string): CallContext => ({
  ...{ companyId, outbound, keyring, baseUrls: config.baseUrls, work: write },
})

/** The connection without any call; null also when it cannot be read: nothing can be revoked then. */
async function storedOrNone(context: CallContext, name: IntegrationName): Promise<Connection | null> {
  try {
    return await storedConnectionOf(context, name)
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }
}

/** The connection for the last calls: with a good token where something has to be taken away, if the service gives one. */
async function lastConnectionOf(context: CallContext, name: IntegrationName): Promise<Connection | null> {
  if (!providers[name].leave) return storedOrNone(context, name)
  try {
    const connection = await connectionOf(context, name)
    // A token that the service refuses before its time is renewed now, while there is something to renew it with.
    if (connection) await providers[name].test(connection, context)
    return connection
  } catch (error) {
    if (error instanceof ServiceError) return storedOrNone(context, name)
    throw error
  }
}

/** Takes away what stands at the service, and tells it that its tokens are not used any more. @returns what stays there, in words */
async function takeLeave(
  name: IntegrationName,
  connection: Connection | null,
  context: CallContext,
): Promise<string | null> {
  const { leave, consent } = providers[name]
  const remains = (await leave?.(connection, context)) ?? null
  try {
    if (connection) await consent?.revoke(connection, context)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error // the output shows what the service says
  }
  return remains
}

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
  }
  const fields = Object.keys(typed)
  if (fields.length === 0) return
  await saveSecrets(db, companyId, name, sealTyped(keyring, companyId, name, typed), true)
  await markIntegration(db, companyId, name, { status: 'disconnected', ...nothingWrong })
  await recordIntegrationEvent(db, 'credentials_set', { company: companyId, integration: name, fields }, request.ip)
}

const nothingWrong = { needsReconnect: false, lastError: null, lastErrorAt: null }

async function forgetCredentials(db: Db, companyId: string, name: IntegrationName): Promise<void> {
  await dropSecrets(db, companyId, name, null)
  const unknown = { accountId: null, accountName: null, missingScopes: [], lastTestMessage: null }
  await markIntegration(db, companyId, name, { status: 'disconnected', ...nothingWrong, ...unknown })
}
