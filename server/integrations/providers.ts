import type { IntegrationName } from 'contract/integrations/catalogue.ts'
import { google } from './google/google.ts'
import { openai } from './openai/openai.ts'
import type { Provider } from './provider.ts'
import { quickbooks } from './quickbooks/quickbooks.ts'
import { shipstation } from './shipstation/shipstation.ts'
import { shopify } from './shopify/shopify.ts'

/** The five services, each from its room. */
export const providers: Record<IntegrationName, Provider> = {
  shopify,
  quickbooks,
  shipstation,
  google_calendar: google,
  openai,
}
