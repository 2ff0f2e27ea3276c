import { sealedVendorFields } from 'contract/inventory/vendors.ts'
import type { DataExportType } from 'contract/settings/data-exports.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'

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

const Part = z.object({
  ...{
    id: z.uuid(),
    partNumber: z.string(),
    name: z.string(),
    location: text,
    supplierName: text,
    supplierAccount: text,
  },
  ...{ vendorId: z.uuid().nullable(), cost: z.number(), retailPrice: z.number(), stockLevel: z.int() },
  ...{ reorderThreshold: z.int(), barcode: text, sopId: z.uuid().nullable(), ...times },
})

const Line = z.object({ type: z.string(), id: z.uuid(), number: z.string(), name: z.string(), quantity: z.number() })
const Assembly = z.object({
  ...{ id: z.uuid(), assemblyNumber: z.string(), name: z.string(), location: text, vendorId: z.uuid().nullable() },
  ...{ components: z.array(Line), ...times },
})
const Product = z.object({
  ...{ id: z.uuid(), sku: z.string(), name: z.string(), category: text, location: text, cost: z.number() },
  ...{ retailPrice: z.number(), shopifyProductId: text, sopId: z.uuid().nullable(), bom: z.array(Line), ...times },
})

const Vendor = z.object({
  ...{ id: z.uuid(), name: z.string(), contactPerson: text, email: text, phone: text, address: text, website: text },
  ...{ status: z.string(), ...times },
})
const VendorInFull = Vendor.extend({
  ...{ accountNumber: text, paymentTerms: text, routingNumber: text, swiftCode: text, iban: text },
  ...{ shippingAccount: text, preferredShippingMethod: text, taxId: text, notes: text },
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

/** The SOP of an item, if the caller may read it. */
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
    query: sql`select t.id, t.part_number, t.name, t.location, t.supplier_name, t.supplier_account, t.vendor_id, t.cost, t.retail_price,
        t.stock_level, t.reorder_threshold, t.barcode, sop.id as sop_id, t.created_at, t.updated_at
      from parts t ${sopOf(company)} where t.company_id = ${company} order by t.part_number, t.id`,
  },
  {
    name: 'assemblies',
    shape: Assembly,
    query: sql`select t.id, t.assembly_number, t.name, t.location, t.vendor_id, coalesce(lines.list, '[]') as components, t.created_at, t.updated_at
      from assemblies t ${linesOf('assembly_id', company)} where t.company_id = ${company} order by t.assembly_number, t.id`,
  },
  {
    name: 'products',
    shape: Product,
    query: sql`select t.id, t.sku, t.name, t.category, t.location, t.cost, t.retail_price, t.shopify_product_id, sop.id as sop_id,
        coalesce(lines.list, '[]') as bom, t.created_at, t.updated_at
      from products t ${sopOf(company)} ${linesOf('product_id', company)} where t.company_id = ${company} order by t.sku, t.id`,
  },
  seesPrivate
    ? {
        name: 'vendors',
        shape: VendorInFull,
        sealed: sealedVendorFields,
        query: sql`select ${vendorColumns}, p.account_number, p.payment_terms, p.routing_number, p.swift_code, p.iban, p.shipping_account,
            p.preferred_shipping_method, p.tax_id, p.notes
          from vendors t left join vendor_private p on p.company_id = t.company_id and p.id = t.id
          where t.company_id = ${company} order by t.name, t.id`,
      }
    : {
        name: 'vendors',
        shape: Vendor,
        query: sql`select ${vendorColumns} from vendors t where t.company_id = ${company} order by t.name, t.id`,
      },
]

const vendorColumns = sql`t.id, t.name, t.contact_person, t.email, t.phone, t.address, t.website, t.status, t.created_at, t.updated_at`

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
  type === 'inventory' ? inventoryOf(company, seesPrivate) : type === 'tasks' ? tasksOf(company) : sopsOf(company)
