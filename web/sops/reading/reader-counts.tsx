import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { useCompanyId } from '../../shared/session/session.ts'
import classes from './reader-counts.module.css'

/** How many people of each company have read a SOP that SBR shares; for its operators. */
export function ReaderCounts({ id }: { id: string }) {
  const companyId = useCompanyId()
  const { data, isPending } = useQuery(api.sopReadings.counts.queryOptions({ input: { companyId, id } }))
  if (isPending) return <Skeleton height={0} />
  if (!data?.items.length) return null
  return (
    <section aria-label="Read by company">
      <h2 className="mb-2 text-md">Read by company</h2>
      <dl className={classes.list}>
        {data.items.map(({ companyId: key, name, people, readers }) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd className="numeric m-0 text-muted">
              {readers} of {people}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
