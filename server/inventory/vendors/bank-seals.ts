// Bank and account data of vendors on their way into the database and out of it: most of them are sealed (decision 0103).

import { sealedVendorFields, type VendorPrivate } from 'contract/inventory/vendors.ts'
import type { ComparableSeals } from '../../platform/secrets/comparable-seals.ts'

/** The fields as they are stored. @throws {UnreadableSecret} when the key is missing */
export const sealBank = <Fields extends Partial<VendorPrivate>>(seals: ComparableSeals, fields: Fields): Fields =>
  mapSealed(fields, seals.seal)

/** The fields as people read them. @throws {UnreadableSecret} */
export const openBank = (seals: ComparableSeals, stored: VendorPrivate): VendorPrivate => mapSealed(stored, seals.open)

const mapSealed = <Fields extends object>(fields: Fields, change: (value: string, field: string) => string): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([field, value]) =>
      typeof value === 'string' && sealedVendorFields.has(field) ? [field, change(value, field)] : [field, value],
    ),
  ) as Fields
