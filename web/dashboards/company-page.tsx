import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, notFound, useParams } from '@tanstack/react-router'
import { api } from '../shared/api/api.ts'
import { statusOf } from '../shared/api/server-errors.ts'
import { LoadFailure } from '../shared/feedback/empty-state.tsx'
import { at } from '../shared/page/at.ts'
import { PageHeader } from '../shared/page/page-header.tsx'
import { usePageTitle } from '../shared/page/page-title.ts'
import { steady } from '../shared/page/steady.ts'
import { useCan, useSession } from '../shared/session/session.ts'
import { CompanyBoard } from './company-board.tsx'
import classes from './dashboard.module.css'

/** /company/{companyId} */
export function CompanyPage() {
  const { companyId } = useParams({ strict: false }) as { companyId: string }
  const isInPortfolio = useCan('portfolio.read')
  const { data, error, refetch } = useQuery(api.dashboard.get.queryOptions({ input: { companyId } }))
  const { companies } = useSession()
  const name = companies.find(({ id }) => id === companyId)?.name ?? data?.company.name
  const title = name ? `${name} Dashboard` : 'Dashboard'
  usePageTitle(title)
  // A malformed id is refused as bad input.
  if (error && [400, 404].includes(statusOf(error) ?? 0)) throw notFound()
  const isFailed = error !== null && !data
  return (
    <div className={`stack gap-3 ${classes.page}`} ref={steady}>
      <PageHeader title={title} actions={isInPortfolio && <BackToPortfolio />} />
      {isFailed ? (
        <LoadFailure what="company details" error={error} onRetry={() => void refetch()} />
      ) : (
        <CompanyBoard companyId={companyId} dashboard={data} />
      )}
    </div>
  )
}

function BackToPortfolio() {
  return (
    <Button
      variant="subtle"
      size="compact-md"
      leftSection={<IconArrowLeft size={14} />}
      component={Link}
      {...at('/portfolio')}
    >
      Back to Portfolio
    </Button>
  )
}
