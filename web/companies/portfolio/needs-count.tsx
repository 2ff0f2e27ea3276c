import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../shared/api/api.ts'
import { Count } from '../../shared/table/list-page.tsx'
import classes from './portfolio-page.module.css'

/** How many things wait in the firm itself, such as requests for access, with a link to them. Nothing when there are none. */
export function NeedsCount({ firmId }: { firmId: string }) {
  const { data } = useQuery(api.needs.list.queryOptions({ input: { companyId: firmId } }))
  if (!data?.total) return null
  return (
    <Link
      to="/company/$companyId"
      params={{ companyId: firmId }}
      search={{ company: firmId }}
      className={classes.needs}
      title="Open the dashboard"
    >
      <Count
        value={data.total.toLocaleString('en-US')}
        label={data.total === 1 ? 'needs you' : 'need you'}
        tone="warning"
      />
    </Link>
  )
}
