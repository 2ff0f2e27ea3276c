import type { CompanyColor } from 'contract/companies/company-colors.ts'
import classes from './company-monogram.module.css'
import { initialsOf } from './person-mark.tsx'
import { useSession } from './session.ts'

/** The initials of a company on its colour, so that people who work in several recognise it at a glance. Its name is beside it. */
export function CompanyMonogram({ name, color }: { name: string; color: CompanyColor }) {
  return (
    <span
      className={`inline-row flex-none justify-center font-semibold tracking-normal ${classes.monogram}`}
      data-company={color}
      aria-hidden
    >
      {initialsOf(name)}
    </span>
  )
}

/** The dot of a company of which only the id is known. */
export function CompanyDot({ companyId }: { companyId: string }) {
  const company = useSession().companies.find(({ id }) => id === companyId)
  return company ? <CompanyMonogram {...company} /> : null
}
