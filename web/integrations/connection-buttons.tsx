import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { integrationCatalogue, integrationLabels } from 'contract/integrations/catalogue.ts'
import { type Integration, isSample } from 'contract/integrations/integrations.ts'
import { useState } from 'react'
import { client } from '../shared/api/api.ts'
import { messageOf, statusOf } from '../shared/api/server-errors.ts'
import { ConfirmDialog } from '../shared/feedback/confirm-dialog.tsx'
import { failedTo, failure, inform, success } from '../shared/feedback/toasts.ts'
import { onePress } from '../shared/form/one-press.ts'
import { SaveButton } from '../shared/form/save-button.tsx'
import { removedAtService, tellingService, toastWithRemains } from './removal-at-service.ts'
import { testKeyOf } from './test-key.ts'

type Named = Pick<Integration, 'companyId' | 'integrationName'>
type ButtonProps<Needed extends keyof Integration = never> = { integration: Named & Pick<Integration, Needed> }

const addressOf = ({ companyId, integrationName: name }: Named) => ({ companyId, name })

/** Calls the service only when pressed: some services count every call. */
export function TestButton({ integration }: ButtonProps) {
  const testing = useMutation({
    mutationKey: testKeyOf(integration),
    mutationFn: () => client.integrations.test(addressOf(integration)),
    onSuccess: ({ success: isGood, message }) => {
      if (isGood) inform('Connection Successful', message)
      else failure('Connection Failed', message || 'Please check your credentials')
    },
    onError: (error) => {
      const hasReason = (statusOf(error) ?? 500) < 500
      failure('Connection Test Failed', hasReason ? messageOf(error) : 'Unable to test connection. Please try again.')
    },
  })
  return (
    <SaveButton
      type="button"
      variant="default"
      size="compact-sm"
      loading={testing.isPending}
      onClick={() => testing.mutate()}
    >
      Test Connection
    </SaveButton>
  )
}

/** Brings the service and the product together now; the card then shows how far it is. */
export function SyncButton({ integration }: ButtonProps<'lastRun'>) {
  const isOnItsWay = isWorking(integration.lastRun)
  const syncing = useMutation({
    mutationFn: () => client.integrations.sync(addressOf(integration)),
    onSuccess: () => success('Sync started'),
    onError: (error) => failure('Sync Failed', messageOf(error) || 'Unknown error occurred'),
  })
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={syncing.isPending || isOnItsWay}
      onClick={onePress(syncing.mutate)}
    >
      Sync Now
    </Button>
  )
}

/** Whether a sync is under way, and does not only wait for its next try: a press does not wait for that. */
const isWorking = (run: Integration['lastRun']) =>
  (run?.state === 'queued' || run?.state === 'running') && run.waitsFor === null

/** For a store whose data look wrong: a usual sync reads only what has changed. */
export function ReadAgainButton({ integration }: ButtonProps<'lastRun'>) {
  const reading = useMutation({
    mutationFn: () => client.integrations.sync({ ...addressOf(integration), everything: true }),
    onSuccess: () => success('Sync started: everything is read again'),
    onError: (error) => failure('Sync Failed', messageOf(error)),
  })
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      disabled={isWorking(integration.lastRun)}
      loading={reading.isPending}
      onClick={onePress(reading.mutate)}
    >
      Read Everything Again
    </Button>
  )
}

/** Leads to the service, where the person gives consent; the service sends them back to these cards. */
export function ConnectButton({ integration }: ButtonProps<'isConsented' | 'needsReconnect'>) {
  const connecting = useMutation({
    mutationFn: () => client.integrations.connect(addressOf(integration)),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => failure('Connection Failed', messageOf(error) || 'Please check your credentials'),
  })
  return (
    <Button
      variant={integration.isConsented && !integration.needsReconnect ? 'default' : 'filled'}
      size="compact-sm"
      loading={connecting.isPending || connecting.isSuccess}
      onClick={onePress(connecting.mutate)}
    >
      {integration.isConsented ? 'Connect Again' : 'Connect'}
    </Button>
  )
}

/** Ends a connection; of the demo's made-up data, it deletes them. */
export function DisconnectButton({ integration }: ButtonProps<'status' | 'credentialsSaved'>) {
  const [isAsking, setAsking] = useState(false)
  const isMadeUp = isSample(integration)
  const label = integrationLabels[integration.integrationName]
  const disconnecting = useMutation({
    mutationFn: () => client.integrations.disconnect(addressOf(integration)),
    onSuccess: ({ remains }) => toastWithRemains(isMadeUp ? 'Sample data removed' : `${label} disconnected`, remains),
    onError: failedTo('disconnect integration'),
    onSettled: () => setAsking(false),
  })
  return (
    <>
      <Button variant="light" color="red" size="compact-sm" onClick={() => setAsking(true)}>
        {isMadeUp ? 'Remove Sample Data' : 'Disconnect'}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={isMadeUp ? `Remove the sample data of ${label}?` : `Disconnect ${label}?`}
        confirmLabel={isMadeUp ? 'Remove' : 'Disconnect'}
        isBusy={disconnecting.isPending}
        onConfirm={() => disconnecting.mutate()}
        onClose={() => setAsking(false)}
      >
        {isMadeUp ? (
          'The sample orders, customers and products are deleted, and the revenue made from them.'
        ) : (
          <>
            The saved credentials are deleted
            {integrationCatalogue[integration.integrationName].hasConsent && ', and the service is told'}.{' '}
            {integration.integrationName !== 'google_calendar' && 'The fetched data stay. '}
            {disconnecting.isPending
              ? tellingService(integration.integrationName)
              : removedAtService[integration.integrationName]}
          </>
        )}
      </ConfirmDialog>
    </>
  )
}
