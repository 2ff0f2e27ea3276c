import { Button, Group, Switch } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { integrationCatalogue, integrationLabels } from 'contract/integrations/catalogue.ts'
import { type Integration, isSample } from 'contract/integrations/integrations.ts'
import { useId, useState } from 'react'
import { api, client } from '../shared/api/api.ts'
import { TextButton } from '../shared/feedback/text-button.tsx'
import { failedTo, success } from '../shared/feedback/toasts.ts'
import { lazyDialog } from '../shared/form/lazy-dialog.tsx'
import { Day } from '../shared/format/moment.tsx'
import { at } from '../shared/page/at.ts'
import { useCan } from '../shared/session/session.ts'
import { ConfigurationForm } from './configuration-form.tsx'
import { ConnectionBadge } from './connection-badge.tsx'
import { ConnectButton, DisconnectButton, ReadAgainButton, SyncButton, TestButton } from './connection-buttons.tsx'
import { ConnectionHealth } from './connection-health.tsx'
import classes from './integrations.module.css'
import { isReady } from './readiness.ts'
import { SavedFields } from './saved-fields.tsx'

export function IntegrationCard({ integration }: { integration: Integration }) {
  const { integrationName: name, credentialsSaved, isConsented, updatedAt } = integration
  const [editing, setEditing] = useState<'no' | 'to save' | 'to enable'>('no')
  const isEditing = editing !== 'no'
  const canWrite = useCan('integration.write')
  const title = useId()
  const { about, hasConsent, canSync } = integrationCatalogue[name]
  return (
    <section
      className={`surface stack min-w-0 gap-2-5 py-3-5 px-4 ${classes.card}`}
      data-editing={isEditing || undefined}
      aria-labelledby={title}
    >
      <div className="row flex-wrap gap-x-2 gap-y-1">
        <h2 className="text-md" id={title}>
          {integrationLabels[name]}
        </h2>
        <ConnectionBadge integration={integration} />
        <EnableSwitch integration={integration} isDisabled={!canWrite} onAsk={() => setEditing('to enable')} />
      </div>
      <p className={classes.about}>{about}</p>
      <ConnectionHealth integration={integration} />
      {name === 'openai' && credentialsSaved && <AssistantUse integration={integration} />}
      <NextStep integration={integration} />
      {isEditing ? (
        <ConfigurationForm
          integration={integration}
          isEnabling={editing === 'to enable'}
          onClose={() => setEditing('no')}
        />
      ) : (
        <>
          <SavedFields integration={integration} />
          <Group gap="xs">
            {canWrite && (
              <>
                <Button variant="default" size="compact-sm" onClick={() => setEditing('to save')}>
                  Configure
                </Button>
                {hasConsent && credentialsSaved && <ConnectButton integration={integration} />}
                {name === 'shopify' && integration.lastSuccessAt && (
                  <>
                    <PageLink to="/integrations/store">Compare products</PageLink>
                    <PageLink to="/integrations/sold">Units sold</PageLink>
                  </>
                )}
                {name === 'quickbooks' && isConsented && <PageLink to="/integrations/quickbooks">Open books</PageLink>}
                {credentialsSaved && <TestButton integration={integration} />}
                {canSync && isReady(integration) && <SyncButton integration={integration} />}
                {name === 'shopify' && isReady(integration) && integration.lastRun && (
                  <ReadAgainButton integration={integration} />
                )}
                {(credentialsSaved || isSample(integration)) && <DisconnectButton integration={integration} />}
              </>
            )}
          </Group>
        </>
      )}
      <p className={classes.updated}>
        {updatedAt ? (
          <>
            Last updated: <Day at={updatedAt} /> <HistoryButton integration={integration} />
          </>
        ) : (
          'Not configured yet'
        )}
      </p>
    </section>
  )
}

const NextStep = ({ integration }: { integration: Integration }) => {
  const words = nextStepOf(integration)
  return words ? <p className={classes.about}>{words}</p> : null
}

/** Why a service does nothing now, and what to press. */
function nextStepOf(integration: Integration): string | undefined {
  const {
    integrationName: name,
    credentialsSaved,
    isEnabled,
    isConsented,
    status,
    lastRun,
    needsReconnect,
  } = integration
  const { canSync, hasConsent } = integrationCatalogue[name]
  if (isSample(integration))
    return 'These orders, customers and products are made up for the demo. Configure connects your own store; Remove Sample Data deletes them.'
  if (!credentialsSaved) {
    if (!isEnabled) return
    return 'Switched on, but without credentials. Next: press Configure.'
  }
  if (needsReconnect) return
  if (hasConsent && !isConsented) return `Next: press Connect, and agree at ${integrationLabels[name]}.`
  if (status === 'disconnected') return `Next: press Test Connection${isEnabled ? '.' : ', then switch it on.'}`
  if (status === 'error') return 'Next: press Test Connection to try again.'
  // The books are read when somebody asks, whether it is on or not.
  if (!isEnabled && name === 'quickbooks')
    return 'Next: switch it on, so that the connection is checked and does not end.'
  if (!isEnabled) return 'Next: switch it on. Until then nothing is read or sent.'
  if (!canSync || lastRun || !isReady(integration)) return
  return 'Nothing has been read yet. Press Sync Now, or wait for the next scheduled sync.'
}

/** Leads to the page with the data of a service. */
const PageLink = ({
  to,
  children,
}: {
  to: '/integrations/quickbooks' | '/integrations/store' | '/integrations/sold'
  children: string
}) => (
  <Button variant="default" size="compact-sm" component={Link} {...at(to, true)}>
    {children}
  </Button>
)

type SwitchProps = { integration: Integration; isDisabled: boolean; onAsk: () => void }

/** Switching on what is not configured asks for what is missing. */
function EnableSwitch({ integration, isDisabled, onAsk }: SwitchProps) {
  const { companyId, integrationName: name, isEnabled, credentialsSaved } = integration
  const label = integrationLabels[name]
  const switching = useMutation({
    mutationFn: (wanted: boolean) =>
      client.integrations.update({ companyId, name, isEnabled: wanted }, { context: { version: '*' } }),
    onSuccess: (saved) => {
      success(`${label} ${saved.isEnabled ? 'enabled' : 'disabled'}`)
    },
    onError: failedTo('update integration'),
  })
  return (
    <Switch
      className="ml-auto"
      size="sm"
      aria-label={`Enable ${label}`}
      checked={switching.isPending ? switching.variables : isEnabled}
      disabled={isDisabled || switching.isPending}
      onChange={({ currentTarget: { checked } }) =>
        checked && !credentialsSaved ? onAsk() : switching.mutate(checked)
      }
    />
  )
}

const IntegrationHistory = lazyDialog(async () => ({
  default: (await import('./integration-history.tsx')).IntegrationHistory,
}))

/** Who connected, changed, moved or disconnected it. */
function HistoryButton({ integration: { id, integrationName } }: { integration: Integration }) {
  const [isOpen, setOpen] = useState(false)
  if (!id) return null
  return (
    <>
      ·{' '}
      <TextButton onClick={() => setOpen(true)} aria-label={`History of ${integrationLabels[integrationName]}`}>
        History
      </TextButton>
      {isOpen && (
        <IntegrationHistory id={id} label={integrationLabels[integrationName]} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

/** The calls of this month, and what is missing before anybody can ask. */
function AssistantUse({ integration: { companyId, config, isEnabled } }: { integration: Integration }) {
  const { data } = useQuery(api.assistant.state.queryOptions({ input: { companyId } }))
  if (!config.model)
    return <p className={classes.about}>Next: press Configure and choose a model. Until then nothing is offered.</p>
  if (!isEnabled) return null
  if (!data) return null
  if (data.monthlyLimit === 0) return <p className={classes.about}>Calls a month is 0: the assistant makes no calls.</p>
  const number = (value: number) => value.toLocaleString('en-US')
  return (
    <p className={classes.about}>
      {number(data.calls)} of {number(data.monthlyLimit)} calls this month, {number(data.tokens)} tokens.
    </p>
  )
}
