import { Badge, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { CompanyName } from 'contract/companies/companies.ts'
import { CompanyDot } from '../shared/company-dot.tsx'
import { usePageTitle } from '../shared/page-title.ts'
import { useSession } from '../shared/session.ts'
import classes from './portfolio-page.module.css'

export function PortfolioPage() {
  usePageTitle('Portfolio')
  const { companies } = useSession()
  const firm = companies.filter((company) => company.isSbr)
  const portfolio = companies.filter((company) => !company.isSbr)
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>Portfolio Management</h1>
      <h2 className={classes.subtitle}>Parent company</h2>
      {firm.map((company) => (
        <CompanyCard key={company.id} company={company} />
      ))}
      <h2 className={classes.subtitle}>Portfolio companies</h2>
      {portfolio.length === 0 && <p className={classes.none}>No portfolio companies yet</p>}
      <div className={classes.grid}>
        {portfolio.map((company) => (
          <CompanyCard key={company.id} company={company} />
        ))}
      </div>
    </div>
  )
}

const statusLabels: Record<CompanyName['status'], string> = { active: 'Active', inactive: 'Inactive', sold: 'Sold' }

function CompanyCard({ company: { id, name, status } }: { company: CompanyName }) {
  return (
    <article className={classes.card} aria-label={name}>
      <div className={classes.heading}>
        <CompanyDot companyId={id} />
        <h3 className={classes.name} title={name}>
          {name}
        </h3>
        <Badge color={status === 'active' ? 'green' : 'gray'}>{statusLabels[status]}</Badge>
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          size="xs"
          renderRoot={(props) => <Link to="/dashboard" search={{ company: id }} {...props} />}
        >
          Dashboard
        </Button>
        <Button
          variant="default"
          size="xs"
          renderRoot={(props) => <Link to="/inventory/parts" search={{ company: id }} {...props} />}
        >
          Manage Inventory
        </Button>
      </div>
    </article>
  )
}
