import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type CompanyDetails, companyStatusLabels, companyTypeLabels } from 'contract/companies/companies.ts'
import { companyColorLabels } from 'contract/companies/company-colors.ts'
import { formatMoney } from 'contract/money.ts'
import { formatDate } from '../../shared/format/dates.ts'
import { Moment } from '../../shared/format/moment.tsx'
import { MailLink } from '../../shared/record/mail-link.tsx'
import { Fields } from '../../shared/record/record-drawer.tsx'
import { useCan } from '../../shared/session/session.ts'
import classes from './company-dialog.module.css'

/** The tab Details, read-only. */
export function CompanyFacts({ company, onEdit }: { company: CompanyDetails; onEdit: () => void }) {
  const canWrite = useCan('company.write')
  const { contactInfo, metadata } = company
  const facts = Object.entries(metadata)
  return (
    <>
      {canWrite && (
        <div className={`flex flex-wrap items-end gap-2 ${classes.bar} justify-end ${classes.end}`}>
          <Button variant="default" size="xs" leftSection={<IconPencil size={14} />} onClick={onEdit}>
            Edit
          </Button>
        </div>
      )}
      <Company company={company} />
      <Fields
        title="Address and contact"
        rows={[
          ['Address', addressOf(company.address)],
          ['Contact Person', contactInfo.person],
          ['Email', contactInfo.email && <MailLink address={contactInfo.email} />],
          [
            'Phone',
            contactInfo.phone && <a href={`tel:${contactInfo.phone.replace(/[^\d+]/g, '')}`}>{contactInfo.phone}</a>,
          ],
        ]}
      />
      {facts.length > 0 && <Fields title="Further details" rows={facts} />}
    </>
  )
}

function Company({ company }: { company: CompanyDetails }) {
  const { employeeCount, annualRevenue, website, timeZone, shiftHours } = company
  return (
    <Fields
      rows={[
        ['Description', company.description],
        ['Status', companyStatusLabels[company.status]],
        ['Type', companyTypeLabels[company.type]],
        ...(company.type === 'portfolio' ? [['Parent Company', company.parentName] as [string, string | null]] : []),
        ['Industry', company.industry],
        ['Founded', company.foundedOn && formatDate(company.foundedOn)],
        ['Employees', employeeCount?.toLocaleString('en-US') ?? null],
        ['Annual Revenue', annualRevenue === null ? null : formatMoney(annualRevenue)],
        ['Website', website && <Website address={website} />],
        ['Time Zone', timeZone.replaceAll('_', ' ')],
        ['Shift Length', `${shiftHours} h`],
        ['Colour', companyColorLabels[company.color]],
        ['Created', <Moment key="created" at={company.createdAt} timeZone={timeZone} />],
        ['Last changed', <Moment key="changed" at={company.updatedAt} timeZone={timeZone} />],
      ]}
    />
  )
}

function Website({ address }: { address: string }) {
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {address.replace(/^https?:\/\//, '')}
    </a>
  )
}

function addressOf({ street, city, region, postalCode, country }: CompanyDetails['address']): string | null {
  const place = [city, [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return [street, place, country].filter(Boolean).join('\n') || null
}
