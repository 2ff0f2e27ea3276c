import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { StockCard as Stock } from 'contract/inventory/stock.ts'
import { formatComputedCost, formatCost, formatMoney } from 'contract/money.ts'
import { type ReactNode, useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { TextButton } from '../../shared/feedback/text-button.tsx'
import { at } from '../../shared/page/at.ts'
import { Fields } from '../../shared/record/record-drawer.tsx'
import { useCan, useCompanyId } from '../../shared/session/session.ts'
import { companyOnly } from '../../shared/table/list-search.ts'
import { figure } from '../items/figure-row.tsx'
import { StockFigure } from '../items/stock-figure.tsx'
import type { AdjustedItem } from './adjusted-item.ts'
import { RevalueStock } from './revalue-stock.tsx'
import { AdjustStock, MoveStock } from './stock-adjustment.tsx'
import classes from './stock-card.module.css'
import { StockLine } from './stock-line.tsx'
import type { Spot } from './stock-spot.tsx'

type StockCardProps = {
  item: Omit<AdjustedItem, 'stockLevel'>
  /** its own cost: an average or a last price that equals it is not shown again */
  cost?: number
  /** whether what is on hand stands above already */
  isOnHandAbove?: boolean
}

/** What of a part, an assembly or a product is on hand, where, and what it is worth. */
export function StockCard({ item, cost, isOnHandAbove = false }: StockCardProps) {
  const companyId = useCompanyId()
  const { data, isPending } = useQuery(api.stock.get.queryOptions({ input: { companyId, id: item.id } }))
  const [isWhole, setWhole] = useState(false)
  const spots = spotsOf(data, item)
  const hidden = isWhole ? 0 : Math.max(0, spots.length - shownSpots - 1) // no button for a single one
  if (isPending) return <Skeleton height={120} aria-busy="true" />
  const isWorth = data !== undefined && data.value !== 0
  return (
    <Fields
      title="Stock"
      rows={[
        [
          'On Hand',
          isOnHandAbove ? null : data && <OnHand key="on hand" item={{ ...item, stockLevel: data.onHand }} />,
        ],
        ...(hidden > 0 ? spots.slice(0, shownSpots) : spots),
        [
          '',
          hidden > 0 ? (
            <TextButton key="rest" onClick={() => setWhole(true)}>
              Show all {spots.length} places and lots
            </TextButton>
          ) : null,
        ],
        ...availableOf(data, item.measure.unit),
        [
          'Stock Value',
          data && (isWorth || data.valueAtCost) ? (
            <span key="value" className="inline-row gap-3">
              {figure(formatMoney(data.value))} <RevalueStock item={item} card={data} />
            </span>
          ) : null,
        ],
        [
          'Last Price',
          data && data.lastPrice !== null && data.lastPrice !== cost ? figure(formatCost(data.lastPrice)) : null,
        ],
        ['Average Cost', isWorth && data.averageCost !== cost ? figure(formatComputedCost(data.averageCost)) : null],
      ]}
    />
  )
}

/** The stock of an assembly or a product, from its first movement on: many companies keep no stock of what they make. */
export function MadeStock({ item, ...rest }: Pick<StockCardProps, 'item' | 'cost'>) {
  const companyId = useCompanyId()
  const { data, isPending } = useQuery(api.stockHistory.get.queryOptions({ input: { companyId, id: item.id } }))
  if (isPending) return <Skeleton height={120} aria-busy="true" />
  if (data?.points.length === 0) return null
  return (
    <>
      <StockCard item={item} {...rest} />
      <StockLine itemId={item.id} />
    </>
  )
}

const shownSpots = 8

/** What is on hand by place and lot; nothing where it is not divided. */
function spotsOf(card: Stock | undefined, item: StockCardProps['item']): [label: string, value: ReactNode][] {
  if (!card?.places.some(({ locationId, lotNumber }) => locationId !== null || lotNumber !== null)) return []
  return card.places.map((spot) => {
    const code = spot.locationId === null ? 'No place' : card.placeCodes[spot.locationId]
    const where = `${code}${spot.lotNumber === null ? '' : `, lot ${spot.lotNumber}`}`
    return [where, <AtSpot key={where} {...{ item, spot, where }} hasPlaces={card.hasPlaces} />]
  })
}

const availableOf = (card: Stock | undefined, unit: string): [label: string, value: ReactNode][] =>
  card && card.available !== card.onHand
    ? [['Available', <StockFigure key="available" quantity={card.available} unit={unit} />]]
    : []

type AtSpotProps = { item: StockCardProps['item']; spot: Spot; where: string; hasPlaces: boolean }

function AtSpot({ item, spot, where, hasPlaces }: AtSpotProps) {
  const { lotNumber, quantity } = spot
  const text = <StockFigure quantity={quantity} unit={item.measure.unit} />
  return (
    <span className="inline-row gap-3">
      {lotNumber === null ? (
        text
      ) : (
        <Link
          title={`Movements of lot ${lotNumber}`}
          {...at('/inventory/movements', (search) => ({ ...companyOnly(search), q: item.number, lotNumber }))}
        >
          {text}
        </Link>
      )}
      {hasPlaces && <MoveStock item={{ ...item, stockLevel: quantity }} from={spot} where={where} />}
    </span>
  )
}

/** What is on hand, and the way to change it. */
export function OnHand({ item, isLow = false }: { item: AdjustedItem; isLow?: boolean }) {
  return (
    <span className="inline-row gap-3">
      <StockFigure
        quantity={item.stockLevel}
        unit={item.measure.unit}
        className={`tabular-nums ${classes.stock}`}
        isLow={isLow}
      />
      {useCan('stock.move') && <AdjustStock item={item} name={item.number} button="compact-xs" />}
    </span>
  )
}
