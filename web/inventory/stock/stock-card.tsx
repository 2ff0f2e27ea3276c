import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { StockCard as Stock } from 'contract/inventory/stock.ts'
import { formatMoney } from 'contract/money.ts'
import type { ReactNode } from 'react'
import { api } from '../../shared/api/api.ts'
import { at } from '../../shared/page/at.ts'
import { Fields } from '../../shared/record/record-drawer.tsx'
import { useCan, useCompanyId } from '../../shared/session/session.ts'
import { companyOnly } from '../../shared/table/list-search.ts'
import { figure } from '../items/figure.tsx'
import { StockFigure } from '../items/stock-figure.tsx'
import type { AdjustedItem } from './adjusted-item.ts'
import { AdjustStock } from './stock-adjustment.tsx'
import classes from './stock-card.module.css'

type StockCardProps = {
  item: Omit<AdjustedItem, 'stockLevel'>
  label?: string
  isLow?: boolean
  /** its own cost: an average that equals it is not said twice */
  cost?: number
  /** more facts about the stock, after what is on hand */
  more?: [label: string, value: ReactNode][]
}

/** What is on hand of a part, an assembly or a product, and what it is worth. */
export function StockCard({ item, label = 'On Hand', isLow = false, cost, more = [] }: StockCardProps) {
  const companyId = useCompanyId()
  const { data } = useQuery(api.stock.get.queryOptions({ input: { companyId, id: item.id } }))
  const isWorth = data !== undefined && data.value !== 0
  return (
    <Fields
      title="Stock"
      rows={[
        [label, data && <OnHand key="on hand" item={{ ...item, stockLevel: data.onHand }} isLow={isLow} />],
        ...spotsOf(data, item.number, item.measure.unit),
        ...more,
        ['Stock Value', isWorth ? figure(formatMoney(data.value)) : null],
        ['Average Cost', isWorth && data.averageCost !== cost ? figure(formatMoney(data.averageCost)) : null],
      ]}
    />
  )
}

/** What is on hand by place and lot, and what of it is available; nothing where it is not divided. */
function spotsOf(card: Stock | undefined, number: string, unit: string): [label: string, value: ReactNode][] {
  if (!card?.places.some(({ locationId, lotNumber }) => locationId !== null || lotNumber !== null)) return []
  const places = card.places.map(({ locationId, lotNumber, quantity }): [string, ReactNode] => [
    `${locationId === null ? 'No place' : card.placeCodes[locationId]}${lotNumber === null ? '' : `, lot ${lotNumber}`}`,
    lotNumber === null ? (
      <StockFigure key="spot" quantity={quantity} unit={unit} />
    ) : (
      <Link
        key={lotNumber}
        title={`Movements of lot ${lotNumber}`}
        {...at('/inventory/movements', (search) => ({ ...companyOnly(search), q: number, lotNumber }))}
      >
        <StockFigure quantity={quantity} unit={unit} />
      </Link>
    ),
  ])
  return card.available === card.onHand
    ? places
    : [...places, ['Available', <StockFigure key="available" quantity={card.available} unit={unit} />]]
}

function OnHand({ item, isLow }: { item: AdjustedItem; isLow: boolean }) {
  return (
    <span className={classes.onHand}>
      <StockFigure quantity={item.stockLevel} unit={item.measure.unit} className={classes.stock} isLow={isLow} />
      {useCan('stock.move') && <AdjustStock item={item} name={item.number} button="compact-xs" />}
    </span>
  )
}
