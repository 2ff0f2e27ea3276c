import type pg from 'pg'
import { withClient } from '../../server/platform/database/connections/with-client.ts'
import { fillHistory } from './demo-history.ts'
import { type DemoInventory, sbrInventory, southInventory } from './demo-inventory.ts'
import { northInventory } from './demo-inventory-north.ts'
import { demoCompanies, demoPeople } from './demo-people.ts'
import { fillPlaces, northStock, southStock, withoutPlaces } from './demo-places.ts'
import { fillRoutine } from './demo-routine.ts'
import { demoSops } from './demo-sops.ts'
import { fillStock, withoutOpenings } from './demo-stock.ts'
import { fillStore } from './demo-store.ts'
import { fillWork } from './demo-work.ts'

/**
 * Fills a migrated database that has no people: two portfolio companies beside the parent firm, seven people who may sign in, an inventory
 * each. All or nothing.
 * @param adminUrl connection of the database's owner
 * @param options `sealsOf`: seals the bank data of a company
 * @returns false when it has people already: then nothing is written
 */
export async function seedDemo(adminUrl: string, options: DemoOptions): Promise<boolean> {
  return withClient(adminUrl, async (client) => {
    // without a commit this undoes everything
    await client.query(
      "begin; select set_config('app.change_kind', 'seed', true); lock table profiles in share row exclusive mode",
    )
    const { rows: people } = await client.query('select from profiles limit 1')
    if (people.length === 0) await fillDemo(client, options)
    await client.query('commit')
    return people.length === 0
  })
}

type Seals = { seal(value: string, field: string): string }
export type DemoOptions = {
  defaultTimeZone?: string
  sealsOf: (client: pg.Client, companyId: string) => Promise<Seals>
}

/** Writes the demo data, in the transaction of its caller, beside the row of the firm. */
export async function fillDemo(
  client: pg.Client,
  { defaultTimeZone: timeZone = 'UTC', sealsOf }: DemoOptions,
): Promise<void> {
  const { sbr, north, south } = demoCompanies
  const { rows } = await client.query<{ id: string; isSbr: boolean; name: string }>(
    `with firm as (update companies set time_zone = $3 where is_sbr returning id, is_sbr, name)
     , made as (
       insert into companies (name, industry, company_type, parent_company_id, time_zone, description)
       select c.name, c.industry, 'portfolio', firm.id, $3, c.description
       from firm, (values ($1, 'Machining', 'Hydraulic units, valves and cylinders'), ($2, 'Distribution', 'Electrical and pneumatic supplies'))
         c(name, industry, description)
       returning id, is_sbr, name)
     select id, is_sbr as "isSbr", name from firm union all select id, is_sbr, name from made`,
    [north, south, timeZone],
  )
  const idOf = (company: string) => rows.find((row) => (company === sbr ? row.isSbr : row.name === company))?.id
  await client.query(
    `with people as (select * from jsonb_to_recordset($1) as p(email text, "firstName" text, "lastName" text, role text, "companyId" uuid))
     , made as (insert into profiles (email, first_name, last_name) select email, "firstName", "lastName" from people returning user_id, email)
     insert into user_roles (user_id, company_id, role) select made.user_id, people."companyId", people.role from made join people using (email)`,
    [JSON.stringify(demoPeople.map((person) => ({ ...person, companyId: idOf(person.company) })))],
  )
  await client.query('update app.installation set is_demo = true')
  for (const [company, inventory, stock] of [
    [sbr, sbrInventory, withoutPlaces],
    [north, northInventory, northStock],
    [south, southInventory, southStock],
  ] as const) {
    const seals = await sealsOf(client, idOf(company) ?? '')
    await withoutOpenings(client, async () => {
      await fillInventory(client, idOf(company), inventory, [...stock.lots, ...stock.serials], seals)
      await fillBoms(client, idOf(company), inventory)
    })
    await fillPlaces(client, idOf(company), stock.places)
    await fillStock(client, idOf(company), stock)
    await fillWork(client, idOf(company), company)
    await fillSops(client, company, idOf(company))
    await fillRoutine(client, idOf(company), company)
    if (company === north) await fillStore(client, idOf(company))
    await fillHistory(client, idOf(company))
  }
}

async function fillSops(client: pg.Client, name: string, companyId: string | undefined) {
  const own = demoSops.filter(({ company }) => company === name)
  for (const { company: _company, author, linkedParts, linkedProducts, ...fields } of own) {
    const values = { ...fields, company_id: companyId }
    const keys = Object.keys(values)
    const { rows } = await client.query<{ id: string }>(
      `insert into sops (created_by, ${keys.join(', ')})
       values ((select user_id from profiles where email = $1), ${keys.map((_, index) => `$${index + 2}`).join(', ')}) returning id`,
      [author, ...Object.values(values)],
    )
    const link = (table: string, key: string, numbers: string[] = []) =>
      client.query(`update ${table} set sop_id = $1 where ${key} = any ($2)`, [rows[0]?.id, numbers])
    await link('parts', 'part_number', linkedParts)
    await link('products', 'sku', linkedProducts)
  }
}

async function fillInventory(
  client: pg.Client,
  company: string | undefined,
  { vendors, parts, products }: DemoInventory,
  inLots: string[],
  seals: Seals,
) {
  const cell = (name: string, index: number, type = 'text') => `(r.cells ->> ${index})::${type} as ${name}`
  await client.query(
    `with r as (select cells from jsonb_array_elements($2::jsonb) cells), v as (select ${[
      ...[
        'name',
        'contact_person',
        'email',
        'phone',
        'address',
        'website',
        'status',
        'payment_terms',
        'shipping',
        'account',
        'iban',
      ].map((name, index) => cell(name, index)),
    ].join(', ')} from r)
     , made as (
       insert into vendors (company_id, name, contact_person, email, phone, address, website, status)
       select $1, name, contact_person, email, phone, address, website, status from v returning id, name)
     insert into vendor_private (id, company_id, payment_terms, preferred_shipping_method, account_number, iban)
     select made.id, $1, v.payment_terms, v.shipping, v.account, v.iban
     from made join v on v.name = made.name`,
    [company, JSON.stringify(vendors.map((vendor) => withSealedAccount(vendor, seals)))],
  )
  await client.query(
    `with r as (select cells, $3::text[] as names from jsonb_array_elements($2::jsonb) cells)
     insert into parts (part_number, name, location, cost, retail_price, stock_level, reorder_threshold, unit, decimals, has_lots,
       company_id, vendor_id, supplier_name)
     select ${cell('n', 0)}, ${cell('t', 1)}, ${cell('l', 2)}, ${cell('c', 4, 'numeric')}, ${cell('p', 5, 'numeric')},
       ${cell('s', 6, 'numeric')}, ${cell('o', 7, 'numeric')}, coalesce(r.cells ->> 8, 'each'), coalesce((r.cells ->> 9)::smallint, 0),
       r.cells ->> 0 = any ($4), $1, v.id, v.name
     from r left join vendors v on v.company_id = $1 and v.name = r.names[(r.cells ->> 3)::int + 1]`,
    [company, JSON.stringify(parts), vendors.map(([name]) => name), inLots],
  )
  await client.query(
    `with r as (select cells from jsonb_array_elements($2::jsonb) cells)
     insert into products (sku, name, location, category, cost, retail_price, stock_level, company_id)
     select ${cell('n', 0)}, ${cell('t', 1)}, ${cell('l', 2)}, ${cell('k', 3)}, ${cell('c', 4, 'numeric')}, ${cell('p', 5, 'numeric')}, ${cell('s', 6, 'int')}, $1 from r`,
    [company, JSON.stringify(products)],
  )
}

/** The last cell of a vendor is an IBAN or an account number. */
function withSealedAccount(vendor: DemoInventory['vendors'][number], { seal }: Seals) {
  const cells = vendor.slice(0, 9)
  const account = vendor[9]
  if (!account) return cells
  return /^[A-Z]/.test(account)
    ? [...cells, null, seal(account, 'iban')]
    : [...cells, seal(account, 'accountNumber'), null]
}

/** Quantities stand before the numbers. A number is that of a part, an assembly or a product. */
async function fillBoms(client: pg.Client, company: string | undefined, { assemblies, boms }: DemoInventory) {
  await client.query(
    `insert into assemblies (company_id, assembly_number, name, location, stock_level)
     select $1, cells ->> 0, cells ->> 1, cells ->> 2, (cells ->> 3)::int from jsonb_array_elements($2::jsonb) cells`,
    [company, JSON.stringify(assemblies)],
  )
  const lines = Object.entries(boms).flatMap(([parent, list]) =>
    list.split(', ').map((line, position) => {
      const [quantity, number] = line.split(' x ')
      return { parent, number, quantity: Number(quantity), position }
    }),
  )
  const { rowCount } = await client.query(
    `with line as (select * from jsonb_to_recordset($2::jsonb) l(parent text, number text, quantity numeric, position int))
     insert into bom_lines (company_id, assembly_id, product_id, part_id, sub_assembly_id, sub_product_id, quantity, position)
     select $1, a.id, p.id, c.id, s.id, k.id, l.quantity, l.position from line l
     left join assemblies a on a.company_id = $1 and a.assembly_number = l.parent
     left join products p on p.company_id = $1 and p.sku = l.parent
     left join parts c on c.company_id = $1 and c.part_number = l.number
     left join assemblies s on s.company_id = $1 and s.assembly_number = l.number
     left join products k on k.company_id = $1 and k.sku = l.number`,
    [company, JSON.stringify(lines)],
  )
  if (rowCount !== lines.length) throw new Error('A number in the demo data belongs to two items')
}
