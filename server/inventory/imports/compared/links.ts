// Takes compared rows, marks rows whose links lead nowhere as faulty.

import { sql } from 'kysely'
import type { Db } from '../../../platform/database/handle.ts'
import { type ImportKey, isOf } from '../import-key.ts'
import { makeStage, type Stage } from '../stages.ts'
import type { Names } from '../types/type-sql.ts'
import { faultyRecords, markFaults, missingRecord } from './faults.ts'
import { cellText, differentLink, linkedVendor, sentLink } from './link-sql.ts'
import { settleStoreLinks } from './store-links.ts'
import type { Target, TargetColumn } from './targets.ts'

/**
 * Marks the rows that name a vendor who is neither in the company nor in the file, or a SOP that cannot be linked. A link that the record
 * already has is never a fault. Marks the rows that take a product of the store from another product, too.
 */
export async function settleLinks(db: Db, key: ImportKey, targets: Target[]): Promise<void> {
  await settleNamedRecords(db, key, targets)
  await settleStoreLinks(db, key, targets)
}

async function settleNamedRecords(db: Db, key: ImportKey, targets: Target[]): Promise<void> {
  const withLinks = targets.filter(({ columns }) => columns.some(({ linksTo }) => linksTo))
  if (withLinks.length === 0) return
  const fileVendors = await makeStage(db, 'file_vendors', [
    sql`select distinct r.entity_key from import_rows r
      where ${isOf(key, 'r')} and r.type = 'vendors' and r.action <> 'error'`,
  ])
  for (const target of withLinks) await markFaults(db, key, [faultyLinks(key, target, fileVendors)])
}

function faultyLinks(key: ImportKey, target: Target, fileVendors: Stage<'file_vendors'>) {
  const { companyId } = key
  const names: Names = { values: sql`s.values`, record: 't', secret: 'p', vendor: 'linked' }
  const links = target.columns.filter(({ linksTo }) => linksTo)
  const faults = links.map((link) => {
    const name = cellText(link, names)
    const isKnown = link.linksTo === 'vendors' ? sql`coalesce(linked.id::text, file_vendor.name)` : sql`sop.id::text`
    const column = sql`${link.header}::text`
    const faulty = link.linksTo === 'vendors' ? sql`faulty_vendor.row_number` : sql`null::int`
    return {
      is: sql`(${name} is not null and ${isKnown} is null and ${differentLink(link, names)})`,
      problem: missingRecord({ column, name, faulty }, { field: sql.lit(link.field), row: sql`s.row_number` }),
    }
  })
  const joins = links.map((link) =>
    link.linksTo === 'vendors'
      ? sql`left join ${fileVendors.table} file_vendor on file_vendor.name = app.folded(${cellText(link, names)})
          left join ${faultyRecords(key)} faulty_vendor on faulty_vendor.type = 'vendors' and faulty_vendor.entity_key = app.folded(${cellText(link, names)})`
      : linkableSop(companyId, link, { names, sop: 'sop' }),
  )
  const problems = faults.map(({ is, problem }) => sql`case when ${is} then ${problem} end`)
  const isFaulty = sql.join(
    faults.map(({ is }) => is),
    sql` or `,
  )
  return sql`
    select s.row_number, jsonb_path_query_array(jsonb_build_array(${sql.join(problems)}), '$[*] ? (@ != null)')
    from import_rows s ${linkedVendor(companyId, target, names)} ${sql.join(joins, sql` `)}
    left join ${sql.table(target.type)} t on t.company_id = ${companyId} and t.id = s.entity_id
    where ${isOf(key, 's')} and s.section = ${target.section} and s.action <> 'error' and (${isFaulty})`
}

/**
 * Join: the SOP that the row names, by the rule of app.check_sop_link; a refusal by that function would fail the whole import.
 * @param sop its name in the statement
 */
function linkableSop(companyId: string, link: TargetColumn, { names, sop }: { names: Names; sop: string }) {
  const of = (column: string) => sql.ref(`${sop}.${column}`)
  return sql`left join sops ${sql.ref(sop)}
    on ${of('id')} = ${sentLink(link, names)} and ${of('status')} = 'published' and ${of('visibility')} <> 'sbr_only'
    and (${of('company_id')} = ${companyId} or (${of('company_id')} = (select app.firm()) and ${of('visibility')} = 'sbr_public'))`
}
