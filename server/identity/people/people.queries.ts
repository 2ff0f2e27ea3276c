import { Person } from 'contract/identity/people.ts'
import type { ProfileFields } from 'contract/identity/profile.ts'
import type { WholeList } from 'contract/list.ts'
import type { Role } from 'contract/permissions.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { eachRow } from '../../platform/database/each-row.ts'
import type { Db } from '../../platform/database/handle.ts'
import { countOf, rowOf, rowsOf, scalarsOf } from '../../platform/database/rows.ts'
import { patternOf } from '../../platform/database/search-words.ts'
import { changedSince, slicePage } from '../../platform/database/whole-list.ts'
import type { Access } from '../public.ts'

export type PeopleQuery = {
  q?: string | undefined
  role?: Role | undefined
  companyId?: string | undefined
  status?: Person['status'] | undefined
  sort: keyof typeof sorted
  order: 'asc' | 'desc'
  page: number
  pageSize: number
} & WholeList

const status = sql`case when p.is_pre_authorized then 'pre_authorized' when r.role is not null then 'active' else 'inactive' end`

const sorted = {
  name: sql`p.sort_name`,
  email: sql`p.email`,
  role: sql`r.role`,
  companyName: sql`c.name`,
  status,
  createdAt: sql`p.created_at`,
}

// The schema allows a role in each of several companies. The session uses the newest, and so does the list (app.ctx()).
const roles = sql`left join user_roles r on r.user_id = p.user_id
  and not exists (select from user_roles n where n.user_id = r.user_id and n.created_at > r.created_at)`
const people = sql`profiles p ${roles} left join companies c on c.id = r.company_id`

const columns = sql`p.user_id as id, p.email, p.first_name, p.last_name, r.role, r.company_id, c.name as company_name, ${status} as status,
  p.allows_unmanaged_account, p.version, p.created_at, p.updated_at`

/** One page of all people who were not deleted. */
export async function listPeople(db: Db, query: PeopleQuery) {
  const [items, total] = await Promise.all([
    rowsOf(
      db,
      Person,
      sql`select ${columns} from ${people} where ${conditions(query)} ${slicePage(query, inOrder(query), 'p', { id: 'userId' })}`,
    ),
    countOf(
      db,
      sql`select count(*) as total from profiles p ${asksRole(query) ? roles : sql``} where ${conditions(query)}`,
    ),
  ])
  return { items, total, isCapped: false }
}

/** All people of a list, in its order, whatever page its query names. */
export const eachPerson = (db: Db, query: PeopleQuery): AsyncGenerator<Person> =>
  eachRow(db, Person, sql`select ${columns} from ${people} where ${conditions(query)} order by ${inOrder(query)}`)

function inOrder({ sort, order }: PeopleQuery) {
  const direction = order === 'desc' ? sql`desc` : sql`asc`
  const nobodyLast = sort === 'role' || sort === 'companyName' ? sql`nulls last` : sql``
  return sql`${sorted[sort]} ${direction} ${nobodyLast}, p.user_id ${direction}`
}

/** The count leaves out joins that it does not need: they cost more than the count. */
const asksRole = ({ role, companyId, status: wanted }: PeopleQuery) => Boolean(role || companyId || wanted)

const conditions = ({ q, role, companyId, status: wanted, updatedSince }: PeopleQuery) =>
  sql.join(
    [
      sql`p.deleted_at is null ${changedSince('p', { updatedSince })}`,
      ...(q ? [sql`p.search_text like ${patternOf(q)}`] : []),
      ...(role ? [sql`r.role = ${role}`] : []),
      ...(companyId ? [sql`r.company_id = ${companyId}`] : []),
      ...(wanted ? [sql`${status} = ${wanted}`] : []),
    ],
    sql` and `,
  )

export async function getPerson(db: Db, id: string): Promise<Person | undefined> {
  return rowOf(db, Person, sql`select ${columns} from ${people} where p.user_id = ${id} and p.deleted_at is null`)
}

/** Pre-authorises an address. @returns the id. Violates a rule when the address is taken or role and company do not fit */
export function insertPerson(
  db: Db,
  person: Access & {
    email: string
    firstName?: string | null | undefined
    lastName?: string | null | undefined
    allowsUnmanagedAccount?: boolean | undefined
  },
  address: string,
): Promise<string> {
  return call(
    db,
    PersonId,
    sql`app.create_person(${person.email}, ${person.firstName ?? null}, ${person.lastName ?? null}, ${person.role},
    ${person.companyId ?? null}, ${person.allowsUnmanagedAccount ?? false}, ${address})`,
  )
}

/** Locks the person. @returns whether the given version is current; null when the person does not exist */
export const isAtVersion = (db: Db, id: string, version: number): Promise<boolean | null> =>
  call(db, MaybeTruth, sql`app.person_is_at(${id}, ${version})`)

/** Corrects a name before the first sign-in; omitted fields stay. @returns whether the person exists */
export const namePerson = (db: Db, id: string, names: Partial<ProfileFields>, address: string): Promise<boolean> =>
  call(db, Truth, sql`app.name_person(${id}, ${JSON.stringify(names)}::jsonb, ${address})`)

/** @returns whether the person existed */
export const removePerson = (db: Db, id: string, address: string): Promise<boolean> =>
  call(db, Truth, sql`app.remove_person(${id}, ${address})`)

/** @returns how many sessions and tokens ended; null when the person does not exist */
export const endSessions = (db: Db, id: string, address: string): Promise<number | null> =>
  call(db, MaybeCount, sql`app.end_sessions(${id}, ${address})`)

/** @returns whether the person exists */
export const resetLink = (db: Db, id: string, address: string): Promise<boolean> =>
  call(db, Truth, sql`app.reset_link(${id}, ${address})`)

/** @returns whether the person exists */
export const allowUnmanagedAccount = (db: Db, id: string, isAllowed: boolean, address: string): Promise<boolean> =>
  call(db, Truth, sql`app.allow_unmanaged_account(${id}, ${isAllowed}, ${address})`)

const PersonId = z.uuid()
const Truth = z.boolean()
const MaybeTruth = Truth.nullable()
const MaybeCount = z.int().nullable()

/** The result of a database function, which always returns a row. */
async function call<Answer extends z.ZodType>(db: Db, type: Answer, expression: ReturnType<typeof sql>) {
  const [answer] = await scalarsOf(db, type, sql`select ${expression}`)
  return answer as z.infer<Answer>
}
