import { type RawBuilder, sql } from 'kysely'

/** SQL: joins that find an item by its id among parts (p), assemblies (a) and products (r). */
export const joinedItem = (companyId: string, id: RawBuilder<unknown>) =>
  sql`left join parts p on p.company_id = ${companyId} and p.id = ${id}
    left join assemblies a on a.company_id = ${companyId} and a.id = ${id}
    left join products r on r.company_id = ${companyId} and r.id = ${id}`

// What these joins know of it.
export const itemType = sql`case when p.id is not null then 'part' when a.id is not null then 'assembly' else 'product' end`
export const itemNumber = sql`coalesce(p.part_number, a.assembly_number, r.sku)::text`
export const itemName = sql`coalesce(p.name, a.name, r.name)::text`
