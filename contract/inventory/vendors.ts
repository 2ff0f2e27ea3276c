import { z } from 'zod'
import { catalogueOf, columnName, type Field, filtersOf, sortKeysOf } from '../catalogue.ts'
import { exactCount, pageOf, rankedListQuery, selectionOf, wholeList } from '../list.ts'
import { optionalEmail, optionalText, optionalUrl, requiredText } from '../text.ts'
import { createdAt, updatedAt } from './item-fields.ts'
import { recordsOf, removalsOf } from './item-routes.ts'
import { listFileOf } from './list-files.ts'

export const vendorStatuses = ['active', 'inactive'] as const
export const vendorStatusLabels: Record<(typeof vendorStatuses)[number], string> = {
  active: 'Active',
  inactive: 'Inactive',
}

export const shippingMethods = ['none', 'fedex', 'ups', 'dhl', 'usps', 'freight', 'pickup'] as const
export const shippingMethodLabels: Record<(typeof shippingMethods)[number], string> = {
  none: 'None',
  fedex: 'FedEx',
  ups: 'UPS',
  dhl: 'DHL',
  usps: 'USPS',
  freight: 'Freight',
  pickup: 'Pickup',
}

/** Bank and account data of a vendor. They have a table of their own, for operators only (security.md 2.2, row 14). */
export const VendorPrivate = z.strictObject({
  accountNumber: optionalText(100),
  paymentTerms: optionalText(200),
  routingNumber: optionalText(50),
  swiftCode: optionalText(20),
  iban: optionalText(50),
  shippingAccount: optionalText(100),
  preferredShippingMethod: z.enum(shippingMethods),
  taxId: optionalText(50),
  notes: optionalText(10_000),
})
export type VendorPrivate = z.infer<typeof VendorPrivate>

export const VendorFields = z.strictObject({
  name: requiredText(200, 'Name is required'),
  contactPerson: optionalText(200),
  email: optionalEmail(),
  phone: optionalText(50),
  address: optionalText(1_000),
  website: optionalUrl(),
  status: z.enum(vendorStatuses),
})
export type VendorFields = z.infer<typeof VendorFields>

const account = {
  kind: 'text',
  group: 'account',
  csv: true,
  seenBy: 'vendor.readPrivate',
} as const satisfies Partial<Field>
const bank = { ...account, group: 'bank', isSealed: true } as const

export const vendorCatalogue = catalogueOf({
  table: 'vendors',
  noun: 'vendor',
  key: 'name',
  sortedBy: 'name',
  columns: [
    'name',
    'contactPerson',
    'email',
    'phone',
    'address',
    'website',
    'accountNumber',
    'paymentTerms',
    'routingNumber',
    'swiftCode',
    'iban',
    'shippingAccount',
    'preferredShippingMethod',
    'taxId',
    'notes',
    'status',
  ],
  schema: VendorFields.extend(VendorPrivate.shape),
  fields: {
    name: {
      label: 'Name',
      kind: 'text',
      list: 'shown',
      sort: 'stored',
      isSearched: true,
      csv: ['Name', 'Vendor Name'],
    },
    contactPerson: {
      ...{ label: 'Contact Person', kind: 'text', group: 'contact', list: 'shown', sort: 'stored', isSearched: true },
      csv: ['Contact Person', 'Contact'],
    },
    email: {
      ...{
        label: 'Email',
        kind: 'email',
        group: 'contact',
        list: 'shown',
        sort: 'stored',
        isSearched: true,
        csv: true,
      },
    },
    phone: { label: 'Phone', kind: 'text', group: 'contact', list: 'shown', sort: 'stored', csv: true },
    website: { label: 'Website', kind: 'web address', group: 'contact', csv: true },
    address: { label: 'Address', kind: 'text', group: 'contact', csv: true },
    status: {
      ...{ label: 'Status', kind: 'choice', list: 'shown', sort: 'stored', isFilter: true, csv: true },
      choices: vendorStatusLabels,
    },
    accountNumber: { ...account, isSealed: true, label: 'Account Number' },
    paymentTerms: { ...account, label: 'Payment Terms' },
    preferredShippingMethod: { ...account, label: 'Preferred Shipping', kind: 'choice', choices: shippingMethodLabels },
    shippingAccount: { ...account, isSealed: true, label: 'Shipping Account' },
    routingNumber: { ...bank, label: 'Routing Number' },
    swiftCode: { ...bank, label: 'SWIFT Code' },
    iban: { ...bank, label: 'IBAN' },
    taxId: { ...bank, label: 'Tax ID' },
    notes: { ...bank, label: 'Notes' },
    createdAt,
    updatedAt,
  },
})

/**
 * Readers without the right to bank data get no `private` at all, not null. For the others it is absent only when its key is missing
 * (`isPrivateUnreadable`): the data still exist, but nobody can read or change them until the key is back.
 */
export const Vendor = z.object({
  id: z.uuid(),
  companyId: z.uuid(),
  ...VendorFields.shape,
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  private: VendorPrivate.optional(),
  isPrivateUnreadable: z.literal(true).optional(),
})
export type Vendor = z.infer<typeof Vendor>

/** The fields of a new vendor: the private block is optional, and so is each of its fields. */
export const NewVendor = VendorFields.partial().extend({
  name: VendorFields.shape.name,
  private: VendorPrivate.partial().optional(),
})
/** What changes of a vendor; a field that is left out keeps its value. */
export const VendorChanges = VendorFields.partial().extend({ private: VendorPrivate.partial().optional() })

/** The fields that are sealed at rest, with their columns: field -> column. */
export const sealedVendorFields: ReadonlyMap<string, string> = new Map(
  Object.entries<Field>(vendorCatalogue.fields).flatMap(([field, { isSealed }]) =>
    isSealed ? [[field, columnName(field)] as const] : [],
  ),
)

export const vendorFilters = filtersOf(vendorCatalogue)
export const VendorSelection = selectionOf(z.strictObject({ q: z.string().max(200).optional(), ...vendorFilters }))

export const vendorsContract = {
  ...recordsOf(vendorCatalogue, {
    query: rankedListQuery(sortKeysOf(vendorCatalogue), { ...vendorFilters, ...exactCount, ...wholeList }),
    page: pageOf(Vendor.omit({ private: true, isPrivateUnreadable: true })).extend({ activeCount: z.int() }),
    details: Vendor,
    saved: Vendor,
    added: NewVendor,
    changes: VendorChanges,
    summaries: { get: 'One vendor', update: 'Change a vendor' },
  }),
  ...removalsOf(vendorCatalogue, VendorSelection),
  ...listFileOf(vendorCatalogue, sortKeysOf(vendorCatalogue), vendorFilters),
}
