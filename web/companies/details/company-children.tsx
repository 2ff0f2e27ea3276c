import type { CompanyDetails } from 'contract/companies/companies.ts'
import { Day } from '../../shared/format/moment.tsx'
import { CompanyDot } from '../../shared/session/company-monogram.tsx'
import { CompanyStatus } from '../company-status.tsx'
import classes from './company-dialog.module.css'

type CompanyChildrenProps = { items: NonNullable<CompanyDetails['children']>; onOpen: (id: string) => void }

/** The tab Portfolio: the companies that belong to this one. */
export function CompanyChildren({ items, onOpen }: CompanyChildrenProps) {
  if (items.length === 0) return <p className={classes.none}>No companies belong to this one.</p>
  return (
    <ul className={classes.list}>
      {items.map(({ id, name, description, status, createdAt, timeZone }) => (
        <li key={id} className={classes.row}>
          <CompanyDot companyId={id} />
          <div className={classes.main}>
            <button type="button" className={classes.child} onClick={() => onOpen(id)}>
              {name}
            </button>
            {description && <span className={`text-xs text-muted ${classes.summary}`}>{description}</span>}
          </div>
          <span className="text-xs text-muted">
            Created <Day at={createdAt} timeZone={timeZone} />
          </span>
          <CompanyStatus status={status} />
        </li>
      ))}
    </ul>
  )
}
