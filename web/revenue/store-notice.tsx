import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { RevenueStore, StoreReach } from 'contract/revenue/revenue.ts'
import type { ReactNode } from 'react'
import { Day, Moment } from '../shared/format/moment.tsx'
import classes from './revenue.module.css'

type NoticeProps = { store: StoreReach & Partial<RevenueStore['store']>; timeZone?: string }

/** Says which orders are missing in the sums of a store: those that it hides, those of the first sync, those since it was disconnected. */
export const StoreNotice = (props: NoticeProps) => (
  <>
    <Hidden {...props} />
    <Unread {...props} />
    <Foreign {...props} />
  </>
)

/** Without a permission the store shows only its newest orders. */
const Hidden = ({ store: { ordersSince }, timeZone }: NoticeProps) =>
  ordersSince && (
    <Warning>
      The store shows only orders since <Day at={ordersSince} {...(timeZone && { timeZone })} />, because the app lacks
      the permission read_all_orders. Revenue before that day is not complete.
    </Warning>
  )

function Unread({ store, timeZone }: NoticeProps) {
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

const Foreign = ({ store: { foreignOrders = 0, currency = '' } }: NoticeProps) =>
  foreignOrders > 0 && (
    <Warning>
      {foreignOrders === 1 ? '1 order is' : `${foreignOrders.toLocaleString('en-US')} orders are`} in another currency
      than {currency}. The sums add them up as they are.
    </Warning>
  )

const Warning = ({ children }: { children: ReactNode }) => (
  <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={16} />} p="xs" className={classes.notice}>
    {children}
  </Alert>
)
