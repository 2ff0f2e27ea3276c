import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readStateLabels } from 'contract/sops/readings.ts'
import { api } from '../../shared/api/api.ts'
import { LoadFailure } from '../../shared/feedback/empty-state.tsx'
import { Day } from '../../shared/format/moment.tsx'
import classes from '../dashboard.module.css'

const shown = 5

/** The SOPs that the list marks as not read, the last changed first. */
export function NewSops({ companyId }: { companyId: string }) {
  const input = { companyId, isUnread: 'true', sort: 'updatedAt', order: 'desc', pageSize: shown } as const
  const { data, error, refetch } = useQuery(api.sops.list.queryOptions({ input }))
  if (error && !data) return <LoadFailure what="SOPs" error={error} onRetry={() => void refetch()} />
  const more = data ? data.total - data.items.length : 0
  return (
    <section className="card" aria-label="SOPs to Read">
      <h2 className="card-title">SOPs to Read</h2>
      {!data ? (
        <Skeleton height={80} />
      ) : data.items.length === 0 ? (
        <p className="text-sm text-muted">You have read all SOPs.</p>
      ) : (
        <ul className={classes.sops}>
          {data.items.map(({ id, title, updatedAt, reading, companyId: ownerId }) => (
            <li key={id}>
              <Link to="/sops/$id" params={{ id }} className={classes.part}>
                {title}
              </Link>
              <span className="flex-none text-xs text-muted">
                {ownerId !== companyId && 'Shared by SBR'}
                {ownerId !== companyId && reading === 'again' && ' · '}
                {reading === 'again' && (
                  <>
                    {readStateLabels.again} · changed <Day at={updatedAt} />
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <Link to="/sops" className={classes.more} data-small>
          {more.toLocaleString('en-US')} more
        </Link>
      )}
    </section>
  )
}
