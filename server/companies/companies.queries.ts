import { CompanyCard, CompanyDetails, type CompanyFields, CompanyName } from 'contract/companies/companies.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { rowOf, rowsOf, scalarsOf } from '../platform/database/rows.ts'

const nameColumns = ['id', 'name', 'companyType as type', 'status', 'isSbr', 'timeZone', 'color'] as const

/** The companies that the session may see, the parent firm first; or the one company with the given id. */
export function listCompanyNames(db: Db, companyId?: string): Promise<CompanyName[]> {
  return rowsOf(
    db,
    CompanyName,
    db
      .selectFrom('companies')
      .select(nameColumns)
      .$if(companyId !== undefined, (query) => query.where('id', '=', companyId as string))
      .orderBy('isSbr', 'desc')
      .orderBy('name'),
  )
}

/** The companies that can be chosen as parent. */
export const listParents = (db: Db): Promise<CompanyName[]> =>
  rowsOf(
    db,
    CompanyName,
    db
      .selectFrom('companies')
      .select(nameColumns)
      .where('companyType', '=', 'parent')
      .where('status', '=', 'active')
      .orderBy('isSbr', 'desc')
      .orderBy('name'),
  )

/** All companies with their figures in one query: people from the roles, parts from the counters that the triggers keep. */
export async function listCards(db: Db): Promise<CompanyCard[]> {
  return rowsOf(
    db,
    CompanyCard,
    sql`with records as materialized (select * from app.company_records())
    , people as (select company_id, count(*) as total from user_roles group by company_id)
    , parts as (select company_id, sum(total)::int8 as total, sum(marked)::int8 as low from row_counts
                where table_name = 'parts' group by company_id)
    select c.id, c.name, c.company_type as type, c.status, c.is_sbr, c.time_zone, c.color, c.description, c.parent_company_id, p.name as parent_name,
      c.created_at, coalesce(people.total, 0) as people_count, coalesce(parts.total, 0) as part_count,
      coalesce(parts.low, 0) as low_stock_count, s.currency,
      case when s.company_id is not null then coalesce(earned.amount, 0) end as month_revenue
    from records c left join records p on p.id = c.parent_company_id left join stores s on s.company_id = c.id
    left join lateral (
      select sum(m.amount) as amount from revenue_months m, (select (now() at time zone c.time_zone)::date as day) today
      where m.company_id = c.id and m.year = extract(year from today.day)::int and m.month = extract(month from today.day)::int) earned on true
    left join people on people.company_id = c.id left join parts on parts.company_id = c.id
    order by c.is_sbr desc, c.company_type, c.name, c.id`,
  )
}

// Rules for input do not apply to stored rows, which may be older than a rule.
const Stored = z.record(z.string(), z.unknown())
const DetailsRow = CompanyDetails.omit({ children: true }).extend({
  address: Stored,
  contactInfo: Stored,
  metadata: Stored,
})
type DetailsRow = z.infer<typeof DetailsRow>

const Child = CompanyDetails.shape.children.unwrap().element

/** All fields, for callers who may read them; for others the function returns no row. */
export async function getCompanyDetails(db: Db, companyId: string): Promise<CompanyDetails | undefined> {
  const row = await rowOf(
    db,
    DetailsRow,
    sql`with records as materialized (select * from app.company_records())
    select c.id, c.is_sbr, c.name, c.description, c.status, c.company_type as type, c.parent_company_id, p.name as parent_name,
      c.website, c.industry, c.founded_on, c.employee_count, c.annual_revenue, c.time_zone, c.shift_hours, c.color,
      c.are_breaks_paid, c.auto_break_hours, c.auto_break_minutes, c.takes_suggestions, c.allows_negative_stock, c.address, c.contact_info, c.metadata,
      c.version, c.created_at, c.updated_at
    from records c left join records p on p.id = c.parent_company_id where c.id = ${companyId}`,
  )
  return row && withAllKeys(row)
}

export async function listChildren(db: Db, companyId: string): Promise<NonNullable<CompanyDetails['children']>> {
  return rowsOf(
    db,
    Child,
    sql`select id, name, company_type as type, status, is_sbr, time_zone, color, description, created_at from app.company_records()
    where parent_company_id = ${companyId} order by name, id`,
  )
}

// DEFAULT_TIME_ZONE; each start of the server records it.
const defaultTimeZone = sql<string>`(select default_time_zone from app.installation)`

// The trigger of the table chooses the colour.
const freeColor = sql<string>`null`

const CompanyId = z.uuid()

/** @returns the id: this transaction cannot read the new company */
export async function insertCompany(db: Db, fields: Partial<CompanyFields> & { name: string }): Promise<string> {
  const [id] = await scalarsOf(db, CompanyId, sql`select uuidv7()`)
  if (!id) throw new Error('PostgreSQL made no id')
  await db
    .insertInto('companies')
    .values({ timeZone: defaultTimeZone, color: freeColor, ...asRow(fields), name: fields.name, id })
    .execute()
  return id
}

/** @param version the version that was edited; null accepts any. @returns whether the company exists in that version */
export async function updateCompany(
  db: Db,
  companyId: string,
  fields: Partial<CompanyFields>,
  version: number | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('companies')
    .set({ ...asRow(fields), updatedAt: new Date().toISOString() })
    .where('id', '=', companyId)
    .$if(version !== null, (query) => query.where('version', '=', version))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The parent firm; new portfolio companies belong to it. */
export const getFirmId = async (db: Db) =>
  (await db.selectFrom('companies').select('id').where('isSbr', '=', true).executeTakeFirst())?.id ?? null

function asRow({ type, address, contactInfo, metadata, ...fields }: Partial<CompanyFields>) {
  return {
    ...fields,
    ...(type && { companyType: type }),
    ...(address && { address: JSON.stringify(address) }),
    ...(contactInfo && { contactInfo: JSON.stringify(contactInfo) }),
    ...(metadata && { metadata: JSON.stringify(metadata) }),
  }
}

// These columns default to empty objects.
const noAddress = { street: null, city: null, region: null, postalCode: null, country: null }
const noContact = { person: null, email: null, phone: null }

const withAllKeys = (row: DetailsRow): CompanyDetails => ({
  ...row,
  address: { ...noAddress, ...row.address },
  contactInfo: { ...noContact, ...row.contactInfo },
  metadata: Object.fromEntries(Object.entries(row.metadata).map(([key, value]) => [key, String(value)])),
})
