import { Button } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Part } from 'contract/inventory/parts.ts'
import { movementReasonLabels, type StockMovement } from 'contract/inventory/stock.ts'
import type { ReactNode } from 'react'
import { api } from '../../shared/api/api.ts'
import { messageOf } from '../../shared/api/server-errors.ts'
import { Moment } from '../../shared/format/moment.tsx'
import { useCan, useCompanyId } from '../../shared/session/session.ts'
import { ReverseMovement } from './reverse-movement.tsx'
import { signed } from './signed.ts'
import classes from './stock-movements.module.css'

const pageSize = 5

/** The stock movements of a part, newest first, down to its opening stock. */
export function StockMovements({ part }: { part: Part }) {
  const { id } = part
  const companyId = useCompanyId()
  const canWrite = useCan('inventory.write')
  const movements = useInfiniteQuery(
    api.stock.movements.infiniteOptions({
      input: (page: number) => ({ companyId, id, page, pageSize }),
      initialPageParam: 1,
      getNextPageParam: ({ total }, pages) => (pages.length * pageSize < total ? pages.length + 1 : undefined),
      placeholderData: keepPreviousData,
    }),
  )
  const { data, error } = movements
  if (error && !data) return <p className={classes.none}>{messageOf(error)}</p>
  const items = data?.pages.flatMap((page) => page.items) ?? []
  return (
    <section className={classes.section} aria-label="Stock movements" aria-busy={!data}>
      <h3 className={classes.title}>Stock movements</h3>
      {data && items.length === 0 && <p className={classes.none}>None since the part was added.</p>}
      <ol className={classes.list}>
        {items.map((movement) => (
          <Movement key={movement.id} movement={movement}>
            {movement.isReversed
              ? 'Reversed'
              : canWrite && movement.delta !== 0 && <ReverseMovement part={part} movement={movement} />}
          </Movement>
        ))}
        {items.length > 0 && !movements.hasNextPage && (
          <li className={classes.opening}>
            <span className={classes.balance}>{figure(data?.pages[0]?.opening ?? 0)}</span>
            <span>Opening stock</span>
          </li>
        )}
      </ol>
      {movements.hasNextPage && (
        <Button
          variant="subtle"
          size="compact-xs"
          loading={movements.isFetchingNextPage}
          onClick={() => void movements.fetchNextPage()}
        >
          Show older
        </Button>
      )}
    </section>
  )
}

const figure = (value: number) => value.toLocaleString('en-US')

type MovementProps = { movement: StockMovement; children: ReactNode }

function Movement({ movement: { delta, balance, reason, note, userName, createdAt }, children }: MovementProps) {
  return (
    <li className={classes.movement}>
      <span className={classes.delta} data-down={delta < 0 || undefined}>
        {signed(delta)}
      </span>
      <span className={classes.balance} title="On hand after it">
        {figure(balance)}
      </span>
      <span className={classes.what}>
        {movementReasonLabels[reason]}
        {note && <q className={classes.note}>{note}</q>}
        <small>
          {userName ?? 'System'} · <Moment at={createdAt} /> {children}
        </small>
      </span>
    </li>
  )
}
