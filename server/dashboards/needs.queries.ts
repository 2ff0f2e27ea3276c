import { AccessRequests, FailedConnection, Needs } from 'contract/dashboards/needs.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { rowOf, rowsOf } from '../platform/database/rows.ts'

/** The connections that are on and failed when they were used last. */
export const listFailedConnections = (db: Db, companyId: string): Promise<z.infer<typeof FailedConnection>[]> =>
  rowsOf(
    db,
    FailedConnection,
    sql`select integration_name as name, needs_reconnect, last_error as message, last_error_at as since from integration_configs
    where company_id = ${companyId} and is_enabled and (needs_reconnect or status = 'error') order by integration_name`,
  )

/** Open requests for access, for the firm's own dashboard and those who may answer them. Undefined when there are none. */
export const getAccessRequests = (db: Db, companyId: string): Promise<z.infer<typeof AccessRequests> | undefined> =>
  rowOf(
    db,
    AccessRequests,
    sql`select count(*) as count, min(requested_at) as since from access_requests
    where status = 'open' and exists (select from companies where id = ${companyId} and is_sbr) having count(*) > 0`,
  )

const Clock = Needs.pick({ now: true, timeZone: true })

export const getClock = (db: Db, companyId: string): Promise<z.infer<typeof Clock> | undefined> =>
  rowOf(db, Clock, sql`select now() as now, time_zone from companies where id = ${companyId}`)
