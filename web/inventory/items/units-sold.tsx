import { SegmentedControl, Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { soldPeriods, usualPeriod } from 'contract/revenue/units-sold.ts'
import { formatQuantity } from 'contract/units.ts'
import { type ReactNode, useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { Fields } from '../../shared/record/record-drawer.tsx'
import { useCompanyId } from '../../shared/session/session.ts'
import { figure } from './figure-row.tsx'

const periods = Object.entries(soldPeriods).map(([value, label]) => ({ value, label }))
const count = (number: number) => number.toLocaleString('en-US')

/** What the online store has sold of a product or part; nothing before its first sync. */
export function UnitsSold({ id }: { id: string }) {
  const companyId = useCompanyId()
  const [days, setDays] = useState(String(usualPeriod))
  const { data: totals, isPending: isAsking } = useQuery(api.revenue.totals.queryOptions({ input: { companyId } }))
  const hasStore = totals?.store != null
  const { data, isPending } = useQuery({
    ...api.unitsSold.list.queryOptions({
      input: { companyId, itemId: id, days: Number(days) },
      placeholderData: keepPreviousData,
    }),
    enabled: hasStore,
  })
  if (!hasStore && !isAsking) return null
  if (isPending) return <Skeleton height={0} /> // what is below waits for it (docs/design.md)
  const [sold] = data?.items ?? []
  const lasts = sold?.lastsDays ?? null
  const period = <SegmentedControl size="xs" aria-label="Period" data={periods} value={days} onChange={setDays} />
  const rows: [string, ReactNode][] = [
    ['Period', period],
    ['Units Sold', figure(formatQuantity(sold?.sold ?? 0, sold?.unit))],
  ]
  if (sold && sold.inOthers > 0 && sold.soldItself > 0)
    rows.push(['In Other Products', figure(formatQuantity(sold.inOthers, sold.unit))])
  if (lasts !== null) rows.push(['Stock Lasts', figure(lasts === 1 ? '1 day' : `${count(lasts)} days`)])
  return <Fields title="Sold in the Store" rows={rows} />
}
