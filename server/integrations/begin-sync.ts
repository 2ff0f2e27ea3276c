import { type IntegrationName, integrationCatalogue } from 'contract/integrations/catalogue.ts'
import type { SyncKind } from 'contract/integrations/sync-runs.ts'
import type { Db } from '../platform/database/handle.ts'
import type { Enqueue } from '../platform/jobs/job-kinds.ts'
import { integrationOf } from './integration-view.ts'
import { getIntegration, type StoredIntegration } from './integrations.queries.ts'
import { providers } from './providers.ts'
import { startSync } from './start-sync.ts'

/** Begins a sync of a service that has just been connected or switched on, if its provider asks for it (`beginsByItself`). A sync that is under way goes on. */
export async function beginSync(
  db: Db,
  enqueue: Enqueue,
  companyId: string,
  name: IntegrationName,
  reading: SyncKind = 'sync',
): Promise<void> {
  if (providers[name].beginsByItself) await begin(db, enqueue, name, await getIntegration(db, companyId, name), reading)
}

/**
 * The same after a successful test, if there is something to fetch: nothing was fetched with these credentials yet, the last sync failed or waits
 * for its next try, or the service now gives more than before.
 * @param before what the service did not give before the test
 */
export async function beginAfterTest(
  db: Db,
  enqueue: Enqueue,
  { companyId, name, before }: { companyId: string; name: IntegrationName; before: string[] },
): Promise<void> {
  const stored = await getIntegration(db, companyId, name)
  if (!stored?.lastCredentialUpdate) return
  const { lastRun, lastCredentialUpdate, missingScopes } = stored
  const isFirst = !lastRun || (lastRun.endedAt !== null && lastRun.endedAt < lastCredentialUpdate)
  const isStuck = lastRun?.state === 'failed' || lastRun?.waitsFor != null
  const isDue = isFirst || before.some((each) => !missingScopes.includes(each))
  if (isStuck || (isDue && providers[name].beginsByItself)) await begin(db, enqueue, name, stored, 'sync')
}

async function begin(
  db: Db,
  enqueue: Enqueue,
  name: IntegrationName,
  stored: StoredIntegration | undefined,
  reading: SyncKind,
) {
  const { sync: kind } = providers[name]
  if (!kind || !stored?.isEnabled || stored.needsReconnect) return
  const { id: integrationId, companyId } = stored
  // Nobody has tested these credentials yet: the person who typed them should first see to which account they belong.
  const { isConsented } = integrationOf(companyId, name, stored)
  if (integrationCatalogue[name].hasConsent ? !isConsented : stored.status !== 'connected') return
  await startSync(db, enqueue, { companyId, integrationId, name, kind, reading, isPressed: true })
}
