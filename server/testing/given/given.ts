import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Role } from 'contract/permissions.ts'
import type pg from 'pg'
import { createKeyring, type Keyring } from '../../platform/secrets/keyring.ts'
import { keyNamed } from '../keys.ts'
import { givenBank } from './given-bank.ts'
import { givenStore } from './given-store.ts'
import { givenWork } from './given-work.ts'

export type GivenCompany = { id: string; name: string }
export type GivenPerson = { id: string; email: string; token: string }

let serial = 0
const next = () => ++serial

/**
 * Situations, written directly into the database by its owner: the start of a test, never its assertion.
 * @param keyring of the server that reads them
 */
export function makeGiven(admin: pg.Pool, keyring: Keyring = createKeyring([keyNamed('test')])) {
  const insert = async (table: string, row: Record<string, unknown>) => {
    const keys = Object.keys(row)
    const { rows } = await admin.query(
      `insert into ${table} (${keys.join(', ')}) values (${keys.map((_, index) => `$${index + 1}`).join(', ')}) returning *`,
      Object.values(row),
    )
    return rows[0]
  }

  const token = (userId: string, reach: object = {}) => givenToken(insert, userId, reach)

  return {
    sql: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await admin.query<Row>(text, values)).rows,

    firm: async (): Promise<GivenCompany> => (await admin.query('select id, name from companies where is_sbr')).rows[0],

    company: (fields: Record<string, unknown> = {}): Promise<GivenCompany> =>
      insert('companies', { name: `Company ${next()}`, ...fields }),

    /** A person with a session; `role` null is a person whose role was taken away. */
    person: async (
      role: Role | null,
      company: GivenCompany,
      email = `person-${next()}@test.example`,
    ): Promise<GivenPerson> => {
      const { user_id: id } = await insert('profiles', {
        email,
        first_name: 'Test',
        last_name: `Person ${serial}`,
        is_pre_authorized: false,
      })
      if (role) await insert('user_roles', { user_id: id, company_id: company.id, role })
      return { id, email, token: await token(id) }
    },

    /** One more access token of a person. @param reach columns that say how far it reaches: { is_read_only: true } */
    token,

    location: (company: GivenCompany, fields: Record<string, unknown> = {}) =>
      insert('locations', { company_id: company.id, code: `L-${next()}`, name: `Shelf ${serial}`, ...fields }),
    vendor: (company: GivenCompany, fields: Record<string, unknown> = {}) =>
      insert('vendors', { company_id: company.id, name: `Vendor ${next()}`, ...fields }),

    part: (company: GivenCompany, fields: Record<string, unknown> = {}) => {
      const number = next()
      return insert('parts', { company_id: company.id, part_number: `P-${number}`, name: `Part ${number}`, ...fields })
    },

    assembly: (company: GivenCompany, fields: Record<string, unknown> = {}) => {
      const number = next()
      const row = { company_id: company.id, assembly_number: `A-${number}`, name: `Assembly ${number}`, ...fields }
      return insert('assemblies', row)
    },

    /** A line of a BOM: `of` is {assembly_id} or {product_id}, `component` {part_id}, {sub_assembly_id} or {sub_product_id}. */
    bomLine: (company: GivenCompany, of: object, component: object, quantity = 1) =>
      insert('bom_lines', { company_id: company.id, ...of, ...component, quantity }),

    /** The record of a file, without any bytes in the storage. @param parent like { part_id } */
    file: (company: GivenCompany, parent: Record<string, string>, fields: Record<string, unknown> = {}) =>
      insert('files', {
        company_id: company.id,
        ...parent,
        ...{ name: `drawing-${next()}.txt`, type: 'text/plain', size: 5, sha256: createHash('sha256').digest('hex') },
        ...{ path: 'x', storage_key: `${company.id}/${randomUUID()}` },
        ...fields,
      }),
    /** A published SOP of the company; with a visibility of SBR it belongs to the firm. */
    sop: (company: GivenCompany, fields: Record<string, unknown> = {}) =>
      insert('sops', { company_id: company.id, title: `SOP ${next()}`, ...fields }),

    product: (company: GivenCompany, fields: Record<string, unknown> = {}) => {
      const number = next()
      return insert('products', { company_id: company.id, sku: `S-${number}`, name: `Product ${number}`, ...fields })
    },

    ...givenBank(admin, keyring),
    ...givenWork(insert, next),
    ...givenStore(insert, next),
  }
}

type Insert = (table: string, row: Record<string, unknown>) => Promise<unknown>

async function givenToken(insert: Insert, userId: string, reach: object): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const end = new Date(Date.now() + 3_600_000)
  const kind = { kind: 'token', name: 'test', idle_seconds: 3600, idle_expires_at: end, expires_at: end }
  // With an address, so that the first request of a test does not note one.
  const session = { user_id: userId, last_address: '127.0.0.1', ...kind, ...reach }
  await insert('sessions', { token_hash: createHash('sha256').update(token).digest('hex'), ...session })
  return token
}

export type Given = ReturnType<typeof makeGiven>
