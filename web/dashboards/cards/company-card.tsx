import { Skeleton } from '@mantine/core'
import { companyStatusLabels, companyTypeLabels } from 'contract/companies/companies.ts'
import type { CompanyDashboard } from 'contract/dashboards/dashboard.ts'
import { CompanyPeople } from '../../companies/public.tsx'
import { AskForPerson } from '../../identity/public.tsx'
import { Day } from '../../shared/format/moment.tsx'
import { Fields } from '../../shared/record/record-drawer.tsx'
import { useCan } from '../../shared/session/session.ts'
import classes from '../dashboard.module.css'

/** The people of a company, for its operators: people of the firm have the Admin Panel. */
export function PeopleCard({ companyId }: { companyId: string }) {
  const isOperator = useCan('company.readFull')
  const hasAdminPanel = useCan('person.read')
  const canAsk = useCan('person.ask')
  if (!isOperator || hasAdminPanel) return null
  return (
    <section className="card" aria-label="People">
      <div className={`row flex-wrap justify-between gap-2 mb-2 ${classes.titleRow}`}>
        <h2 className="card-title">People</h2>
        {canAsk && <AskForPerson companyId={companyId} />}
      </div>
      <CompanyPeople companyId={companyId} />
    </section>
  )
}

/** Company Details (product.md 2). */
export function CompanyCard({ company }: { company: CompanyDashboard['company'] | undefined }) {
  return (
    <section className="card">
      <h2 className="card-title">Company Details</h2>
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
