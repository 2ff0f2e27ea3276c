import type { WholeList } from 'contract/list.ts'
import type { Breaks, NewTimeEntry, TimeEntry, TimeEntryChanges } from 'contract/time-clock/time-entries.ts'
import { type NewTimeProposal, TimeProposal } from 'contract/time-clock/time-proposals.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { countOf, isTrue, rowOf, rowsOf, scalarOf } from '../platform/database/rows.ts'
import { changedSince, slicePage } from '../platform/database/whole-list.ts'
import { breakSeconds, breaksJson, workedBetween } from './time-entries.queries.ts'

/** Breaks as PostgreSQL reads them; null when none are given. */
const multirangeOf = (breaks: Breaks | undefined) =>
  sql`${breaks ? `{${breaks.map(({ startedAt, endedAt }) => `[${startedAt},${endedAt})`).join(',')}}` : null}::tstzmultirange`

const Outcome = z.enum(['gone', 'stale', 'saved'])

/** @param before the current entry; a field that is left out keeps its value. @param version the version that was edited; null takes any */
export async function reviseTimeEntry(db: Db, before: TimeEntry, changes: TimeEntryChanges, version: number | null) {
  const { startedAt, endedAt, notes } = { ...before, ...changes }
  const outcome = await scalarOf(
    db,
    Outcome,
    sql`select app.revise_time_entry(${before.companyId}, ${before.id}, ${version}, ${startedAt}, ${endedAt},
      coalesce(${multirangeOf(changes.breaks)}, e.breaks), ${notes ?? null}, ${changes.reason})
    from time_entries e where e.company_id = ${before.companyId} and e.id = ${before.id}`,
  )
  return outcome ?? 'gone'
}

const Id = z.uuid().nullable()

/** The id of the new entry; null when the person does not work in the company. */
export const addTimeEntry = async (db: Db, companyId: string, entry: NewTimeEntry) =>
  (await scalarOf(
    db,
    Id,
    sql`select app.add_time_entry(${companyId}, ${entry.userId}, ${entry.startedAt}, ${entry.endedAt},
      ${multirangeOf(entry.breaks)}, ${entry.notes ?? null}, ${entry.reason})`,
  )) ?? null

/** Removes an entry, or puts it back. False when there is none. */
export const removeTimeEntry = (db: Db, companyId: string, id: string, isRemoval: boolean, reason: string) =>
  isTrue(db, sql`select app.remove_time_entry(${companyId}, ${id}, ${isRemoval}, ${reason})`)

const proposals = sql`time_proposals p left join time_entries e on e.company_id = p.company_id and e.id = p.entry_id`

const columns = sql`p.id, p.company_id, p.user_id, app.shown_name(p.user_id) as user_name, p.entry_id, p.kind, p.started_at, p.ended_at,
  case when p.breaks is not null then ${breaksJson(sql`p.breaks`)} end as breaks, p.notes, p.reason, p.status,
  app.shown_name(p.decided_by) as decider_name, p.decided_at, p.answer, p.created_at, p.updated_at,
  e.started_at as now_started_at, e.ended_at as now_ended_at, ${breakSeconds(sql`e.breaks`)} as now_break_seconds,
  case when p.kind <> 'remove' and coalesce(p.ended_at, e.ended_at) is not null then app.worked_seconds(coalesce(p.started_at, e.started_at),
    coalesce(p.ended_at, e.ended_at), coalesce(p.breaks, e.breaks, '{}'), null,
    coalesce(e.are_breaks_paid, (select c.are_breaks_paid from companies c where c.id = p.company_id)), '-infinity', 'infinity') end as seconds,
  case when e.ended_at is not null then ${workedBetween(sql`e.started_at`, sql`'infinity'`)} end as now_seconds`

/** With `toDecide`, people who may not decide get nothing: their own proposals need no action of theirs. */
type ProposalQuery = {
  status: 'open' | 'all'
  userId?: string | undefined
  toDecide?: boolean
  page: number
  pageSize: number
} & WholeList

/** Proposals that the session may read: those that wait for a decision, oldest first, or all, newest first. */
export async function listProposals(db: Db, companyId: string, { status, userId, toDecide, ...page }: ProposalQuery) {
  const isOpen = status === 'open'
  const matching = sql`p.company_id = ${companyId} ${isOpen ? sql`and p.status = 'open'` : sql``}
    ${userId ? sql`and p.user_id = ${userId}` : sql``} ${toDecide ? sql`and (select app.reaches_all('time.decide'))` : sql``}
    ${changedSince('p', page)}`
  const [items, total] = await Promise.all([
    rowsOf(
      db,
      TimeProposal,
      sql`select ${columns} from ${proposals} where ${matching} ${slicePage(page, sql`p.id ${isOpen ? sql`asc` : sql`desc`}`, 'p')}`,
    ),
    countOf(db, sql`select count(*) from time_proposals p where ${matching}`),
  ])
  return { items, total, isCapped: false }
}

export const getProposal = (db: Db, companyId: string, id: string): Promise<TimeProposal | undefined> =>
  rowOf(db, TimeProposal, sql`select ${columns} from ${proposals} where p.company_id = ${companyId} and p.id = ${id}`)

/** The id of the proposal; null when the signed-in person has no such entry. */
export const proposeTime = async (db: Db, companyId: string, proposal: NewTimeProposal) => {
  const { kind, entryId, startedAt, endedAt, breaks, notes, reason } = proposal
  const created = sql`select app.propose_time(${companyId}, ${entryId ?? null}, ${kind}, ${startedAt ?? null}, ${endedAt ?? null},
    ${multirangeOf(breaks)}, ${notes ?? null}, ${reason})`
  return (await scalarOf(db, Id, created)) ?? null
}

/** False when the signed-in person has no such proposal. */
export const withdrawProposal = (db: Db, companyId: string, id: string) =>
  isTrue(db, sql`select app.withdraw_proposal(${companyId}, ${id})`)

type Decision = { isAccepted: boolean; endedAt?: string | undefined; answer?: string | null | undefined }

/** False when there is no such proposal. */
export const decideProposal = (db: Db, companyId: string, id: string, { isAccepted, endedAt, answer }: Decision) =>
  isTrue(db, sql`select app.decide_proposal(${companyId}, ${id}, ${isAccepted}, ${endedAt ?? null}, ${answer ?? null})`)
