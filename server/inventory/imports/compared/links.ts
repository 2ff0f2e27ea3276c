import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/handle.ts'
import { indexStage, makeStage } from '../stages.ts'
import type { Target, TargetColumn } from './targets.ts'

/**
 * Marks the rows that name a vendor who is neither in the company nor in the file, or a SOP that cannot be linked. A link that
 * the record has already is never at fault.
 */
export async function settleLinks(db: Db, companyId: string, importId: string, targets: Target[]): Promise<void> {
  const withLinks = targets.filter(({ columns }) => columns.some(({ linksTo }) => linksTo))
  if (withLinks.length === 0) return
  await makeStage(db, 'file_vendors')
  await sql`insert into file_vendors (name) select distinct entity_key from import_rows
    where company_id = ${companyId} and import_id = ${importId} and type = 'vendors' and action <> 'error'`.execute(db)
  await indexStage(db, 'file_vendors')
  for (const target of withLinks) await markFaults(db, companyId, importId, target)
}

async function markFaults(db: Db, companyId: string, importId: string, target: Target) {
  const links = target.columns.filter(({ linksTo }) => linksTo)
  const faults = links.map((link) => {
    const isKnown = link.linksTo === 'vendors' ? sql`coalesce(linked.id::text, file_vendor.name)` : sql`sop.id`
    return sql`case when ${value(link)} is not null and ${isKnown} is null and ${differentLink(link)}
      then ${link.header}::text || ': ' || ${value(link)} || ' does not exist' end`
  })
  const joins = links.map((link) =>
    link.linksTo === 'vendors'
      ? sql`left join file_vendors file_vendor on file_vendor.name = app.folded(${value(link)})`
      : linkableSop(companyId, link),
  )
  // Joined with itself in one statement, import_rows would be read once for each row: its statistics do not know them yet.
  await makeStage(db, 'link_faults')
  await sql`insert into link_faults (row_number, fault)
    select f.row_number, f.fault from (select s.row_number, concat_ws('; ', ${sql.join(faults)}) as fault
      from (select row_number, entity_id, values as vals from import_rows where company_id = ${companyId}
        and import_id = ${importId} and section = ${target.section} and action <> 'error') s
      ${linkedVendor(companyId, target)} ${sql.join(joins, sql` `)}
      left join ${sql.table(target.type)} t on t.company_id = ${companyId} and t.id = s.entity_id) f
    where f.fault <> ''`.execute(db)
  await indexStage(db, 'link_faults')
  await sql`update import_rows r set action = 'error', is_line_error = true, error = 'Row ' || r.row_number || ': ' || f.fault
    from link_faults f where r.company_id = ${companyId} and r.import_id = ${importId} and r.row_number = f.row_number`.execute(
    db,
  )
}

/** The rule of app.check_sop_link, which would fail the whole import. */
const linkableSop = (companyId: string, link: TargetColumn) => sql`left join sops sop on sop.id = ${sentLink(link)}
  and (sop.company_id = ${companyId} or (sop.company_id = (select app.firm()) and sop.visibility = 'sbr_public'))
  and sop.status = 'published' and sop.visibility <> 'sbr_only'`

/** A join behind the row s: the stored vendor that it names, if any; a file that names none pays nothing. */
export const linkedVendor = (companyId: string, { columns }: Pick<Target, 'columns'>) => {
  const link = columns.find(({ linksTo }) => linksTo === 'vendors')
  return link
    ? sql`left join vendors linked on linked.company_id = ${companyId} and app.folded(linked.name) = app.folded(${value(link)})`
    : sql``
}

/** The id of what the row s is linked to. */
export const sentLink = (link: TargetColumn): RawBuilder<unknown> =>
  link.linksTo === 'vendors' ? sql`linked.id` : sql`${value(link)}::uuid`

/**
 * Whether the row s links something else than the record t. A vendor of the same file has no id yet. Where empty cells clear, an
 * empty one is also what an export says of a SOP that its reader may not see: it takes away no such link.
 */
export const differentLink = (link: TargetColumn): RawBuilder<unknown> => {
  const isOther =
    link.linksTo === 'vendors'
      ? sql`(t.vendor_id is distinct from linked.id or linked.id is null)`
      : sql`t.sop_id is distinct from ${value(link)}::uuid`
  if (link.isKept) return sql`(${value(link)} is not null and ${isOther})`
  const isCleared =
    link.linksTo === 'vendors' ? sql`t.vendor_id is not null` : sql`t.sop_id is not null and ${readableSop} is not null`
  return sql`(case when ${value(link)} is null then ${isCleared} else ${isOther} end)`
}

/** The old and the new link, as people know them. */
export const shownLinks = (link: TargetColumn): [old: RawBuilder<unknown>, new: RawBuilder<unknown>] => [
  link.linksTo === 'vendors'
    ? sql`(select v.name::text from vendors v where v.company_id = t.company_id and v.id = t.vendor_id)`
    : sql`${readableSop}::text`,
  value(link),
]

const readableSop = sql`(select own.id from sops own where own.company_id in (t.company_id, app.firm()) and own.id = t.sop_id)`

const value = ({ place }: TargetColumn) => sql`s.vals[${sql.lit(place)}]`
