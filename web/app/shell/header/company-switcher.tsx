import { useNavigate } from '@tanstack/react-router'
import { LazySelect } from '../../../shared/form/lazy-select.tsx'
import { at } from '../../../shared/page/at.ts'
import { CompanyDot, CompanyMonogram } from '../../../shared/session/company-monogram.tsx'
import { useCompany, useCompanyId, useSession } from '../../../shared/session/session.ts'
import classes from './company-switcher.module.css'

/** Chooses the company of the screens; searchable, with name and colour always in sight (product.md 10). */
export function CompanySwitcher() {
  const { companies } = useSession()
  const companyId = useCompanyId()
  const switchTo = useCompanySwitch()
  return (
    <LazySelect
      className={classes.switcher}
      aria-label="Company"
      searchable
      // Typed text replaces the shown name; a click would drop the selection made on focus.
      onFocus={(event) => event.currentTarget.select()}
      onClick={(event) => event.currentTarget.select()}
      selectFirstOptionOnChange
      allowDeselect={false}
      nothingFoundMessage="No such company"
      maxDropdownHeight={360}
      value={companyId}
      onChange={(company) => company && switchTo(company)}
      data={companies.map(({ id, name }) => ({ value: id, label: name }))}
      leftSection={<CompanyDot companyId={companyId} />}
      renderOption={({ option }) => (
        <span className="row min-w-0 gap-2">
          <CompanyDot companyId={option.value} />
          {option.label}
        </span>
      )}
    />
  )
}

/** Only the company changes: an open record or a search belongs to the company it was found in. */
export function useCompanySwitch(): (company: string) => void {
  const navigate = useNavigate()
  return (company) => {
    const path = window.location.pathname
    const to = path.startsWith('/company/') ? `/company/${company}` : listPathOf(path)
    void navigate(at(to, { company }))
  }
}

const listPathOf = (path: string) => path.split('/').slice(0, 3).join('/')

/** The name of the one company a member works in. */
export function CompanyMark() {
  const company = useCompany()
  if (!company) return null
  return (
    <span className={`row gap-2 min-w-0 font-medium nowrap ${classes.mark}`} title={company.name}>
      <CompanyMonogram {...company} />
      <span>{company.name}</span>
    </span>
  )
}
