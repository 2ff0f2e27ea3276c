import { integrationCatalogue } from 'contract/integrations/catalogue.ts'
import type { Integration } from 'contract/integrations/integrations.ts'

type Connected = Pick<
  Integration,
  'integrationName' | 'isEnabled' | 'credentialsSaved' | 'isConsented' | 'needsReconnect'
>

/** Whether the service can be asked for what is new. */
export const isReady = (integration: Connected): boolean => {
  const { integrationName, isEnabled, credentialsSaved, isConsented, needsReconnect } = integration
  const isAgreed = !integrationCatalogue[integrationName].hasConsent || isConsented
  return isEnabled && credentialsSaved && isAgreed && !needsReconnect
}
