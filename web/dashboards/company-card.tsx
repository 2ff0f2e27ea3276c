import { Skeleton } from '@mantine/core'
import { companyStatusLabels, companyTypeLabels } from 'contract/companies/companies.ts'
import type { CompanyDashboard } from 'contract/dashboards/dashboard.ts'
import { Day } from '../shared/format/moment.tsx'
import { Fields } from '../shared/record/record-drawer.tsx'
import classes from './dashboard.module.css'

/** Company Details (product.md 2). */
export function CompanyCard({ company }: { company: CompanyDashboard['company'] | undefined }) {
  return (
    <section className={classes.card}>
      <h2 className={classes.cardTitle}>Company Details</h2>
      {company ? (
        <Fields
          rows={[
            ['Status', companyStatusLabels[company.status]],
            ['Type', companyTypeLabels[company.type]],
            ['Description', company.description],
            ['Created', <Day key="created" at={company.createdAt} timeZone={company.timeZone} />],
          ]}
        />
      ) : (
        <Skeleton height={96} />
      )}
    </section>
  )
}
