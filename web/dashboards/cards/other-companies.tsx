import { Skeleton } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { PortfolioRow } from 'contract/dashboards/figures.ts'
import { api } from '../../shared/api/api.ts'
import { at } from '../../shared/page/at.ts'
import { icon } from '../needs/need-line.tsx'
import own from '../needs/needs-you.module.css'

const few = 5

/** The other companies with overdue or blocked tasks, the most troubled first, and the way to all companies. */
export default function OtherCompanies({ companyId }: { companyId: string }) {
  const { data, error } = useQuery(api.figures.portfolio.queryOptions())
  const troubled = data?.items.filter((row) => row.id !== companyId && row.overdueTasks + row.blockedTasks > 0)
  return (
    <>
      {!data && !error && <Skeleton height="2.5rem" />}
      {troubled && troubled.length > 0 && (
        <>
          <h3 className="mt-3 text-xs text-muted font-medium">In Other Companies</h3>
          <ul className="mb-1 text-sm">
            {troubled.slice(0, few).map((row) => (
              <li key={row.id} className={`relative grid border-t items-center py-2 ${own.need}`}>
                <Company row={row} />
              </li>
            ))}
          </ul>
        </>
      )}
      <Link {...at('/portfolio')} className="inline-block mt-1 text-accent text-sm">
        {troubled && troubled.length > few
          ? `${(troubled.length - few).toLocaleString('en-US')} more in the portfolio`
          : 'All companies'}
      </Link>
    </>
  )
}

const Company = ({ row: { id, name, overdueTasks, blockedTasks } }: { row: PortfolioRow }) => (
  <>
    <span className="grid text-warning place-items-center" aria-hidden>
      <IconBuilding {...icon} />
    </span>
    <span className="min-w-0">
      <Link
        to="/company/$companyId"
        params={{ companyId: id }}
        search={{ company: id }}
        className={`truncate block text-plain no-underline ${own.title}`}
      >
        {name}
      </Link>
      <span className={`row flex-wrap text-muted text-xs break-words ${own.facts}`}>
        {overdueTasks > 0 && <Count status="overdue" count={overdueTasks} companyId={id} />}
        {blockedTasks > 0 && <Count status="blocked" count={blockedTasks} companyId={id} />}
      </span>
    </span>
  </>
)

type CountProps = { status: 'overdue' | 'blocked'; count: number; companyId: string }

const Count = ({ status, count, companyId }: CountProps) => (
  <Link
    {...at('/tasks', { status, scope: 'all', company: companyId })}
    className={`inline-row text-inherit min-h-6 ${own.number}`}
  >
    {`${count.toLocaleString('en-US')} ${count === 1 ? 'task' : 'tasks'} ${status}`}
  </Link>
)
