import { ORPCError } from '@orpc/server'
import { can } from 'contract/permissions.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Identity } from './caller.ts'
import { type Db, waitFor } from './handle.ts'
import { scalarOf } from './rows.ts'

/** The change set that this transaction has opened so far; null when nothing changed. Sent in the same round trip. */
export const currentChangeSet = async (db: Db): Promise<string | null> =>
  (await scalarOf(db, ChangeSetId, sql`select app.open_change_set()`)) ?? null

const ChangeSetId = z.uuid().nullable()

/** The change set, for callers who may undo (contract/activity/activity.ts); others get null, since their undo would be refused. */
export const undoableBy = async ({ role }: Identity, db: Db): Promise<string | null> =>
  can(role, 'activity.undo') ? currentChangeSet(db) : null

/** 409: the record's version differs from the edited one. The error carries the record, so that both values can be shown (T94). */
export const staleSave = (current: unknown) =>
  new ORPCError('CONFLICT', {
    status: 409,
    message: 'This has been changed since you opened it',
    data: { reason: 'stale', current },
  })

/** Records that refer to others: the first ten of them, how many there are, and the ids of those that they refer to. */
export type Uses = { uses: { type: string; id: string; name: string }[]; count: number; used: string[] }

/** 409: other records refer to it. */
export const inUse = ({ uses, count, used }: Uses) =>
  new ORPCError('CONFLICT', {
    status: 409,
    message: count === 1 ? 'It is used by another record' : `It is used by ${count} other records`,
    data: { reason: 'in_use', uses, count, used },
  })

/** For changes to everything a company has: a million records take minutes on a busy machine. */
export const wholeCompanySeconds = 600

/** Gives a bulk change more time than a click. @param seconds at most */
export function allowSeconds(db: Db, seconds: number) {
  waitFor(db, seconds)
  return sql`select set_config('statement_timeout', ${`${seconds}s`}, true)`.execute(db)
}

/** For a transaction that waits for the storage: it may take longer than a click, but not for ever. */
export async function waitForFile(db: Db): Promise<void> {
  await allowSeconds(db, wholeCompanySeconds)
  await sql`select set_config('idle_in_transaction_session_timeout', ${`${wholeCompanySeconds}s`}, true)`.execute(db)
}

/** Call this after writing many rows: gives the planner current statistics (app.refresh_statistics names the tables it takes). */
export const refreshStatistics = (db: Db, tables: string[]) => sql`select app.refresh_statistics(${tables})`.execute(db)
