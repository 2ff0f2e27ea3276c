import { sealedVendorFields } from 'contract/inventory/vendors.ts'
import type pg from 'pg'
import { companySealsOfOwner } from '../../platform/secrets/company-key.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'

type Columns = Record<string, string>
type GivenVendor = { id: string; company_id: string }

/** Bank data of vendors, sealed. @param keyring of the server that reads them */
export function givenBank(admin: pg.Pool, keyring: Keyring) {
  const bankSeals = ({ id }: { id: string }) => companySealsOfOwner(admin, keyring, id)
  return {
    keyring,

    /** Seals and opens the bank data of a company. */
    bankSeals,

    /** Bank data of a vendor, as columns with values in clear; they are stored sealed. */
    vendorPrivate: async ({ id, company_id }: GivenVendor, columns: Columns = {}) => {
      const { seal } = await bankSeals({ id: company_id })
      const fields = new Map([...sealedVendorFields].map(([field, column]) => [column, field]))
      const values = Object.entries({ iban: 'DE00 1234', ...columns }).map(([column, value]) => {
        const field = fields.get(column)
        return [column, field ? seal(value, field) : value]
      })
      const names = values.map(([column]) => column).join(', ')
      const places = values.map((_, index) => `$${index + 3}`).join(', ')
      const stored = values.map(([, value]) => value)
      await admin.query(`insert into vendor_private (id, company_id, ${names}) values ($1, $2, ${places})`, [
        ...[id, company_id],
        ...stored,
      ])
    },
  }
}
