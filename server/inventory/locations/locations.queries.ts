import {
  ListedLocation,
  Location,
  type LocationFields,
  LocationStock,
  locationCatalogue,
} from 'contract/inventory/locations.ts'
import type { WholeList } from 'contract/list.ts'
import { each } from 'contract/units.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Uses } from '../../platform/database/changes.ts'
import type { Db } from '../../platform/database/handle.ts'
import { isOneOf } from '../../platform/database/list-page.ts'
import { countOf, onlyRowOf, rowOf, rowsOf } from '../../platform/database/rows.ts'
import { slicePage } from '../../platform/database/whole-list.ts'
import { itemName, itemNumber, itemType, joinedItem } from '../items/item-names.ts'
import { listSourceOf } from '../items/list-source.ts'

const columns = Object.keys(Location.shape) as (keyof typeof Location.shape)[]

export const locationSource = listSourceOf(locationCatalogue, ListedLocation, {
  columns,
  extra: sql`app.places_around(t.company_id, t.id) as around`,
  together: {
    values: {
      contents: (company) => sql`(select jsonb_object_agg(c.location_id, c) from (
        select i.location_id, count(distinct b.item_id) as count, sum(round(b.quantity * s.average_cost, 6)) as value
        from app.places_inside(${company}, array(select id from rows)) i
        join stock_balances b on b.company_id = ${company} and b.location_id = i.inner_id
        join stock_items s on s.company_id = ${company} and s.item_id = b.item_id group by i.location_id) c)`,
    },
    columns: sql`coalesce((together.contents -> t.id::text ->> 'count')::int, 0) as item_count,
      coalesce((together.contents -> t.id::text ->> 'value')::numeric, 0) as value`,
  },
})

export function getLocation(db: Db, companyId: string, id: string) {
  const query = db.selectFrom('locations').select(columns).where('companyId', '=', companyId).where('id', '=', id)
  return rowOf(db, Location, query)
}

export function insertLocation(
  db: Db,
  companyId: string,
  fields: Partial<LocationFields> & Pick<LocationFields, 'code' | 'name'>,
) {
  const query = db
    .insertInto('locations')
    .values({ ...fields, companyId })
    .returning(columns)
  return onlyRowOf(db, Location, query)
}

/** @param version the version that was edited; null takes any. @returns undefined when no such place has that version */
export function updateLocation(
  db: Db,
  companyId: string,
  id: string,
  fields: Partial<LocationFields>,
  version: number | null,
) {
  const query = db
    .updateTable('locations')
    .set({ ...fields, updatedAt: new Date().toISOString() })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .$if(version !== null, (query) => query.where('version', '=', version))
    .returning(columns)
  return rowOf(db, Location, query)
}

/** @returns how many of them were there */
export async function deleteLocations(db: Db, companyId: string, ids: string[]): Promise<number> {
  const gone = await db
    .deleteFrom('locations')
    .where('companyId', '=', companyId)
    .where(isOneOf('id', ids))
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}

type Paged = { companyId: string; id: string; page: number; pageSize: number } & WholeList

/** One page of what is at a place and at the places inside it, by number of the item. */
export async function stockAt(db: Db, { companyId, id, ...page }: Paged) {
  const there = sql`stock_balances b join app.places_inside(${companyId}, array[${id}::uuid]) i on i.inner_id = b.location_id
    where b.company_id = ${companyId}`
  const [items, total] = await Promise.all([
    rowsOf(
      db,
      LocationStock,
      sql`select b.id, b.item_id, ${itemType} as item_type, ${itemNumber} as number, ${itemName} as name, b.lot_number, b.quantity, coalesce(p.unit, ${each}) as unit,
          coalesce(p.decimals, 0) as decimals, l.id as location_id, l.code as location_code
        from (select b.* from ${there}) b join locations l on l.company_id = ${companyId} and l.id = b.location_id
        ${joinedItem(companyId, sql`b.item_id`)} where true
        ${slicePage(page, sql`${itemNumber} collate app.natural, l.code, b.lot_number collate app.natural`, 'b')}`,
    ),
    countOf(db, sql`select count(*) from ${there}`),
  ])
  return { items, total, isCapped: false }
}

const Use = z.object({ id: z.uuid(), type: z.enum(['part', 'assembly', 'product', 'location']), name: z.string() })

/** What keeps some places from being deleted: the items that have stock there, and the places inside of them that stay. The first ten. */
export async function usesOfLocations(db: Db, companyId: string, ids: string[]): Promise<Uses> {
  const held = sql`select distinct b.item_id as id, b.location_id from stock_balances b
    where b.company_id = ${companyId} and b.location_id = any (${ids}::uuid[])`
  const inside = sql`select l.id, l.parent_id, l.name from locations l
    where l.company_id = ${companyId} and l.parent_id = any (${ids}::uuid[]) and l.id <> all (${ids}::uuid[])`
  const [uses, count, used] = await Promise.all([
    rowsOf(
      db,
      Use,
      sql`select h.id, ${itemType} as type, ${itemName} as name from (${held}) h ${joinedItem(companyId, sql`h.id`)}
        union all select i.id, 'location', i.name::text from (${inside}) i
        order by name limit 10`,
    ),
    countOf(db, sql`select (select count(*) from (${held}) h) + (select count(*) from (${inside}) i) as count`),
    rowsOf(
      db,
      z.object({ id: z.uuid() }),
      sql`select location_id as id from (${held}) h union select parent_id from (${inside}) i`,
    ),
  ])
  return { uses, count, used: used.map(({ id }) => id) }
}
