import { z } from 'zod'
import { route } from '../route.ts'
import { clean } from '../text.ts'
import { IntegrationName, integrationCatalogue } from './catalogue.ts'
import { SyncRun } from './sync-runs.ts'

export const connectionStatuses = ['connected', 'error', 'disconnected', 'connecting'] as const
/** Whether an outside service is connected. */
export const ConnectionStatus = z.enum(connectionStatuses)
export type ConnectionStatus = z.infer<typeof ConnectionStatus>
export const connectionLabels: Record<ConnectionStatus, string> = {
  connected: 'Connected',
  error: 'Error',
  disconnected: 'Disconnected',
  connecting: 'Connecting',
}

type Connected = {
  integrationName: IntegrationName
  status: ConnectionStatus
  needsReconnect: boolean
  credentialsSaved: boolean
  isConsented: boolean
}

/** Made-up data of the demo: nobody has entered credentials, so there is nothing to test or to sync. Disconnect removes the data. */
export const isSample = ({ status, credentialsSaved }: Pick<Connected, 'status' | 'credentialsSaved'>): boolean =>
  status === 'connected' && !credentialsSaved

/** The state of a connection for its badge: its words, and how they look. No other place decides it. */
export function standingOf(integration: Connected): { words: string; tone: 'success' | 'warning' | 'muted' } {
  const { integrationName, status, needsReconnect, credentialsSaved, isConsented } = integration
  if (needsReconnect) return { words: 'Reconnect needed', tone: 'warning' }
  if (isSample(integration)) return { words: 'Sample data', tone: 'muted' }
  const words = connectionLabels[status]
  if (status === 'connected') return { words, tone: 'success' }
  if (status === 'error') return { words, tone: 'warning' }
  if (status === 'connecting' || !credentialsSaved) return { words, tone: 'muted' }
  const isToConnect = integrationCatalogue[integrationName].hasConsent && !isConsented
  return { words: isToConnect ? 'Not connected yet' : 'Not tested yet', tone: 'muted' }
}

/**
 * Nobody can read more of a stored credential. `last4` is null for a value so short that four characters would give much of it away.
 */
export const CredentialMark = z.object({
  set: z.boolean(),
  last4: z.string().nullable(),
  changedAt: z.string().nullable(),
})
export type CredentialMark = z.infer<typeof CredentialMark>

/** What the config of an answer says besides the fields of the catalogue (specification, section 3). */
const ShownConfig = z.record(z.string(), z.union([z.string(), z.boolean(), z.null()]))

/** The fields of the catalogue among what a config of an answer says. */
export const settingsOf = (config: z.infer<typeof ShownConfig>): Record<string, string> => {
  const { credentialsSaved: _flag, lastCredentialUpdate: _time, ...fields } = config
  return Object.fromEntries(
    Object.entries(fields).filter((each): each is [string, string] => typeof each[1] === 'string'),
  )
}

/**
 * An integration of a company; one that was never configured has the id null and the version 0. `config` and `credentials` by the
 * fields of the catalogue; `config` also says `credentialsSaved` and `lastCredentialUpdate`. `isConsented`: somebody agreed at the service. `needsReconnect`: the service no longer accepts the credentials.
 * `isOverdue`: it is on, and the last success is older than three intervals. `quota`: what the service says is left, in its words.
 */
export const Integration = z.object({
  id: z.uuid().nullable(),
  companyId: z.uuid(),
  integrationName: IntegrationName,
  isEnabled: z.boolean(),
  config: ShownConfig,
  credentials: z.record(z.string(), CredentialMark),
  credentialsSaved: z.boolean(),
  lastCredentialUpdate: z.string().nullable(),
  isConsented: z.boolean(),
  status: ConnectionStatus,
  needsReconnect: z.boolean(),
  accountName: z.string().nullable(),
  missingScopes: z.array(z.string()),
  lastTestAt: z.string().nullable(),
  lastTestMessage: z.string().nullable(),
  lastSuccessAt: z.string().nullable(),
  lastError: z.string().nullable(),
  lastErrorAt: z.string().nullable(),
  credentialExpiresAt: z.string().nullable(),
  quota: z.string().nullable(),
  isOverdue: z.boolean(),
  lastRun: SyncRun.nullable(),
  updatedAt: z.string().nullable(),
  version: z.int(),
})
export type Integration = z.infer<typeof Integration>

/** `remains`, in words: what we had stored at the service and could not remove when the connection ended. */
const left = { remains: z.string().nullable() }
const LeftIntegration = Integration.extend(left)

/** What Test Connection found. `expiresAt`: when the credential ends; null when the service does not say. */
export const TestResult = z.object({
  success: z.boolean(),
  message: z.string(),
  account: z.string().nullable(),
  grantedScopes: z.array(z.string()),
  missingScopes: z.array(z.string()),
  expiresAt: z.string().nullable(),
})
export type TestResult = z.infer<typeof TestResult>

const value = (max: number) => z.string().max(max, `Must be at most ${max} characters`).overwrite(clean)

/** Fields of the catalogue by name. An empty text clears a field; a field that is not sent keeps its value. */
export const IntegrationChanges = z.strictObject({
  isEnabled: z.boolean().optional(),
  config: z
    .record(z.string().max(40), value(200))
    .meta({ examples: [{ store_url: 'north.myshopify.com' }] })
    .optional(),
  credentials: z
    .record(z.string().max(40), value(4_000))
    .meta({ examples: [{ admin_access_token: 'shpat_0123456789abcdef' }] })
    .optional(),
})
export type IntegrationChanges = z.infer<typeof IntegrationChanges>

/** An integration of any company, for SBR operators. */
export const AssignedIntegration = Integration.pick({
  integrationName: true,
  companyId: true,
  isEnabled: true,
  status: true,
  needsReconnect: true,
  credentialsSaved: true,
  isConsented: true,
  lastRun: true,
  updatedAt: true,
}).extend({ id: z.uuid(), companyName: z.string() })
export type AssignedIntegration = z.infer<typeof AssignedIntegration>

/** A connection that failed, with what the buttons of its card have to know. `message`: in words, from the service. */
export const FailedConnection = AssignedIntegration.pick({
  integrationName: true,
  companyId: true,
  isEnabled: true,
  needsReconnect: true,
  credentialsSaved: true,
  isConsented: true,
  lastRun: true,
}).extend({ message: z.string().nullable(), since: z.string().nullable() })
export type FailedConnection = z.infer<typeof FailedConnection>

const company = { companyId: z.uuid() }
const one = { ...company, name: IntegrationName }
const change = { needs: 'integration.write', refusal: 'change integrations' } as const
const noCredentials = { status: 409, message: 'Save the credentials first' }

export const integrationsContract = {
  list: route
    .meta({ needs: 'integration.read' })
    .route({ method: 'GET', path: '/companies/{companyId}/integrations', summary: 'The integrations of a company' })
    .input(z.strictObject(company))
    .output(z.object({ items: z.array(Integration) })),
  get: route
    .meta({ needs: 'integration.read' })
    .route({ method: 'GET', path: '/companies/{companyId}/integrations/{name}', summary: 'One integration' })
    .input(z.strictObject(one))
    .output(Integration),
  update: route
    .meta({ ...change, versioned: true, asksOutside: true, keepsAnswer: true })
    .route({
      method: 'PATCH',
      path: '/companies/{companyId}/integrations/{name}',
      summary: 'Switch an integration, configure it, or write its credentials, which nobody can read again',
    })
    .input(IntegrationChanges.extend(one))
    .output(LeftIntegration)
    .errors({ CONFLICT: { status: 409, data: z.unknown() } }),
  test: route
    .meta({ ...change, asksOutside: true, limit: 'testConnection' })
    .route({
      method: 'POST',
      path: '/companies/{companyId}/integrations/{name}/test',
      summary: 'Ask the service whether the credentials work',
    })
    .input(z.strictObject(one))
    .output(TestResult)
    .errors({ NO_CREDENTIALS: noCredentials }),
  connect: route
    .meta(change)
    .route({
      method: 'POST',
      path: '/companies/{companyId}/integrations/{name}/connect',
      summary: 'Where the browser has to go so that somebody agrees at the service',
    })
    .input(z.strictObject(one))
    .output(z.object({ url: z.string() }))
    .errors({
      NO_CREDENTIALS: noCredentials,
      NOT_SUPPORTED: { status: 422, message: 'This integration connects by its credentials alone' },
    }),
  disconnect: route
    .meta({ ...change, asksOutside: true })
    .route({
      method: 'POST',
      path: '/companies/{companyId}/integrations/{name}/disconnect',
      summary: 'Forget the credentials, and take away what was put at the service',
    })
    .input(z.strictObject(one))
    .output(LeftIntegration),
  sync: route
    .meta({ ...change, limit: 'sync' })
    .route({
      method: 'POST',
      path: '/companies/{companyId}/integrations/{name}/sync',
      summary: 'Fetch what has changed at the service, or everything anew',
    })
    .input(z.strictObject({ ...one, everything: z.boolean().optional() }))
    .output(z.object({ success: z.boolean(), message: z.string(), run: SyncRun.nullable() }))
    .errors({
      NO_CREDENTIALS: noCredentials,
      NOT_ENABLED: { status: 409, message: 'Switch the integration on first' },
      RUNS_ALREADY: { status: 409, message: 'A sync of this integration is under way already' },
      NOT_SUPPORTED: { status: 422, message: 'Sync is currently only supported for Shopify integrations' },
    }),
  move: route
    .meta({ needs: 'integration.move', refusal: 'move integrations', asksOutside: true, keepsAnswer: true })
    .route({
      method: 'POST',
      path: '/companies/{companyId}/integrations/{name}/move',
      summary: 'Give an integration to another company; its credentials and all that was fetched are wiped',
    })
    .input(z.strictObject({ ...one, toCompanyId: z.uuid('Please select a company') }))
    .output(
      AssignedIntegration.pick({ id: true, integrationName: true, companyId: true, companyName: true }).extend(left),
    )
    .errors({ NOT_FOUND: { status: 404, message: 'That integration no longer exists' } }),
  assigned: route
    .meta({ needs: 'integration.read' })
    .route({ method: 'GET', path: '/integrations', summary: 'The integrations of every company that you may see' })
    .output(z.object({ items: z.array(AssignedIntegration) })),
}
