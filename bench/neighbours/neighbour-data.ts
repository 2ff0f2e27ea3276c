import { createHash } from 'node:crypto'
import type pg from 'pg'
import { addCompany } from '../data.ts'

export type Person = { companyId: string; token: string }
/** One person with a large company, another one with a small one, and their neighbour. `root`: an assembly of 19 levels and half a million rows. */
export type Street = { one: Person; another: Person; neighbour: Person; root: string }

const levels = 19

/** A company of 200,000 parts with a deep bill of materials, a small one, and a person in each. */
export async function fillNeighbours(client: pg.Client): Promise<Street> {
  const large = await addCompany(client, 'Large', 200_000)
  const small = await addCompany(client, 'Small', 5_000)
  const second = await addCompany(client, 'Second', 5_000)
  const root = await addDeepBom(client, large.companyId)
  const one = await addPerson(client, large.companyId, 'company_operator')
  const another = await addPerson(client, second.companyId, 'manager', 'company_operator')
  const neighbour = await addPerson(client, small.companyId, 'employee')
  await client.query('vacuum analyze')
  return { one, another, neighbour, root }
}

async function addPerson(client: pg.Client, companyId: string, name: string, role = name): Promise<Person> {
  const token = `token-of-the-bench-${name.replace('_', '-')}`
  const { rows } = await client.query(
    `with person as (insert into profiles (email) values ($1 || '@bench.example') returning user_id),
       role as (insert into user_roles (user_id, company_id, role) select user_id, $2, $4 from person)
     insert into sessions (token_hash, user_id, kind, name, idle_seconds, idle_expires_at, expires_at)
     select $3, user_id, 'token', 'bench', 86400, now() + interval '1 day', now() + interval '1 day' from person returning id`,
    [name, companyId, createHash('sha256').update(token).digest('hex'), role],
  )
  if (rows.length !== 1) throw new Error('nobody was added')
  return { companyId, token }
}

/** Two assemblies on each level; each contains both of the next level, so each level doubles the rows. @returns the id of the topmost */
async function addDeepBom(client: pg.Client, companyId: string): Promise<string> {
  await client.query(
    `insert into assemblies (company_id, assembly_number, name)
     select $1, 'T-' || level || '-' || side, 'Level ' || level from generate_series(1, ${levels}) level, generate_series(0, 1) side`,
    [companyId],
  )
  await client.query(
    `insert into bom_lines (company_id, assembly_id, sub_assembly_id, quantity, position)
     select $1, above.id, below.id, 1, row_number() over (partition by above.id)
     from assemblies above join assemblies below on below.company_id = $1
       and split_part(below.assembly_number, '-', 2)::int = split_part(above.assembly_number, '-', 2)::int + 1
     where above.company_id = $1`,
    [companyId],
  )
  await client.query(
    `insert into bom_lines (company_id, assembly_id, part_id, quantity, position)
     select $1, a.id, p.id, 1, 1 from assemblies a,
       (select id from parts where company_id = $1 order by part_number limit 1) p
     where a.company_id = $1 and a.assembly_number like 'T-${levels}-%'`,
    [companyId],
  )
  const { rows } = await client.query(`select id from assemblies where company_id = $1 and assembly_number = 'T-1-0'`, [
    companyId,
  ])
  return rows[0].id
}
