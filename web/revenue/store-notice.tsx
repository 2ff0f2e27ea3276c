import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { StoreReach } from 'contract/revenue/revenue.ts'
import type { ReactNode } from 'react'
import { Moment } from '../shared/format/moment.tsx'
import classes from './revenue.module.css'

/** Says which orders are missing in the sums of a store: those of the first sync, or those since it was disconnected. */
export function StoreNotice({ store, timeZone }: { store: StoreReach; timeZone?: string }) {
  const { hasAllOrders, isConnected, readAt } = store
  if (hasAllOrders && isConnected) return null
  if (!hasAllOrders)
    return (
      <Warning>
        {isConnected
          ? 'The first sync has not read all orders of the store yet. Revenue is too low until it has finished.'
          : 'The connection to the store ended before all its orders were read. Revenue is too low.'}
      </Warning>
    )
  return (
    <Warning>
      The store is not connected. Orders since <Moment at={readAt} {...(timeZone && { timeZone })} /> are missing.
    </Warning>
  )
}

export const Warning = ({ children }: { children: ReactNode }) => (
  <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={16} />} p="xs" className={classes.notice}>
    {children}
  </Alert>
)
