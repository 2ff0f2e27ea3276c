import { sealedVendorFields } from 'contract/inventory/vendors.ts'
import pg from 'pg'
import { asOwner } from '../../platform/database/schema/owner-connection.ts'

const columns = [...sealedVendorFields.values()]
const listed = columns.map((column) => pg.escapeLiteral(column)).join(', ')

/**
 * Gives up the bank data that a lost key sealed, so that people can enter them again. Deletes the stored values, those in the log and in
 * deleted records, and uploaded rows. Backup files stay, in case the key turns up.
 * @param adminUrl connection of the owner of a migrated database
 * @param keyId the id of the lost key of KEYRING
 * @returns how many companies lost bank data
 */
export async function discardLost(adminUrl: string, keyId: string): Promise<number> {
  // Without the commit, the end of the connection undoes everything.
  return asOwner(adminUrl, async (client) => {
    await client.query(`begin;
      alter table vendor_private disable trigger user; alter table activity_logs disable trigger user`)
    const { rows } = await client.query<{ company_id: string }>(
      `delete from company_keys where split_part(sealed, '.', 2) = $1 returning company_id`,
      [keyId],
    )
    const lost = [rows.map(({ company_id }) => company_id)]
    const ofLost = "company_id = any ($1::uuid[]) and entity_type = 'vendor_private'"
    await client.query(
      `update vendor_private set ${columns.map((column) => `${column} = null`).join(', ')} where company_id = any ($1::uuid[])`,
      lost,
    )
    await client.query(
      `update activity_logs set old_value = null, new_value = null where ${ofLost} and field_changed in (${listed})`,
      lost,
    )
    await client.query(
      `update activity_logs set metadata = jsonb_set(metadata, '{row}', (metadata -> 'row') - array[${listed}])
       where ${ofLost} and action = 'deleted'`,
      lost,
    )
    await client.query(`delete from import_rows where company_id = any ($1::uuid[]) and type = 'vendors'`, lost)
    await client.query(`alter table vendor_private enable trigger user; alter table activity_logs enable trigger user;
      commit`)
    return rows.length
  })
}
