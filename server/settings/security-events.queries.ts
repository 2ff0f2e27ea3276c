import { securityEventKindsOf } from 'contract/security-event-kinds.ts'
import { SecurityEvent, type SecurityEventQuery } from 'contract/settings/security-events.ts'
import { sql } from 'kysely'
import { eachRow } from '../platform/database/each-row.ts'
import type { Db } from '../platform/database/handle.ts'
import { countCap } from '../platform/database/list-page.ts'
import { countOf, rowsOf } from '../platform/database/rows.ts'
import { patternOf } from '../platform/database/search-words.ts'
import { changedSince, slicePage } from '../platform/database/whole-list.ts'

/** A page of the events, for those who may see the system. */
export async function listSecurityEvents(db: Db, query: SecurityEventQuery) {
  const slice = slicePage(query, inOrder(query), 'e', { type: 'bigint' })
  const [items, hits] = await Promise.all([
    rowsOf(db, SecurityEvent, sql`select ${columns} from ${matching(query)} ${slice}`),
    countOf(db, sql`select count(*) from (select from ${matching(query)} limit ${countCap + 1}) n`),
  ])
  return { items, total: Math.min(hits, countCap), isCapped: hits > countCap }
}

/** All events of a list, in its order, whatever page its query names. */
export const eachSecurityEvent = (db: Db, query: SecurityEventQuery) =>
  eachRow(db, SecurityEvent, sql`select ${columns} from ${matching(query)} order by ${inOrder(query)}`)

const inOrder = ({ order }: SecurityEventQuery) => (order === 'asc' ? sql`e.id asc` : sql`e.id desc`)

/** Events name a person and a company as text in their details. */
const columns = sql`e.id::text, e.kind, e.user_id, u.sort_name as user_name, p.sort_name as person_name,
  c.name as company_name, e.address, e.detail, e.times, e.created_at, e.last_at`

const company = sql`coalesce(e.detail ->> 'company', e.detail ->> 'companyId', e.company_id::text)`
const source = sql`security_events e left join companies c on c.id::text = ${company}
  left join profiles p on p.user_id::text = e.detail ->> 'person' left join profiles u on u.user_id = e.user_id`

const matching = (query: SecurityEventQuery) =>
  sql`${source} where true ${sql.join([...conditions(query), changedSince('e', query, 'lastAt')], sql` `)}`

/** Each begins with `and`. */
function conditions({ group, userId, companyId, from, to, q }: SecurityEventQuery) {
  const midnight = (on: string, days: number) =>
    sql`(${on}::date + ${days}::int)::timestamp at time zone (select f.time_zone from companies f where f.is_sbr)`
  return [
    ...(group ? [sql`and e.kind = any (${securityEventKindsOf(group)}::text[])`] : []),
    ...(userId ? [sql`and (e.user_id = ${userId} or e.detail ->> 'person' = ${userId})`] : []),
    ...(companyId
      ? [
          sql`and (${company} = ${companyId} or ${isOf(sql`e.user_id`, companyId)} or ${isOf(sql`p.user_id`, companyId)})`,
        ]
      : []),
    ...(from ? [sql`and e.created_at >= ${midnight(from, 0)}`] : []),
    ...(to ? [sql`and e.created_at < ${midnight(to, 1)}`] : []),
    ...(q
      ? [
          sql`and app.searchable(concat_ws(chr(10), u.sort_name, u.email, p.sort_name, p.email, c.name, e.address, e.detail)) like ${patternOf(q)}`,
        ]
      : []),
  ]
}

const isOf = (person: ReturnType<typeof sql>, companyId: string) =>
  sql`exists (select from user_roles r where r.user_id = ${person} and r.company_id = ${companyId})`
