import { CompanyDot } from '../shared/session/company-monogram.tsx'
import { useCompany } from '../shared/session/session.ts'
import classes from './company-switcher.module.css'

/** The name of the one company a member works in. */
export function CompanyMark() {
  const company = useCompany()
  if (!company) return null
  return (
    <span className={classes.mark} title={company.name}>
      <CompanyDot companyId={company.id} />
      <span>{company.name}</span>
    </span>
  )
}
