import type { IntegrationName } from 'contract/integrations/catalogue.ts'
import { failure, success } from '../shared/feedback/toasts.ts'

/** What is taken away at the service when its connection goes, as the question before it says. */
export const takenAway: { [Name in IntegrationName]?: string } = {
  shopify: 'The store is told to send no more webhooks.',
  google_calendar: 'The events of tasks are taken out of the calendar.',
}

/** Says that it is done, and what stays at the service. */
export const toldWithRemains = (done: string, remains: string | null): void =>
  remains ? failure(done, remains) : success(done)
