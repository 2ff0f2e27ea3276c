import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { integrationCatalogue } from 'contract/integrations/catalogue.ts'
import type { FailedConnection } from 'contract/integrations/integrations.ts'
import { at } from '../shared/page/at.ts'
import { useCan } from '../shared/session/session.ts'
import { ConnectButton, SyncButton, TestButton } from './connection-buttons.tsx'
import { isReady } from './readiness.ts'

export type RepairProps = { connection: FailedConnection }

/** The button that tries a connection again, as its card has it. Credentials that are no longer taken are entered on the card. */
export function ConnectionRepair({ connection }: RepairProps) {
  const { integrationName, credentialsSaved, needsReconnect } = connection
  const { canSync, hasConsent } = integrationCatalogue[integrationName]
  const canWrite = useCan('integration.write') && credentialsSaved
  if (canWrite && needsReconnect && hasConsent) return <ConnectButton integration={connection} />
  if (canWrite && canSync && isReady(connection)) return <SyncButton integration={connection} />
  if (canWrite && !needsReconnect) return <TestButton integration={connection} />
  return (
    <Button variant="default" size="compact-sm" component={Link} {...at('/integrations')}>
      {needsReconnect ? 'Reconnect' : 'Look at It'}
    </Button>
  )
}
