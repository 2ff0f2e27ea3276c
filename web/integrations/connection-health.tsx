import { Progress } from '@mantine/core'
import { integrationCatalogue, signingFields } from 'contract/integrations/catalogue.ts'
import type { Integration } from 'contract/integrations/integrations.ts'
import type { SyncRun } from 'contract/integrations/sync-runs.ts'
import type { ReactNode } from 'react'
import { Moment } from '../shared/format/moment.tsx'
import classes from './integrations.module.css'

/** The health of a connection: the last success, the last error in words, what is left, when the credential ends. */
export function ConnectionHealth({ integration }: { integration: Integration }) {
  const { lastSuccessAt, lastError, lastErrorAt, needsReconnect, quota, credentialExpiresAt } = integration
  const run = shownRun(integration)
  const { accountName, missingScopes, integrationName, credentialsSaved } = integration
  const rows: [string, ReactNode][] = [
    ...(accountName ? [['Account', accountName] as [string, ReactNode]] : []),
    ...(lastSuccessAt ? [['Last success', <Moment key="success" at={lastSuccessAt} />] as [string, ReactNode]] : []),
    ...(quota && credentialsSaved ? [['Calls left', quota] as [string, ReactNode]] : []),
    ...(credentialExpiresAt
      ? [['Credential ends', <Moment key="end" at={credentialExpiresAt} />] as [string, ReactNode]]
      : []),
  ]
  return (
    <>
      {lastError && (
        <p className={classes.error} role="status">
          {lastError}
          {lastErrorAt && (
            <span className="text-muted">
              {' '}
              · <Moment at={lastErrorAt} />
            </span>
          )}
          {needsReconnect && (
            <span className="block text-muted">
              {integrationCatalogue[integrationName].hasConsent
                ? 'Connect Again, or disconnect and enter the credentials anew.'
                : 'Disconnect, then enter new credentials.'}
            </span>
          )}
        </p>
      )}
      {isDeaf(integration) && (
        <p className={classes.warning}>
          Without the API Secret Key the store cannot report changes: they arrive once an hour, with the sync.
        </p>
      )}
      {missingScopes.length > 0 && (
        <p className={classes.warning}>Not readable, or missing permissions: {missingScopes.join(', ')}</p>
      )}
      {rows.length > 0 && (
        <dl className={`grid gap-1 text-sm ${classes.facts}`}>
          {rows.map(([label, value]) => (
            <div key={label}>
              <dt className="text-muted">{label}</dt>
              <dd className="m-0 break-words" title={typeof value === 'string' ? value : undefined}>
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {run && <RunProgress run={run} />}
    </>
  )
}

/** Whether a connected store has no key to verify its webhooks with. */
const isDeaf = ({ integrationName, credentialsSaved, credentials }: Integration) =>
  integrationName === 'shopify' && credentialsSaved && !signingFields.some((field) => credentials[field]?.set)

type Synced = Pick<Integration, 'lastRun' | 'credentialsSaved'> & Partial<Pick<Integration, 'lastCredentialUpdate'>>

/** The last sync, unless it failed with credentials that are gone: its words say nothing about those that came since. */
export function shownRun({ lastRun, credentialsSaved, lastCredentialUpdate }: Synced): SyncRun | null {
  if (lastRun?.state !== 'failed') return lastRun
  const isFormer = !credentialsSaved || (lastRun.endedAt ?? '') < (lastCredentialUpdate ?? '')
  return isFormer ? null : lastRun
}

/** The progress of the last sync. */
export function RunProgress({ run: { state, done, total, message, waitsFor } }: { run: SyncRun }) {
  const figures =
    total === null
      ? done.toLocaleString('en-US')
      : `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`
  if (waitsFor && (state === 'queued' || state === 'running'))
    return (
      <p className={classes.warning} role="status">
        The sync waits to try again: {waitsFor}. Sync Now tries at once.
      </p>
    )
  if (state === 'failed') return <p className={classes.error}>Sync failed: {message || 'Unknown error occurred'}</p>
  if (state === 'stopped') return <p className={classes.about}>{message}</p>
  if (state === 'done') return <p className={classes.about}>{message ?? `Synced ${figures}`}</p>
  return (
    <div className="grid gap-1 text-sm text-muted">
      <span>{state === 'queued' ? 'Sync is waiting' : `Syncing: ${figures}`}</span>
      <Progress aria-label="Sync" value={total ? (100 * done) / total : 100} animated={!total} size="sm" />
    </div>
  )
}
