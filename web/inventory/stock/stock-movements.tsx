import { Button } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { CompanyMovement } from 'contract/inventory/movements.ts'
import { formatMoney } from 'contract/money.ts'
import { formatQuantity } from 'contract/units.ts'
import type { ReactNode } from 'react'
import { api } from '../../shared/api/api.ts'
import { messageOf } from '../../shared/api/server-errors.ts'
import { Moment } from '../../shared/format/moment.tsx'
import { useCan, useCompanyId } from '../../shared/session/session.ts'
import type { AdjustedItem } from './adjusted-item.ts'
import { reasonAndPlace, signed } from './posted.ts'
import { isReversible, ReverseMovement } from './reverse-movement.tsx'
import { AdjustStock } from './stock-adjustment.tsx'
import classes from './stock-movements.module.css'

const pageSize = 5

/** `unmoved`: an item whose first movement begins here, when it has none */
type StockMovementsProps = { itemId: string; unmoved?: Omit<AdjustedItem, 'stockLevel'> }

/** The stock movements of a part, an assembly or a product, newest first, down to its opening stock. Nothing without any. */
export function StockMovements({ itemId, unmoved }: StockMovementsProps) {
  const companyId = useCompanyId()
  const canMove = useCan('stock.move')
  const movements = useInfiniteQuery(
    api.movements.list.infiniteOptions({
      input: (page: number) => ({ companyId, itemId, page, pageSize }),
      initialPageParam: 1,
      getNextPageParam: ({ total }, pages) => (pages.length * pageSize < total ? pages.length + 1 : undefined),
      placeholderData: keepPreviousData,
    }),
  )
  const { data, error } = movements
  if (error && !data) return <p className="m-0 text-sm text-muted">{messageOf(error)}</p>
  const items = data?.pages.flatMap((page) => page.items) ?? []
  const begins = canMove && unmoved
  if (data && items.length === 0 && !begins) return null
  return (
    <section className="mt-4 border-t pt-4" aria-label="Stock movements" aria-busy={!data}>
      <h3 className="mb-2 text-xs text-muted font-medium">Stock movements</h3>
      {data && items.length === 0 && begins && (
        <AdjustStock item={{ ...begins, stockLevel: 0 }} name={begins.number} button="compact-xs" />
      )}
      <ol className={`grid mb-1 gap-x-4 p-0 ${classes.list}`}>
        {items.map((movement) => (
          <Movement key={movement.id} movement={movement}>
            {movement.isReversed
              ? 'Reversed'
              : canMove && isReversible(movement) && <ReverseMovement movement={movement} />}
          </Movement>
        ))}
      </ol>
      {movements.hasNextPage && (
        <Button
          variant="subtle"
          size="compact-xs"
          loading={movements.isFetchingNextPage}
          onClick={() => void movements.fetchNextPage()}
        >
          Show Older
        </Button>
      )}
    </section>
  )
}

type MovementProps = { movement: CompanyMovement; children: ReactNode }

function Movement({
  movement: { delta, balance, value, reason, note, userName, createdAt, unit, locationCode, lotNumber },
  children,
}: MovementProps) {
  return (
    <li className={`grid items-baseline col-span-full text-sm tabular-nums ${classes.movement}`}>
      <span className={`text-success font-medium text-right ${classes.delta}`} data-down={delta < 0 || undefined}>
        {signed(delta, unit)}
      </span>
      <span className={`text-muted text-right ${classes.balance}`} title="On hand after it">
        {formatQuantity(balance, unit)}
      </span>
      <span className={`stack min-w-0 break-words ${classes.what}`}>
        {reasonAndPlace({ delta, locationCode, reason })}
        {lotNumber && `, lot ${lotNumber}`}
        {note && <q className="text-muted">{note}</q>}
        <small>
          {userName ?? 'System'} · <Moment at={createdAt} />
          {value !== null && value !== 0 && ` · ${formatMoney(value)}`} {children}
        </small>
      </span>
    </li>
  )
}
