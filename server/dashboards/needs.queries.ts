import { Needs } from 'contract/dashboards/needs.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { isTrue, rowOf } from '../platform/database/rows.ts'

/** Whether it is the company of the firm, whose operators answer requests for access. */
export const isFirm = (db: Db, companyId: string): Promise<boolean> =>
  isTrue(db, sql`select is_sbr from companies where id = ${companyId}`)

const Clock = Needs.pick({ now: true, timeZone: true })

export const getClock = (db: Db, companyId: string): Promise<z.infer<typeof Clock> | undefined> =>
  rowOf(db, Clock, sql`select now() as now, time_zone from companies where id = ${companyId}`)
