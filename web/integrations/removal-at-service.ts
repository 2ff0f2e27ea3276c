import { type IntegrationName, integrationLabels } from 'contract/integrations/catalogue.ts'
import { failure, success } from '../shared/feedback/toasts.ts'

/** The things that are removed at the service when its connection ends, as the question before it says. */
export const removedAtService: { [Name in IntegrationName]?: string } = {
  shopify: 'The store is told to send no more webhooks.',
  google_calendar: 'The events of tasks are removed from the calendar.',
}

/** While the service is told: it may be slow to answer. */
export const tellingService = (name: IntegrationName): string =>
  `${integrationLabels[name]} is being told. This can take up to half a minute, and goes on when this is closed.`

/** Says that it is done, and what is left at the service. */
export const toastWithRemains = (done: string, remains: string | null): void =>
  remains ? failure(done, remains) : success(done)
