import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../shared/api/api.ts'
import { LoadFailure } from '../shared/feedback/empty-state.tsx'
import { Day } from '../shared/format/moment.tsx'
import classes from './dashboard.module.css'

const week = 7 * 86_400_000

/** The SOPs that were published or changed in the last seven days: what somebody should read. */
export function NewSops({ companyId }: { companyId: string }) {
  const input = { companyId, status: 'published', sort: 'updatedAt', order: 'desc', pageSize: 5 } as const
  const { data, error, refetch } = useQuery(api.sops.list.queryOptions({ input }))
  if (error && !data) return <LoadFailure what="SOPs" error={error} onRetry={() => void refetch()} />
  const fresh = data?.items.filter(({ updatedAt }) => Date.now() - Date.parse(updatedAt) < week)
  return (
    <section className={classes.card} aria-label="SOPs to Read">
      <h2 className={classes.cardTitle}>SOPs to Read</h2>
      {!fresh ? (
        <Skeleton height={80} />
      ) : fresh.length === 0 ? (
        <p className={classes.text}>Nothing new since last week.</p>
      ) : (
        <ul className={classes.people}>
          {fresh.map(({ id, title, updatedAt, createdAt }) => (
            <li key={id}>
              <Link to="/sops/$id" params={{ id }} className={classes.part} title={title}>
                {title}
              </Link>
              <span className={classes.when}>
                {Date.now() - Date.parse(createdAt) < week ? 'new' : 'changed'} <Day at={updatedAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <Link to="/sops" className={classes.more}>
        All SOPs
      </Link>
    </section>
  )
}
