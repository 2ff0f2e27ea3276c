import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SopUse } from 'contract/sops/sops.ts'
import { api } from '../../shared/api/api.ts'
import { at } from '../../shared/page/at.ts'
import { useAddressOf } from '../../shared/record/places.ts'
import { useCompanyId } from '../../shared/session/session.ts'
import { companyOnly } from '../../shared/table/list-search.ts'
import classes from './linked-sop.module.css'

/** The items and open tasks that name a SOP. Shows nothing if there are none. */
export function SopUses({ id, isItemsOnly = false }: { id: string; isItemsOnly?: boolean }) {
  const companyId = useCompanyId()
  const { data, isPending } = useQuery(api.sops.uses.queryOptions({ input: { companyId, id } }))
  if (isPending) return <Skeleton height={0} />
  const items = data?.items.filter(({ type }) => !isItemsOnly || type !== 'task') ?? []
  if (!data || items.length === 0) return null
  // Tasks come last: where one was left out, all items are shown.
  const moreCount = items.length < data.items.length ? 0 : data.total - items.length
  return (
    <section className="mt-4 border-t pt-4 no-print" aria-label="Used by">
      <h3 className="mb-2 text-xs text-muted font-medium">Used by</h3>
      <ul className={classes.uses}>
        {items.map((use) => (
          <Use key={use.id} use={use} />
        ))}
      </ul>
      {moreCount > 0 && <p className="text-sm text-muted break-words">and {moreCount} more</p>}
    </section>
  )
}

const Use = ({ use: { type, id, number, name } }: { use: SopUse }) => (
  <li>
    <Link {...at(useAddressOf()(type, id) ?? '.', companyOnly)}>{[number, name].filter(Boolean).join(' ')}</Link>
    <span>{type}</span>
  </li>
)
