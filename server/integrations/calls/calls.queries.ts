import { type CallQuery, callStatuses, IntegrationCall } from 'contract/integrations/calls.ts'
import { integrationNames } from 'contract/integrations/catalogue.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/handle.ts'
import { rowsOf } from '../../platform/database/rows.ts'

/**
 * A page of Integration Output, newest first. Reads each service and status apart, from the index over service, status and time, and then
 * merges them: so a rare combination among a million rows is as fast as any. The query names only one upper limit of `at`: with two,
 * PostgreSQL does not always begin at the lower one, and a late page read all rows before it.
 */
export async function listCalls(db: Db, query: CallQuery): Promise<{ items: IntegrationCall[]; next: string | null }> {
  const { companyId, integrationName, status, from, to, before, pageSize } = query
  const [beforeAt, beforeId] = before?.split('~') ?? []
  const names = integrationName ? [integrationName] : [...integrationNames]
  const statuses = status ? [status] : [...callStatuses]
  const rows = await rowsOf(
    db,
    IntegrationCall,
    sql`select f.id, f.integration_name, f.at, f.operation, f.status, f.http_status, f.message, f.details, f.duration_ms, f.quota
    from unnest(${names}::text[]) n(name) cross join unnest(${statuses}::text[]) s(status)
    cross join lateral (
      select * from integration_calls c
      where c.company_id = ${companyId} and c.integration_name = n.name and c.status = s.status
        and c.at >= coalesce(${from ?? null}::timestamptz, '-infinity')
        and c.at < least(${to ?? null}::timestamptz, ${beforeAt ?? null}::timestamptz + interval '1 millisecond', 'infinity')
        and (c.at, c.id) < (coalesce(${beforeAt ?? null}::timestamptz, 'infinity'), coalesce(${beforeId ?? null}::uuid, ${lastId}::uuid))
      order by c.at desc, c.id desc limit ${pageSize + 1}) f
    order by f.at desc, f.id desc limit ${pageSize + 1}`,
  )
  const items = rows.slice(0, pageSize)
  const last = items.at(-1)
  return { items, next: rows.length > pageSize && last ? `${last.at}~${last.id}` : null }
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
