import { defaultsOf, type IntegrationName, integrationCatalogue } from 'contract/integrations/catalogue.ts'
import type { CredentialMark, Integration } from 'contract/integrations/integrations.ts'
import type { StoredIntegration } from './integrations.queries.ts'

const unset: CredentialMark = { set: false, last4: null, changedAt: null }

/** An integration as its card shows it: the fields of the catalogue, with marks in place of credentials. @param stored undefined: never configured */
export function integrationOf(
  companyId: string,
  name: IntegrationName,
  stored: StoredIntegration | undefined,
): Integration {
  if (!stored) return neverConfigured(companyId, name)
  const { marks, accountId: _, ...row } = stored
  const { credentials: fields } = integrationCatalogue[name]
  const saved = { credentialsSaved: row.lastCredentialUpdate !== null }
  return {
    ...row,
    config: { ...defaultsOf(name), ...row.config, ...saved, lastCredentialUpdate: row.lastCredentialUpdate },
    credentials: Object.fromEntries(Object.keys(fields).map((field) => [field, marks[field] ?? unset])),
    ...saved,
    isConsented: marks.refresh_token !== undefined,
    isOverdue: isOverdue(row),
  }
}

function neverConfigured(companyId: string, name: IntegrationName): Integration {
  const { credentials: fields } = integrationCatalogue[name]
  const nothingSaved = { credentialsSaved: false, lastCredentialUpdate: null }
  return {
    ...{ id: null, companyId, integrationName: name, isEnabled: false, version: 0 },
    config: { ...defaultsOf(name), ...nothingSaved },
    credentials: Object.fromEntries(Object.keys(fields).map((field) => [field, unset])),
    ...nothingSaved,
    ...{ isConsented: false, status: 'disconnected' },
    ...{ needsReconnect: false, accountName: null, missingScopes: [], lastTestAt: null, lastTestMessage: null },
    ...{ lastSuccessAt: null, lastError: null, lastErrorAt: null, credentialExpiresAt: null, quota: null },
    ...{ isOverdue: false, lastRun: null, updatedAt: null },
  }
}

type Watched = Pick<StoredIntegration, 'integrationName' | 'isEnabled' | 'lastSuccessAt' | 'lastCredentialUpdate'>

/** Whether an integration that is on has not worked for three intervals. If it has never worked, they count from the day its credentials were saved. */
function isOverdue({ integrationName, isEnabled, lastSuccessAt, lastCredentialUpdate }: Watched): boolean {
  if (!isEnabled || !lastCredentialUpdate) return false
  const since = Math.max(Date.parse(lastSuccessAt ?? lastCredentialUpdate), 0)
  return Date.now() - since > 3 * integrationCatalogue[integrationName].everyMinutes * 60_000
}
