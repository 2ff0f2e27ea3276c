import { ActionIcon, Badge, Button } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type CompanyCard, companyTypeLabels } from 'contract/companies/companies.ts'
import { formatAmount } from 'contract/money.ts'
import { at } from '../../shared/page/at.ts'
import { CompanyDot } from '../../shared/session/company-monogram.tsx'
import { CompanyStatus } from '../company-status.tsx'
import classes from './company-tile.module.css'

/** A company of the portfolio: its figures and links into it. */
export function CompanyTile({ company }: { company: CompanyCard }) {
  const { id, name, description, isSbr, type, status } = company
  return (
    <article className={`surface stack ${classes.tile}`} aria-label={name} data-firm={isSbr || undefined}>
      <div className="row gap-2">
        <CompanyDot companyId={id} />
        <h3 className="flex-1 min-w-0 text-md break-words">{name}</h3>
        {type === 'parent' && <Badge color="gray">{companyTypeLabels.parent}</Badge>}
        <CompanyStatus status={status} />
      </div>
      <p className={`overflow-hidden mt-1 text-sm text-muted ${classes.description}`} title={description ?? undefined}>
        {description ?? 'No description'}
      </p>
      <Figures company={company} />
      <Actions company={company} />
    </article>
  )
}

function Figures({
  company: { peopleCount, partCount, lowStockCount, monthRevenue, currency },
}: {
  company: CompanyCard
}) {
  const figures: [label: string, value: string][] = [
    ['People', peopleCount.toLocaleString('en-US')],
    ['Parts', partCount.toLocaleString('en-US')],
    ['Low Stock', lowStockCount.toLocaleString('en-US')],
  ]
  if (monthRevenue !== null) figures.push(['Revenue (month)', formatAmount(monthRevenue, currency ?? 'USD')])
  return (
    <dl className={`numeric flex flex-wrap gap-x-6 gap-y-2 ${classes.figures}`}>
      {figures.map(([label, value]) => {
        const isWarning = label === 'Low Stock' && lowStockCount > 0
        return (
          <div key={label} data-warning={isWarning || undefined}>
            <dt className="text-faint text-xs">{label}</dt>
            <dd className="row gap-1 m-0 text-md font-semibold">
              {isWarning && <IconAlertTriangle size={13} aria-hidden />}
              {value}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function Actions({ company: { id, name, isSbr } }: { company: CompanyCard }) {
  return (
    <div className="row flex-wrap gap-2 mt-auto">
      <Button variant="default" size="xs" component={Link} {...at(`/company/${id}`, { company: id })}>
        Dashboard
      </Button>
      <Button variant="default" size="xs" component={Link} {...at('/inventory/parts', { company: id })}>
        Manage Inventory
      </Button>
      {isSbr ? (
        <Button variant="default" size="xs" component={Link} {...at(`/portfolio/${id}`, true)}>
          View Details
        </Button>
      ) : (
        <ActionIcon
          className="ml-auto"
          aria-label={`View Details of ${name}`}
          title="View Details"
          component={Link}
          {...at(`/portfolio/${id}`, true)}
        >
          <IconInfoCircle size={17} stroke={1.6} />
        </ActionIcon>
      )}
    </div>
  )
}
