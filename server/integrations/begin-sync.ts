import { type IntegrationName, integrationCatalogue } from 'contract/integrations/catalogue.ts'
import type { Db } from '../platform/database/handle.ts'
import type { Enqueue } from '../platform/jobs/job-kinds.ts'
import { getIntegration, type Stored } from './integrations.queries.ts'
import { providers } from './providers.ts'
import { shown } from './shown.ts'
import { startSync } from './start-sync.ts'

/** Begins the first sync of a service that has just been connected or switched on, if its provider asks for it (`beginsByItself`). A sync that is under way goes on. */
export const beginSync = async (db: Db, enqueue: Enqueue, companyId: string, name: IntegrationName): Promise<void> =>
  begin(db, enqueue, companyId, name, await getIntegration(db, companyId, name))

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
  if (isFirst || isStuck || before.some((each) => !missingScopes.includes(each)))
    await begin(db, enqueue, companyId, name, stored)
}

async function begin(db: Db, enqueue: Enqueue, companyId: string, name: IntegrationName, stored: Stored | undefined) {
  const { sync: kind, beginsByItself } = providers[name]
  if (!kind || !beginsByItself || !stored?.isEnabled || stored.needsReconnect) return
  // Nobody has tested these credentials yet: the person who typed them should first see to which account they belong.
  const { isConsented } = shown(companyId, name, stored)
  if (integrationCatalogue[name].hasConsent ? !isConsented : stored.status !== 'connected') return
  await startSync(db, enqueue, { companyId, integrationId: stored.id, name, kind, isPressed: true })
}
