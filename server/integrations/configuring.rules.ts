import type { FieldIssue } from 'contract/errors.ts'
import {
  defaultsOf,
  fieldsThatApply,
  type IntegrationField,
  type IntegrationName,
  integrationCatalogue,
  problemOf,
} from 'contract/integrations/catalogue.ts'
import type { IntegrationChanges } from 'contract/integrations/integrations.ts'
import { tokenFields } from './secrets.ts'

/** The stored configuration, and the fields that have a credential. */
type Before = { isEnabled: boolean; config: Record<string, string>; secretFields: string[] }

/**
 * The result of a change. `dropped`: fields whose stored credential is deleted, `'all'` when the credentials were meant for another host;
 * `typed`: new values; `isOtherHost`: the data fetched so far came from another host.
 */
export type Plan = {
  isEnabled: boolean
  config: Record<string, string>
  typed: Record<string, string>
  dropped: string[] | 'all'
  isOtherHost: boolean
}

/**
 * Returns the result of a change of the configuration, or what is wrong with it. Only fields of the catalogue are accepted. Who sends credentials,
 * even none of them, or switches the integration on, is told every required field that would be missing.
 */
export function planOf(
  name: IntegrationName,
  before: Before,
  { isEnabled: wanted, config: settings = {}, credentials }: IntegrationChanges,
): Plan | { issues: FieldIssue[] } {
  const fields = integrationCatalogue[name]
  const config = filled({ ...defaultsOf(name), ...before.config, ...settings })
  const sent = credentials ?? {}
  const problems = [...wrongIn('config', fields.config, settings), ...wrongIn('credentials', fields.credentials, sent)]
  if (problems.length > 0) return { issues: problems }

  const old = { ...defaultsOf(name), ...before.config }
  const hosts = Object.keys(fields.config).filter((key) => fields.config[key]?.host)
  const isOtherHost = hosts.some((key) => before.config[key] !== undefined && old[key] !== config[key])
  const applying = new Set(fieldsThatApply(fields.credentials, config).map(([key]) => key))
  const typed = Object.fromEntries(Object.entries(filled(sent)).filter(([key]) => applying.has(key)))
  const dropped = isOtherHost ? 'all' : droppedBy(before.secretFields, sent, applying, typed)
  const kept = before.secretFields.filter((field) => dropped !== 'all' && !dropped.includes(field))
  const present = new Set([...kept, ...Object.keys(typed)])
  const issues = [
    ...(kept.length > 0 ? lockedIn(fields.config, old, config) : []),
    ...(credentials || wanted ? missingIn(name, config, present) : []),
  ]
  const shop = typed.shopify_store_url
  if (shop && shop !== config.store_url)
    issues.push({ field: 'credentials.shopify_store_url', message: 'Must be the same as the Store URL' })
  // Without its credentials an integration does nothing, so it is off.
  const isEnabled = wanted ?? (before.isEnabled && (dropped !== 'all' || Object.keys(typed).length > 0))
  return issues.length > 0 ? { issues } : { isEnabled, config, typed, dropped, isOtherHost }
}

/** What is stored here and at the service belongs to the saved credentials: a field that decides where it goes changes only without them. */
function lockedIn(
  fields: Record<string, IntegrationField>,
  old: Record<string, string>,
  now: Record<string, string>,
): FieldIssue[] {
  return Object.entries(fields)
    .filter(([key, { isFree, host }]) => !isFree && !host && (old[key] ?? '') !== (now[key] ?? ''))
    .map(([key]) => ({
      field: `config.${key}`,
      message: 'Locked while credentials are saved. Disconnect to change it.',
    }))
}

const filled = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

function wrongIn(group: string, fields: Record<string, IntegrationField>, sent: Record<string, string>): FieldIssue[] {
  return Object.entries(sent).flatMap(([key, value]) => {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined
    const message = field ? problemOf(field, value) : 'Unknown key'
    return message ? [{ field: `${group}.${key}`, message }] : []
  })
}

const client = ['client_id', 'client_secret']

/** The credentials to delete: emptied fields, fields of another way to sign in, and tokens that belong to a credential that was typed again. */
function droppedBy(
  stored: string[],
  sent: Record<string, string>,
  applying: Set<string>,
  typed: Record<string, string>,
): string[] {
  const isNewClient = client.some((field) => field in typed)
  const hasNoClient = !applying.has('client_id')
  return stored.filter(
    (field) => sent[field] === '' || (tokenFields.includes(field) ? isNewClient || hasNoClient : !applying.has(field)),
  )
}

/** Credentials are saved only if they are complete and the configuration says where they are sent. */
function missingIn(name: IntegrationName, config: Record<string, string>, present: Set<string>): FieldIssue[] {
  const { config: settings, credentials } = integrationCatalogue[name]
  const required = ([, field]: [string, IntegrationField]) => field.isRequired
  const missing = (group: string, [key, field]: [string, IntegrationField]) => ({
    ...{ field: `${group}.${key}`, message: `${field.label} is required` },
  })
  return [
    ...Object.entries(settings)
      .filter(required)
      .filter(([key]) => !config[key])
      .map((each) => missing('config', each)),
    ...fieldsThatApply(credentials, config)
      .filter(required)
      .filter(([key]) => !present.has(key))
      .map((each) => missing('credentials', each)),
  ]
}
