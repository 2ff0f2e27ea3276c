/** What people do with integrations: rows of the activity log, which operators of the company read, and of the security log. */
import { type IntegrationName, integrationCatalogue, integrationLabels } from 'contract/integrations/catalogue.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database/handle.ts'
import { recordSecurityEvent } from '../platform/database/security-events.ts'
import type { Plan } from './configuring.rules.ts'
import type { StoredIntegration } from './integrations.queries.ts'

type Subject = { companyId: string; name: IntegrationName }

type IntegrationEvent = {
  kind: 'configured' | 'credentials_set' | 'connected' | 'disconnected' | 'moved'
  /** the row of the activity log, as people read it; null: it is written already, in both companies */
  words: string | null
  /** for the security log: names and ids, never a value */
  detail?: Record<string, unknown>
}

/** @param address of the person */
export async function recordIntegrationEvent(
  db: Db,
  { companyId, name }: Subject,
  { kind, words, detail }: IntegrationEvent,
  address: string,
): Promise<void> {
  const label = integrationLabels[name]
  if (words) await sql`select app.log_integration(${companyId}, ${name}, ${label}, ${words})`.execute(db)
  await recordSecurityEvent(db, `integration_${kind}`, { company: companyId, integration: name, ...detail }, address)
}

/** What a change of the configuration did; undefined when it changed nothing but credentials, or nothing at all. */
export function configuredEvent(
  { integrationName, isEnabled, config }: StoredIntegration,
  plan: Plan,
): IntegrationEvent | undefined {
  const fields = Object.entries(integrationCatalogue[integrationName].config)
    .filter(([key]) => (config[key] ?? '') !== (plan.config[key] ?? ''))
    .map(([key, { label }]) => ({ key, label }))
  const words = [
    ...(isEnabled === plan.isEnabled ? [] : [plan.isEnabled ? 'Switched on' : 'Switched off']),
    ...(fields.length > 0 ? [`Changed ${fields.map(({ label }) => label).join(', ')}`] : []),
  ].join('. ')
  if (!words) return
  return { kind: 'configured', words, detail: { isEnabled: plan.isEnabled, fields: fields.map(({ key }) => key) } }
}

/** @param account as the service names it */
export const connectedEvent = (account: string | null): IntegrationEvent => ({
  kind: 'connected',
  words: account ? `Connected to ${account}` : 'Connected',
})
