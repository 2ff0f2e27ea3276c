// SQL of links: a row names a vendor or a SOP, a record refers to one.

import { sql } from 'kysely'
import type { Sql } from '../import-key.ts'
import type { Names } from '../types/type-sql.ts'
import type { Target, TargetColumn } from './targets.ts'

/** The column that links the rows of a section to vendors. */
export const vendorLink = ({ columns }: Pick<Target, 'columns'>) => columns.find(({ linksTo }) => linksTo === 'vendors')

/** Join: the stored vendor that the row names, if any; a file without vendors needs no join. */
export const linkedVendor = (companyId: string, target: Pick<Target, 'columns'>, names: Names) => {
  const link = vendorLink(target)
  const { vendor } = names
  return link
    ? sql`left join vendors ${sql.ref(vendor)} on ${sql.ref(`${vendor}.company_id`)} = ${companyId}
        and app.folded(${sql.ref(`${vendor}.name`)}) = app.folded(${cellText(link, names)})`
    : sql``
}

/** The id of the record that the row links to. */
export const sentLink = (link: TargetColumn, names: Names): Sql =>
  link.linksTo === 'vendors' ? sql.ref(`${names.vendor}.id`) : sql`${cellText(link, names)}::uuid`

/**
 * Whether the row has another link than the record. A vendor of the same file has no id yet. Where empty cells clear values, an empty cell
 * still does not clear a SOP that the reader may not see: an export leaves that cell empty.
 */
export const differentLink = (link: TargetColumn, names: Names): Sql => {
  const isVendor = link.linksTo === 'vendors'
  const stored = sql.ref(`${names.record}.${isVendor ? 'vendor_id' : 'sop_id'}`)
  const vendor = sql.ref(`${names.vendor}.id`)
  const isOther = isVendor
    ? sql`(${stored} is distinct from ${vendor} or ${vendor} is null)`
    : sql`${stored} is distinct from ${cellText(link, names)}::uuid`
  if (link.isKept) return sql`(${cellText(link, names)} is not null and ${isOther})`
  const isCleared = sql`${stored} is not null${isVendor ? sql`` : sql` and ${readableSop(names)} is not null`}`
  return sql`(case when ${cellText(link, names)} is null then ${isCleared} else ${isOther} end)`
}

/** The old and the new link, by the names that people know. */
export const shownLinks = (link: TargetColumn, names: Names): [old: Sql, new: Sql] => {
  const { record } = names
  const oldVendor = sql`(select v.name::text from vendors v
    where v.company_id = ${sql.ref(`${record}.company_id`)} and v.id = ${sql.ref(`${record}.vendor_id`)})`
  return [link.linksTo === 'vendors' ? oldVendor : sql`${readableSop(names)}::text`, cellText(link, names)]
}

/** The SOP of the record, if the reader may see it. */
const readableSop = ({ record }: Names) => sql`(select own.id from sops own
  where own.company_id in (${sql.ref(`${record}.company_id`)}, app.firm()) and own.id = ${sql.ref(`${record}.sop_id`)})`

/** The cell of the row, as text. */
export const cellText = ({ place }: Pick<TargetColumn, 'place'>, { values }: Pick<Names, 'values'>) =>
  sql`${values}[${sql.lit(place)}]`
