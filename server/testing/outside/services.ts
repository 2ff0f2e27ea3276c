import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startGoogle } from '../../../counterparts/google/start.ts'
import { startOpenai } from '../../../counterparts/openai/start.ts'
import { startQuickbooks } from '../../../counterparts/quickbooks/start.ts'
import { startShipstation } from '../../../counterparts/shipstation/start.ts'
import { startShopify } from '../../../counterparts/shopify/start.ts'
import { type Client, useOwnServer } from '../fixture.ts'

const start = {
  shopify: () => startShopify({ orders: 50 }),
  quickbooks: () => startQuickbooks(),
  shipstation: () => startShipstation({ orders: 50 }),
  google: () => startGoogle(),
  openai: () => startOpenai(),
}
type Services = { [Name in keyof typeof start]: Awaited<ReturnType<(typeof start)[Name]>> }

/** The set-up of useServer, with the five counterparts that it calls in place of the services. They behave, at the start of each test. */
export function useServices(env: Record<string, string> = {}) {
  const services = {} as Services
  const addresses: Record<string, string> = { ...env }
  beforeAll(async () => {
    for (const name of Object.keys(start) as (keyof Services)[])
      Object.assign(services, { [name]: await start[name]() })
    Object.assign(addresses, {
      SHOPIFY_BASE_URL: services.shopify.url,
      QUICKBOOKS_BASE_URL: services.quickbooks.url,
      SHIPSTATION_BASE_URL: services.shipstation.url,
      GOOGLE_API_BASE_URL: services.google.url,
      OPENAI_BASE_URL: `${services.openai.url}/v1`,
    })
  })
  beforeEach(() => {
    for (const { control } of Object.values(services)) {
      control.behave({})
      control.forgetCalls({})
    }
  })
  afterAll(() => Promise.all(Object.values(services).map((service) => service.close())))
  const fixture = useOwnServer(addresses)
  return Object.assign(fixture, { services, addresses })
}

/** What somebody types into the cards, for the counterparts. */
export const typedFor = ({ shopify, quickbooks, shipstation, google, openai }: Services) => ({
  shopify: {
    config: { store_url: 'north-supply.myshopify.com', auth_mode: 'client_credentials' },
    credentials: { client_id: shopify.credentials.clientId, client_secret: shopify.credentials.clientSecret },
  },
  shopifyByToken: {
    config: { store_url: 'north-supply.myshopify.com', auth_mode: 'static_token' },
    credentials: { admin_access_token: shopify.credentials.accessToken },
  },
  quickbooks: {
    config: { company_name: 'North' },
    credentials: { client_id: quickbooks.credentials.clientId, client_secret: quickbooks.credentials.clientSecret },
  },
  shipstation: {
    config: { store_name: 'North' },
    credentials: { api_key: shipstation.credentials.apiKey, api_secret: shipstation.credentials.apiSecret },
  },
  shipstation2: { config: {}, credentials: { api_key: shipstation.credentials.version2ApiKey } },
  google_calendar: {
    config: { timezone: 'America/New_York' },
    credentials: { client_id: google.credentials.clientId, client_secret: google.credentials.clientSecret },
  },
  openai: { config: { model: openai.credentials.model }, credentials: { api_key: openai.credentials.apiKey } },
})

/** Somebody presses Connect, agrees at the service, and comes back. @returns the answer to the way back */
export async function consentAt(person: Client, companyId: string, name: string, decision = 'allow') {
  const response = await person.post(`/api/companies/${companyId}/integrations/${name}/connect`, {})
  const { url } = response.json() as { url: string }
  const body = new URLSearchParams({ decision })
  const decided = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  const back = new URL(decided.headers.get('location') ?? '')
  return {
    back: `${back.pathname}${back.search}`,
    address: new URL(url),
    answer: await person.get(`${back.pathname}${back.search}`),
  }
}
