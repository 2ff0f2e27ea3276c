import { createHash } from 'node:crypto'
import type { Role } from 'contract/permissions.ts'
import pg from 'pg'

export const partsInLargest = 100_000
const otherCompanies = 20
/** The others have this share of the parts of the largest company. */
const shareOfOthers = 0.05
const secret = 'a-token-that-only-the-benchmark-knows'

export const authorization = `Bearer ${secret}`
export const tokenHash = createHash('sha256').update(secret).digest('hex')

/** A company to measure in; `ids` are some of its parts, spread over all of them. */
export type Subject = { companyId: string; ids: string[] }

const words = ['Bolt', 'Nut', 'Washer', 'Hinge', 'Bracket', 'Bearing', 'Gasket', 'Spring', 'Valve', 'Motor', 'Zip tie']
const materials = ['steel', 'brass', 'nylon', 'alloy', 'copper', 'rubber', 'zinc']

/** The data is the same at every run: everything is computed from the number of the row. */
const row = `'P-' || lpad(n::text, 7, '0') as part_number,
  (array['${words.join("','")}'])[(1 + (n * 7919) % ${words.length})::int] || ' ' || (array['${materials.join("','")}'])[(1 + (n * 104729) % ${materials.length})::int]
    || ' M' || (n * 31) % 97 || 'x' || n as name,
  'Shelf ' || n % 200 as location, 'Supplier ' || n % 50 as supplier_name, (n % 10000) / 100.0 as cost, (n % 20000) / 100.0 as retail_price,
  (n * 13) % 1000 as stock_level, (n * 7) % 60 as reorder_threshold`
const columns = 'part_number, name, location, supplier_name, cost, retail_price, stock_level, reorder_threshold'

export function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  return client.connect().then(() => client)
}

/** One company with 100,000 parts, 20 with 5,000, and one without; an operator of the parent firm may see them all. */
export async function fill(client: pg.Client, parts = partsInLargest): Promise<{ largest: Subject; empty: string }> {
  await addOperator(client)
  for (let index = 0; index < otherCompanies; index++) await addCompany(client, `Other ${index}`, parts * shareOfOthers)
  const largest = await addCompany(client, 'Largest', parts)
  const { companyId: empty } = await addCompany(client, 'Empty', 0)
  await client.query('vacuum analyze')
  return { largest, empty }
}

/** A company in New York with this number of people of one role. @returns its id */
export async function addStaff(client: pg.Client, name: string, role: Role, people: number): Promise<string> {
  const made = await client.query<{ id: string }>(
    `insert into companies (name, time_zone) values ($1, 'America/New_York') returning id`,
    [name],
  )
  const companyId = made.rows[0]?.id ?? ''
  await client.query(
    `with p as (insert into profiles (email, first_name, last_name, is_pre_authorized)
       select 'worker-' || n || '@bench.example', 'Worker', n::text, false from generate_series(1, $3::int) n returning user_id)
     insert into user_roles (user_id, company_id, role) select user_id, $1, $2 from p`,
    [companyId, role, people],
  )
  return companyId
}

/** `authorization` stands for an operator of the parent firm. */
export async function addOperator(client: pg.Client): Promise<void> {
  const firm = (await client.query<{ id: string }>('select id from companies where is_sbr')).rows[0]?.id
  const person = (await client.query(`insert into profiles (email) values ('bench@sbr.example') returning user_id`))
    .rows[0].user_id
  await client.query(`insert into user_roles (user_id, company_id, role) values ($1, $2, 'sbr_operator')`, [
    person,
    firm,
  ])
  await client.query(
    `insert into sessions (token_hash, user_id, kind, name, idle_seconds, idle_expires_at, expires_at)
     values ($1, $2, 'token', 'bench', 86400, now() + interval '1 day', now() + interval '1 day')`,
    [tokenHash, person],
  )
}

export async function addCompany(client: pg.Client, name: string, size: number): Promise<Subject> {
  const companyId = (await client.query('insert into companies (name) values ($1) returning id', [name])).rows[0].id
  await client.query(
    `insert into parts (company_id, ${columns}) select $1, ${row} from generate_series(1::bigint, $2) n`,
    [companyId, size],
  )
  const { rows } = await client.query<{ id: string }>(
    `select id from parts where company_id = $1 and right(part_number, 2) = '37' order by part_number limit 1000`,
    [companyId],
  )
  return { companyId, ids: rows.map(({ id }) => id) }
}

/** Search texts: frequent words, words that sort late, parts of numbers, and a text that matches nothing. */
export const searches = ['hinge', 'zip', 'steel m5', 'P-00123', '4711', 'rubber', 'x999', 'no such part']

/** A file of new parts. @param stock added to every stock level, so that another file changes every row */
export function partsCsv(rows: number, stock = 0): string {
  const lines = [
    'Name/Description,Part Number,Location,Quantity,Supplier,Account Number,Cost,Retail Price,Reorder Threshold',
  ]
  for (let n = 1; n <= rows; n++) {
    const name = `${words[(n * 7919) % words.length]} ${materials[(n * 104729) % materials.length]} M${(n * 31) % 97}x${n}`
    lines.push(
      `${name},I-${String(n).padStart(7, '0')},Shelf ${n % 200},${((n * 13) % 1000) + stock},Supplier ${n % 50},AC-${n % 50},${(n % 10000) / 100},${(n % 20000) / 100},${(n * 7) % 60}`,
    )
  }
  return `${lines.join('\n')}\n`
}
