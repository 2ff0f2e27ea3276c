import { Button, Skeleton, TextInput } from '@mantine/core'
import { IconBriefcase, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useNavigate, useSearch } from '@tanstack/react-router'
import type { CompanyCard } from 'contract/companies/companies.ts'
import { useDeferredValue } from 'react'
import { api } from '../../shared/api/api.ts'
import { EmptyState, LoadFailure } from '../../shared/feedback/empty-state.tsx'
import { Choice } from '../../shared/form/choice.tsx'
import { at } from '../../shared/page/at.ts'
import { PageHeader } from '../../shared/page/page-header.tsx'
import { usePageTitle } from '../../shared/page/page-title.ts'
import { steady } from '../../shared/page/steady.ts'
import { Count } from '../../shared/table/list-page.tsx'
import { CompanyTile } from './company-tile.tsx'
import { arrangeCompanies, type PortfolioSort, portfolioSorts } from './portfolio-order.ts'
import classes from './portfolio-page.module.css'
import { PortfolioTable } from './portfolio-table.tsx'

export function PortfolioPage() {
  usePageTitle('Portfolio')
  const { data, error, refetch } = useQuery(api.companies.list.queryOptions())
  const firm = data?.items.find(({ isSbr }) => isSbr)
  return (
    <div className={`stack gap-3 ${classes.page}`} ref={steady}>
      <PageHeader
        title="Portfolio Management"
        counts={firm && <NeedsCount firmId={firm.id} />}
        actions={
          <Button leftSection={<IconPlus size={15} />} component={Link} {...at('/portfolio/new', true)}>
            Add Portfolio Company
          </Button>
        }
      />
      {error && !data ? (
        <LoadFailure what="companies" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Companies companies={data.items} />
      ) : (
        <SkeletonCards />
      )}
      <Outlet />
    </div>
  )
}

function Companies({ companies }: { companies: CompanyCard[] }) {
  const firm = companies.filter((company) => company.isSbr)
  const parents = companies.filter((company) => !company.isSbr && company.type === 'parent')
  const portfolio = companies.filter((company) => !company.isSbr && company.type !== 'parent')
  return (
    <>
      <PortfolioTable />
      <h2 className={classes.subtitle}>Parent company</h2>
      {firm.map((company) => (
        <CompanyTile key={company.id} company={company} />
      ))}
      {parents.length > 0 && (
        <>
          <h2 className={classes.subtitle}>
            Other parent companies <span className="numeric">({parents.length})</span>
          </h2>
          <div className={classes.grid}>
            {parents.map((company) => (
              <CompanyTile key={company.id} company={company} />
            ))}
          </div>
        </>
      )}
      <Portfolio companies={portfolio} />
    </>
  )
}

/** Up to this many cards, people do not need a search. */
const few = 12

function Portfolio({ companies }: { companies: CompanyCard[] }) {
  const { q = '', sort = 'name' } = useSearch({ strict: false }) as { q?: string; sort?: PortfolioSort }
  const shown = arrangeCompanies(companies, useDeferredValue(q), sort)
  return (
    <>
      <div className="row flex-wrap justify-between gap-x-3 gap-y-2 mt-2">
        <h2 className={classes.subtitle}>
          Portfolio companies {companies.length > 0 && <span className="numeric">({companies.length})</span>}
        </h2>
        {(companies.length > few || q) && <Toolbar q={q} sort={sort} />}
      </div>
      {companies.length === 0 ? (
        <EmptyState icon={<IconBriefcase size={20} stroke={1.6} />} title="No portfolio companies yet">
          Click Add Portfolio Company to create the first one.
        </EmptyState>
      ) : shown.length === 0 ? (
        <p className="text-muted" role="status">
          Nothing matches “{q}”.
        </p>
      ) : (
        <div className={classes.grid}>
          {shown.map((company) => (
            <CompanyTile key={company.id} company={company} />
          ))}
        </div>
      )}
    </>
  )
}

function Toolbar({ q, sort }: { q: string; sort: PortfolioSort }) {
  const navigate = useNavigate()
  const set = (changes: { q?: string; sort?: string }) =>
    void navigate({ ...at('.', (before) => ({ ...before, ...changes })), replace: true })
  return (
    <search className={`flex gap-2 ${classes.toolbar}`}>
      <TextInput
        type="search"
        aria-label="Search companies"
        placeholder="Search companies"
        leftSection={<IconSearch size={15} aria-hidden />}
        value={q}
        onChange={(event) => set({ q: event.currentTarget.value })}
      />
      <Choice
        aria-label="Sort by"
        value={sort}
        onChange={(chosen) => set({ sort: chosen })}
        data={Object.entries(portfolioSorts).map(([value, label]) => ({ value, label }))}
      />
    </search>
  )
}

const SkeletonCards = () => (
  <div className="grid gap-3" aria-busy="true">
    <div className="card">
      <Skeleton className="rows" height={180} />
    </div>
    <div className={classes.grid}>
      {[1, 2, 3].map((card) => (
        <div key={card} className="card">
          <Skeleton className="rows" height={116} />
        </div>
      ))}
    </div>
  </div>
)

/** How many things wait in the firm itself, such as requests for access, with a link to them. Nothing when there are none. */
function NeedsCount({ firmId }: { firmId: string }) {
  const { data } = useQuery(api.needs.list.queryOptions({ input: { companyId: firmId } }))
  if (!data?.total) return null
  return (
    <Link
      to="/company/$companyId"
      params={{ companyId: firmId }}
      search={{ company: firmId }}
      className={`no-underline text-inherit ${classes.needs}`}
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
