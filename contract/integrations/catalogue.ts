import { z } from 'zod'
import { TimeZone } from '../time-zone.ts'

/** The outside services, in the order of their cards. */
export const integrationNames = ['shopify', 'quickbooks', 'shipstation', 'google_calendar', 'openai'] as const
/** An outside service. */
export const IntegrationName = z.enum(integrationNames)
export type IntegrationName = z.infer<typeof IntegrationName>

export const integrationLabels: Record<IntegrationName, string> = {
  shopify: 'Shopify',
  quickbooks: 'QuickBooks',
  shipstation: 'ShipStation',
  google_calendar: 'Google Calendar',
  openai: 'OpenAI',
}

/**
 * A field of a configuration or a credential. `kind`: how people type it and how it is checked; `choices`: value to label, the first is the default;
 * `host`: it decides where the credentials are sent, so a change of it deletes them (T87); `when`: the field exists only with this value of another
 * field; `isFree`: it can be changed while credentials are saved, since it does not decide where they go; `isTypedOpenly`: a credential that is
 * no password, so the form shows it while it is typed; `repeats`: a field of the configuration with the same value, so forms do not ask twice;
 * `note`: the sentence below it.
 */
export type IntegrationField = {
  label: string
  kind: 'text' | 'shop' | 'zone' | 'choice' | 'model' | 'count'
  isRequired: boolean
  hint?: string
  note?: string
  choices?: Record<string, string>
  host?: true
  isFree?: true
  isTypedOpenly?: true
  repeats?: string
  when?: { field: string; is: string }
}

type Integration = {
  /** one line on its card */
  about: string
  config: Record<string, IntegrationField>
  credentials: Record<string, IntegrationField>
  /** the person gives consent at the service itself, and comes back: 'Connect' */
  hasConsent: boolean
  /** minutes between two checks; three without a success raise the banner */
  everyMinutes: number
  /** its card has Sync Now; Sync Data of the management screen is for the store alone (product.md 17) */
  canSync: boolean
}

const text = (label: string, more: Partial<IntegrationField> = {}): IntegrationField => ({
  ...{ label, kind: 'text', isRequired: false },
  ...more,
})
const required = { isRequired: true } as const
const clientId = { ...required, isTypedOpenly: true } as const
const byToken = { when: { field: 'auth_mode', is: 'static_token' } }
const byClient = { when: { field: 'auth_mode', is: 'client_credentials' } }

/** How often a company may ask OpenAI in a month, until it chooses another number. The default in the database (37-assistant.sql) is the same. */
const usualMonthlyLimit = 200

/** The fixed list of product.md 17: what each integration is configured with. The credentials can be written, but never read. */
export const integrationCatalogue: Record<IntegrationName, Integration> = {
  shopify: {
    about: 'Orders, customers and products of your online store',
    config: {
      store_url: text('Store URL', { kind: 'shop', isRequired: true, host: true, hint: 'your-store.myshopify.com' }),
      store_name: text('Store Name'),
      auth_mode: text('Sign in by', {
        ...{ kind: 'choice', isRequired: true, host: true },
        choices: { client_credentials: 'Client ID and secret (Dev Dashboard app)', static_token: 'Admin access token' },
      }),
    },
    credentials: {
      admin_access_token: text('Admin Access Token', { ...required, ...byToken, hint: 'shpat_…' }),
      storefront_access_token: text('Storefront Access Token', { hint: 'Optional' }),
      shopify_store_url: text('Shopify Store URL', { kind: 'shop', repeats: 'store_url' }),
      client_id: text('Client ID', { ...clientId, ...byClient }),
      client_secret: text('Client Secret', { ...required, ...byClient }),
      webhook_secret: text('API Secret Key', { ...byToken, hint: 'Signs the webhooks of the app' }),
    },
    ...{ hasConsent: false, everyMinutes: 60, canSync: true },
  },
  quickbooks: {
    about: 'Vendors and profit and loss of your books',
    config: {
      company_name: text('Company Name'),
      api_user: text('API User'),
      environment: text('Environment', {
        ...{ kind: 'choice', isRequired: true, host: true },
        choices: { production: 'Production', sandbox: 'Sandbox' },
      }),
    },
    credentials: { client_id: text('Client ID', clientId), client_secret: text('Client Secret', required) },
    ...{ hasConsent: true, everyMinutes: 360, canSync: false },
  },
  shipstation: {
    about: 'Shipments and tracking of your orders',
    config: {
      store_name: text('Store Name', {
        note: 'Of an account with several stores: the one whose parcels are read. Only version 1 tells stores apart.',
      }),
      api_user: text('API User'),
    },
    credentials: {
      api_key: text('API Key', required),
      api_secret: text('API Secret', { hint: 'Only for keys of version 1; leave it empty for version 2' }),
    },
    ...{ hasConsent: false, everyMinutes: 60, canSync: true },
  },
  google_calendar: {
    about: 'Due dates of tasks in your calendar',
    config: {
      calendar_name: text('Calendar Name', { hint: 'Empty: the main calendar of the account' }),
      timezone: text('Time Zone', { kind: 'zone', hint: 'Empty: the time zone of the company' }),
    },
    credentials: { client_id: text('Client ID', clientId), client_secret: text('Client Secret', required) },
    ...{ hasConsent: true, everyMinutes: 60, canSync: true },
  },
  openai: {
    about: 'Drafts and proposals, always shown before anything is kept',
    config: {
      model: text('Model', { kind: 'model', isFree: true, hint: 'Choose one after the key is saved' }),
      assistant_name: text('Assistant Name', { isFree: true }),
      monthly_limit: text('Calls a month', {
        ...{ kind: 'count', isFree: true, hint: String(usualMonthlyLimit) },
        note: `If empty: ${usualMonthlyLimit}. 0 stops all calls.`,
      }),
    },
    credentials: { api_key: text('API Key', { ...required, hint: 'sk-…' }) },
    ...{ hasConsent: false, everyMinutes: 360, canSync: false },
  },
}

/** The credentials with which Shopify signs its webhooks. Without one of them no webhook is accepted. */
export const signingFields: readonly string[] = ['client_secret', 'webhook_secret']

/** A bare host of Shopify, and nothing else: anything more could send the token elsewhere (T86). */
export const ShopHost = z
  .string()
  .regex(
    /^[a-z0-9-]+\.myshopify\.com$/,
    'Must be like your-store.myshopify.com: small letters, nothing before or behind it',
  )

/** The fields that belong to this configuration: some depend on the value of another one. */
export const fieldsThatApply = (
  fields: Record<string, IntegrationField>,
  config: Readonly<Record<string, string>>,
): [string, IntegrationField][] =>
  Object.entries(fields).filter(([, { when }]) => !when || config[when.field] === when.is)

/** The value of a field that nobody has set: the first of its choices; other fields are empty. */
export const defaultsOf = (name: IntegrationName): Record<string, string> =>
  Object.fromEntries(
    Object.entries(integrationCatalogue[name].config).flatMap(([key, { choices }]) =>
      choices ? [[key, Object.keys(choices)[0] as string]] : [],
    ),
  )

/**
 * Says why a value cannot be stored in a field; undefined when it can. An empty value clears the field.
 * @param value cleaned: no invisible characters, no outer blanks
 */
export function problemOf(field: IntegrationField, value: string): string | undefined {
  if (value === '') return undefined
  if (field.kind === 'shop') return ShopHost.safeParse(value).error?.issues[0]?.message
  if (field.kind === 'zone') return TimeZone.safeParse(value).error?.issues[0]?.message
  if (field.kind === 'count' && !/^\d{1,6}$/.test(value)) return 'Must be a whole number up to 999999'
  if (field.kind === 'choice' && !Object.hasOwn(field.choices ?? {}, value)) return 'Choose one from the list'
  return undefined
}
