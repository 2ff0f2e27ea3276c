/** Seals the bank data that an earlier version stored in clear, before the server listens (decision 0103). */

import { sealedVendorFields } from 'contract/inventory/vendors.ts'
import pg from 'pg'
import { asOwner } from '../../platform/database/schema/owner-connection.ts'
import { companySealsOfOwner } from '../../platform/secrets/company-key.ts'
import type { ComparableSeals } from '../../platform/secrets/comparable-seals.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'

/**
 * Seals the bank data of vendors and their values in the activity log. An interrupted run goes on where it was. When all is sealed, one
 * query of the catalogue shows it. When several servers start at once, one seals and the others wait.
 * @param adminUrl connection of the owner of a migrated database
 * @returns how many rows it sealed
 * @throws {UnreadableSecret} when there is something to seal, and the key of its company is missing
 */
export async function sealStored(adminUrl: string, keyring: Keyring): Promise<number> {
  return asOwner(adminUrl, async (client) => {
    await client.query('select pg_advisory_lock(7203103)')
    if (await isDone(client)) return 0
    let sealed = 0
    const { rows: companies } = await client.query<{ id: string }>('select id from companies')
    for (const { id } of companies) {
      const seals = await companySealsOfOwner(client, keyring, id)
      for (const part of [vendors, changes, deletions]) sealed += await sealPart(client, id, part, seals)
    }
    await client.query('alter table vendor_private validate constraint vendor_private_sealed')
    return sealed
  })
}

async function isDone(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is_done: boolean }>(
    `select convalidated as is_done from pg_constraint where conname = 'vendor_private_sealed'`,
  )
  return rows[0]?.is_done ?? false
}

type Values = Record<string, string | null>
type Found = { id: string; values: Values }
/**
 * One kind of row: `clear` is SQL that finds unsealed rows after an id, with their values by column; `update` stores them sealed.
 * `fieldOf`: the field of a value, by its column and the others of the row.
 */
type Part = {
  table: string
  first: string
  clear: string
  update: string
  fieldOf: (column: string, values: Values) => string | undefined
}

const columns = [...sealedVendorFields.values()]
const fields = new Map([...sealedVendorFields].map(([field, column]) => [column, field]))
const listed = columns.map((column) => pg.escapeLiteral(column)).join(', ')
const isSeal = /^s1\.[\w-]{22,}$/
/** SQL: whether a text is stored in clear. */
const isClear = (value: string) => `(${value} is not null and ${value} !~ '^s1\\.[A-Za-z0-9_-]{22,}$')`
/** SQL: whether a row in JSON has a value in clear. */
const hasClear = (row: string) =>
  `exists (select from jsonb_each_text(${row}) e where e.key in (${listed}) and ${isClear('e.value')})`

const vendors: Part = {
  table: 'vendor_private',
  first: '00000000-0000-0000-0000-000000000000',
  clear: `select v.id, to_jsonb(v) as values from vendor_private v
    where v.company_id = $1 and v.id > $2 and ${hasClear('to_jsonb(v)')} order by v.id limit 500`,
  update: `update vendor_private v set ${columns.map((column) => `${column} = r.values ->> '${column}'`).join(', ')}
    from jsonb_to_recordset($2) r(id uuid, values jsonb) where v.company_id = $1 and v.id = r.id`,
  fieldOf: (column) => fields.get(column),
}

/** The old and new values of changed fields. */
const changes: Part = {
  table: 'activity_logs',
  first: '0',
  clear: `select l.id, jsonb_build_object('field', l.field_changed, 'was', l.old_value, 'is', l.new_value) as values from activity_logs l
    where l.company_id = $1 and l.id > $2 and l.entity_type = 'vendor_private' and l.field_changed in (${listed})
      and (${isClear('l.old_value')} or ${isClear('l.new_value')}) order by l.id limit 500`,
  update: `update activity_logs l set old_value = r.values ->> 'was', new_value = r.values ->> 'is'
    from jsonb_to_recordset($2) r(id bigint, values jsonb) where l.company_id = $1 and l.id = r.id`,
  fieldOf: (column, { field }) => (column === 'field' ? undefined : fields.get(field ?? '')),
}

/** Whole deleted records. */
const deletions: Part = {
  table: 'activity_logs',
  first: '0',
  clear: `select l.id, l.metadata -> 'row' as values from activity_logs l
    where l.company_id = $1 and l.id > $2 and l.entity_type = 'vendor_private' and l.action = 'deleted'
      and ${hasClear(`l.metadata -> 'row'`)} order by l.id limit 500`,
  update: `update activity_logs l set metadata = jsonb_set(l.metadata, '{row}', r.values)
    from jsonb_to_recordset($2) r(id bigint, values jsonb) where l.company_id = $1 and l.id = r.id`,
  fieldOf: (column) => fields.get(column),
}

/** Each step is a transaction, so the run can be interrupted after any of them. */
async function sealPart(client: pg.Client, companyId: string, part: Part, seals: ComparableSeals): Promise<number> {
  let count = 0
  for (let last = part.first; ; ) {
    const { rows } = await client.query<Found>(part.clear, [companyId, last])
    const sealed = rows.map(({ id, values }) => ({ id, values: sealValues(values, part, seals) }))
    // The triggers would log the values in clear, and refuse to change the log.
    await client.query(`begin; alter table ${part.table} disable trigger user`)
    await client.query(part.update, [companyId, JSON.stringify(sealed)])
    await client.query(`alter table ${part.table} enable trigger user; commit`)
    count += rows.length
    last = rows.at(-1)?.id ?? last
    if (rows.length === 0) return count
  }
}

const sealValues = (values: Values, { fieldOf }: Part, seals: ComparableSeals): Values =>
  Object.fromEntries(
    Object.entries(values).map(([column, value]) => {
      const field = fieldOf(column, values)
      return [column, field && typeof value === 'string' && !isSeal.test(value) ? seals.seal(value, field) : value]
    }),
  )
