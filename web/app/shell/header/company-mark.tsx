import { CompanyMonogram } from '../../../shared/session/company-monogram.tsx'
import { useCompany } from '../../../shared/session/session.ts'
import classes from './company-switcher.module.css'

/** The name of the one company a member works in. */
export function CompanyMark() {
  const company = useCompany()
  if (!company) return null
  return (
    <span className={classes.mark} title={company.name}>
      <CompanyMonogram {...company} />
      <span>{company.name}</span>
    </span>
  )
}
