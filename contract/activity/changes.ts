import { z } from 'zod'
import { CalendarDay } from '../calendar-day.ts'
import { type Fields, sortKeysOf } from '../catalogue.ts'
import { listQuery, pageOf, type WholeList, wholeNumberedList } from '../list.ts'
import { listFileRoute } from '../list-files.ts'
import { route } from '../route.ts'
import { ActivityEntry } from './activity.ts'

/** The kinds of records by which people look for a change. Changes of bank and account data count as those of the vendor. */
export const changedKinds = {
  part: 'Parts',
  assembly: 'Assemblies',
  product: 'Products',
  bom_line: 'BOM lines',
  vendor: 'Vendors',
  task: 'Tasks',
  time_entry: 'Time entries',
  sop: 'SOPs',
  file: 'Files',
  comment: 'Comments',
} as const
export type ChangedKind = keyof typeof changedKinds

/** The kind of one changed record, as the list and its file show it. */
const kindNames: Record<string, string> = { bom_line: 'BOM line', vendor_private: 'Vendor account', sop: 'SOP' }
export function changedKindOf(entityType: string): string {
  const words = entityType.replaceAll('_', ' ')
  return kindNames[entityType] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** What people ask about, with the columns that hold it. */
export const changedFields = {
  price: { label: 'Prices', columns: ['cost', 'retail_price'] },
  stock: { label: 'Stock', columns: ['stock_level', 'reorder_threshold', 'stock_value'] },
  name: { label: 'Names', columns: ['name', 'title', 'description'] },
  number: { label: 'Numbers', columns: ['part_number', 'assembly_number', 'sku', 'barcode'] },
  location: { label: 'Locations', columns: ['location'] },
  supplier: { label: 'Suppliers', columns: ['vendor_id', 'supplier_name', 'supplier_account'] },
  quantity: { label: 'BOM quantities', columns: ['quantity'] },
  status: { label: 'Status and priority', columns: ['status', 'priority'] },
  assignee: { label: 'Assignees', columns: ['assigned_to'] },
  due: { label: 'Due dates', columns: ['due_on'] },
  time: { label: 'Times', columns: ['started_at', 'ended_at'] },
  sop: { label: 'SOPs of items', columns: ['sop_id'] },
} as const
export type ChangedField = keyof typeof changedFields

/**
 * One change in the list of a company: of a field, or of a whole record. `recordId`: the record that a line, a file or a comment belongs to, else
 * the record itself. `imported`: all changes of an import, or of the undo of one, as one line. Vendors, SOPs and people among the values are names; bank and account values of vendors are masked.
 */
export const CompanyChange = ActivityEntry.pick({
  id: true,
  entityType: true,
  entityName: true,
  action: true,
  fieldChanged: true,
  oldValue: true,
  newValue: true,
  unit: true,
  description: true,
  userId: true,
  userName: true,
  createdAt: true,
  changeSetId: true,
  changeSetKind: true,
  imported: true,
  isUndone: true,
  canUndo: true,
}).extend({ recordId: z.uuid(), recordType: z.string() })
export type CompanyChange = z.infer<typeof CompanyChange>

/** The catalogue of changes, as a company lists them. */
export const changeFields = {
  createdAt: { label: 'Time', kind: 'moment', sort: 'stored', list: 'shown' },
  userName: { label: 'Person', kind: 'text', list: 'shown' },
  entityType: { label: 'Kind', kind: 'text', list: 'shown' },
  entityName: { label: 'Record', kind: 'text', isSearched: true, list: 'shown' },
  fieldChanged: { label: 'Field', kind: 'text', list: 'shown' },
  oldValue: { label: 'Before', kind: 'text', list: 'shown' },
  newValue: { label: 'After', kind: 'text', list: 'shown' },
} as const satisfies Fields

const keysOf = <Key extends string>(of: Record<Key, unknown>) => Object.keys(of) as [Key, ...Key[]]

/**
 * `q`: a part of the name of the record. `from` and `to`: days of the company's calendar, both included. Newest first. Without `q`, `kind` and
 * `field` an import is one line; with them each of its changes is found.
 */
export const ChangeQuery = listQuery(sortKeysOf({ fields: changeFields, sortedBy: 'createdAt' }), {
  kind: z.enum(keysOf(changedKinds)).optional(),
  field: z.enum(keysOf(changedFields)).optional(),
  userId: z.uuid().optional(),
  from: CalendarDay.optional(),
  to: CalendarDay.optional(),
}).extend({ order: z.enum(['asc', 'desc']).default('desc') })
export type ChangeQuery = z.infer<typeof ChangeQuery> & WholeList

export const changesContract = {
  list: route
    .meta({ needs: 'activity.read' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/changes',
      summary: 'Who changed what in the company: by person, kind of record, field and date',
    })
    .input(ChangeQuery.extend(wholeNumberedList))
    .output(pageOf(CompanyChange)),
  listFile: listFileRoute({
    ...{ name: 'changes', needs: 'activity.read' },
    ...{ query: ChangeQuery, fields: changeFields },
  }),
}
