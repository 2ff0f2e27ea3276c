import { columnName } from 'contract/catalogue.ts'
import { AssemblyFields } from 'contract/inventory/assemblies.ts'
import { Location } from 'contract/inventory/locations.ts'
import { CompanyMovement } from 'contract/inventory/movements.ts'
import { PartFields } from 'contract/inventory/parts.ts'
import { ProductFields } from 'contract/inventory/products.ts'
import { sealedVendorFields, VendorFields, VendorPrivate } from 'contract/inventory/vendors.ts'
import type { DataExportType } from 'contract/settings/data-exports.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { countOf } from '../platform/database/rows.ts'

/** A list in an exported file: its name there, the shape of a record, and the query. The fence decides which records the caller reads. */
export type ExportedList = {
  name: string
  shape: z.ZodObject
  query: RawBuilder<unknown>
  /** The fields that are sealed. */
  sealed?: { has(field: string): boolean }
}

const text = z.string().nullable()
const times = { createdAt: z.string(), updatedAt: z.string() }

/** A record of the inventory: every field that people write. A new field is exported with its line in the contract. */
const recordOf = <Fields extends z.ZodRawShape>(fields: z.ZodObject<Fields>) =>
  z.object({ id: z.uuid(), ...fields.shape, ...times })

const Line = z.object({ type: z.string(), id: z.uuid(), number: z.string(), name: z.string(), quantity: z.number() })
const lines = z.array(Line)

const Part = recordOf(PartFields)
const Assembly = recordOf(AssemblyFields).extend({ components: lines })
const Product = recordOf(ProductFields).extend({ bom: lines })
const Vendor = recordOf(VendorFields)
/** Bank data is null in a vendor that has none, and until it is opened it is text. */
const bankData = z.object(Object.fromEntries(Object.keys(VendorPrivate.shape).map((field) => [field, text])))
const VendorInFull = Vendor.extend(bankData.shape)

/** The columns of fields. The SOP of an item: if the caller may read it. */
const columnsOf = (table: string, { shape }: z.ZodObject) =>
  sql.join(
    Object.keys(shape).map((field) =>
      field === 'sopId' ? sql`sop.id as sop_id` : sql.ref(`${table}.${columnName(field)}`),
    ),
  )

const { companyId: _, version: _version, ...place } = Location.shape
const Place = z.object(place)

const Stock = z.object({
  ...{ itemId: z.uuid(), itemType: z.string(), number: z.string() },
  ...{ onHand: z.number(), value: z.number(), averageCost: z.number() },
  places: z.array(z.object({ locationId: z.uuid().nullable(), place: text, lotNumber: text, quantity: z.number() })),
})

const Movement = CompanyMovement.pick({
  ...{ id: true, itemId: true, itemType: true, quantity: true, unitCost: true, value: true, variance: true },
  ...{
    onHandAfter: true,
    valueAfter: true,
    reason: true,
    note: true,
    locationId: true,
    lotNumber: true,
    reverses: true,
  },
  ...{ actionId: true, arrivedOn: true, userId: true, userName: true, changeSetId: true, createdAt: true },
})

const Task = z.object({
  ...{ id: z.uuid(), title: z.string(), description: text, priority: z.string(), status: z.string() },
  ...{ assignedTo: z.uuid(), assigneeName: text, assignedBy: z.uuid(), assignerName: text, dueOn: text },
  ...{ completedAt: text, ...times },
})

const Sop = z.object({
  ...{
    id: z.uuid(),
    title: z.string(),
    description: text,
    visibility: z.string(),
    type: z.string(),
    stage: z.string(),
  },
  ...{ status: z.string(), content: text, videoUrl: text, ...times },
})

const sopOf = (company: string) =>
  sql`left join sops sop on sop.id = t.sop_id and sop.company_id in (${company}, app.firm())`

/** The lines of all assemblies or products, in one pass. */
const linesOf = (parent: 'assembly_id' | 'product_id', company: string) => sql`left join (
  select l.parent_id, jsonb_agg(jsonb_build_object('type', l.component_type, 'id', l.component_id,
      'number', coalesce(p.part_number, a.assembly_number, o.sku), 'name', coalesce(p.name, a.name, o.name), 'quantity', l.quantity)
    order by l.position, l.id) as list
  from bom_lines l
  left join parts p on p.company_id = l.company_id and p.id = l.part_id
  left join assemblies a on a.company_id = l.company_id and a.id = l.sub_assembly_id
  left join products o on o.company_id = l.company_id and o.id = l.sub_product_id
  where l.company_id = ${company} and l.${sql.ref(parent)} is not null group by l.parent_id) lines on lines.parent_id = t.id`

const inventoryOf = (company: string, seesPrivate: boolean): ExportedList[] => [
  {
    name: 'parts',
    shape: Part,
    query: sql`select ${columnsOf('t', Part)} from parts t ${sopOf(company)} where t.company_id = ${company} order by t.part_number, t.id`,
  },
  {
    name: 'assemblies',
    shape: Assembly,
    query: sql`select ${columnsOf('t', Assembly.omit({ components: true }))}, coalesce(lines.list, '[]') as components
      from assemblies t ${sopOf(company)} ${linesOf('assembly_id', company)} where t.company_id = ${company} order by t.assembly_number, t.id`,
  },
  {
    name: 'products',
    shape: Product,
    query: sql`select ${columnsOf('t', Product.omit({ bom: true }))}, coalesce(lines.list, '[]') as bom
      from products t ${sopOf(company)} ${linesOf('product_id', company)} where t.company_id = ${company} order by t.sku, t.id`,
  },
  seesPrivate
    ? {
        name: 'vendors',
        shape: VendorInFull,
        sealed: sealedVendorFields,
        query: sql`select ${columnsOf('t', Vendor)}, ${columnsOf('p', bankData)}
          from vendors t left join vendor_private p on p.company_id = t.company_id and p.id = t.id
          where t.company_id = ${company} order by t.name, t.id`,
      }
    : {
        name: 'vendors',
        shape: Vendor,
        query: sql`select ${columnsOf('t', Vendor)} from vendors t where t.company_id = ${company} order by t.name, t.id`,
      },
]

/** Places, what is on hand of each item that has moved, at each place and of each lot, and all movements; also those of deleted items. */
const stockOf = (company: string): ExportedList[] => [
  {
    name: 'places',
    shape: Place,
    query: sql`select ${columnsOf('t', Place)} from locations t where t.company_id = ${company} order by t.code, t.id`,
  },
  {
    name: 'stock',
    shape: Stock,
    query: sql`select s.item_id, s.item_type, n.number, s.on_hand, s.value, round(s.average_cost, 6) as average_cost, coalesce(d.places, '[]') as places
      from stock_items s
      left join parts p on p.company_id = s.company_id and p.id = s.item_id
      left join assemblies a on a.company_id = s.company_id and a.id = s.item_id
      left join products o on o.company_id = s.company_id and o.id = s.item_id
      cross join lateral (select coalesce(p.part_number, a.assembly_number, o.sku)::text as number) n
      left join (
        select x.item_id, jsonb_agg(jsonb_build_object('locationId', x.location_id, 'place', l.code, 'lotNumber', x.lot_number, 'quantity', x.quantity)
          order by l.code, x.lot_number) as places
        from app.divided_stock(${company}, array(select item_id from stock_items where company_id = ${company})) x
        left join locations l on l.company_id = ${company} and l.id = x.location_id group by x.item_id) d on d.item_id = s.item_id
      where s.company_id = ${company} and n.number is not null order by s.item_type, n.number, s.item_id`,
  },
  {
    name: 'movements',
    shape: Movement,
    query: sql`select m.id::text, m.item_id, m.item_type, m.delta as quantity, m.unit_cost, m.value, m.variance, m.balance as on_hand_after, m.value_after,
        m.reason, m.note, m.location_id, m.lot_number, m.reverses::text, m.action_id, m.arrived_on::text, m.user_id, n.name as user_name,
        m.change_set_id, m.created_at
      from stock_movements m
      left join app.shown_names(array(select distinct user_id from stock_movements where company_id = ${company})) n on n.id = m.user_id
      where m.company_id = ${company} order by m.id`,
  },
]

const tasksOf = (company: string): ExportedList[] => [
  {
    name: 'tasks',
    shape: Task,
    query: sql`select t.id, t.title, t.description, t.priority, t.status, t.assigned_to, app.shown_name(t.assigned_to) as assignee_name,
        t.assigned_by, app.shown_name(t.assigned_by) as assigner_name, t.due_on, t.completed_at, t.created_at, t.updated_at
      from tasks t where t.company_id = ${company} order by t.created_at desc, t.id`,
  },
]

const sopsOf = (company: string): ExportedList[] => [
  {
    name: 'sops',
    shape: Sop,
    query: sql`select s.id, s.title, s.description, s.visibility, s.type, s.stage, s.status, s.content, s.video_url, s.created_at, s.updated_at
      from sops s where s.company_id = ${company} or s.visibility <> 'company' order by s.created_at desc, s.id`,
  },
]

/** The lists of a file. @param seesPrivate whether the caller may read the bank data of vendors */
export const exportedLists = (type: DataExportType, company: string, seesPrivate: boolean): ExportedList[] =>
  type === 'inventory'
    ? [...inventoryOf(company, seesPrivate), ...stockOf(company)]
    : type === 'tasks'
      ? tasksOf(company)
      : sopsOf(company)

const tableOf: Record<string, string> = { places: 'locations', stock: 'stock_items', movements: 'stock_movements' }

/** How many records the lists have, at most. */
export function countRecords(db: Db, company: string, lists: ExportedList[]): Promise<number> {
  const counts = lists.map(
    ({ name }) => sql`(select count(*) from ${sql.table(tableOf[name] ?? name)} where company_id = ${company})`,
  )
  return countOf(db, sql`select (${sql.join(counts, sql` + `)})::int`)
}
