import type { WholeList } from 'contract/list.ts'
import { SopRun, SopRunDetails } from 'contract/sops/runs.ts'
import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { countCap } from '../platform/database/list-page.ts'
import { countOf, isTrue, rowOf, rowsOf, scalarOf } from '../platform/database/rows.ts'
import { changedSince, slicePage } from '../platform/database/whole-list.ts'

const columns = sql`r.id, r.company_id, r.sop_id, r.sop_title, r.sop_version, r.user_id, app.shown_name(r.user_id) as user_name, r.step_count,
  (select count(*) from sop_run_steps t where t.company_id = r.company_id and t.run_id = r.id and t.is_done) as done_count,
  r.note, r.started_at, r.finished_at, r.updated_at,
  (select jsonb_build_object('id', t.id, 'title', t.title) from tasks t where t.company_id = r.company_id and t.id = r.task_id) as task`

type RunsQuery = {
  companyId: string
  sopId?: string | undefined
  taskId?: string | undefined
  isFinished?: boolean | undefined
  isOwn?: boolean | undefined
  order: 'asc' | 'desc'
  page: number
  pageSize: number
} & WholeList

/** One page of the runs that the caller may see. */
export async function listRuns(db: Db, query: RunsQuery) {
  const { companyId, sopId, taskId, isFinished, isOwn, order } = query
  const where = sql<SqlBool>`r.company_id = ${companyId} and (${sopId ?? null}::uuid is null or r.sop_id = ${sopId ?? null})
    ${taskId ? sql`and r.task_id = ${taskId}` : sql``}
    and (${isFinished ?? null}::boolean is null or (r.finished_at is not null) = ${isFinished ?? null})
    and (${isOwn ?? null}::boolean is null or (r.user_id = (select app.user_id())) = ${isOwn ?? null}) ${changedSince('r', query)}`
  const direction = order === 'desc' ? sql`desc` : sql`asc`
  const [items, total] = await Promise.all([
    rowsOf(
      db,
      SopRun,
      sql`select ${columns} from sop_runs r where ${where}
        ${slicePage(query, sql`r.started_at ${direction}, r.id ${direction}`, 'r')}`,
    ),
    countOf(db, sql`select count(*) from (select from sop_runs r where ${where} limit ${countCap}) found`),
  ])
  return { items, total, isCapped: total === countCap }
}

const Run = SopRunDetails.omit({ done: true, notes: true })
const Step = z.object({ number: z.int(), isDone: z.boolean(), note: z.string().nullable() })

export async function getRun(db: Db, companyId: string, id: string): Promise<SopRunDetails | undefined> {
  const [run, steps] = await Promise.all([
    rowOf(
      db,
      Run,
      sql`select ${columns}, v.content, v.number is null as is_withdrawn from sop_runs r
        left join sop_versions v on v.sop_id = r.sop_id and v.number = r.sop_version
          and exists (select from sops s where s.id = r.sop_id and s.status = 'published')
        where r.company_id = ${companyId} and r.id = ${id}`,
    ),
    rowsOf(
      db,
      Step,
      sql`select number, is_done, note from sop_run_steps where company_id = ${companyId} and run_id = ${id} order by number`,
    ),
  ])
  return (
    run && {
      ...run,
      done: steps.filter(({ isDone }) => isDone).map(({ number }) => number),
      notes: steps.flatMap(({ number, note }) => (note === null ? [] : [{ number, text: note }])),
    }
  )
}

/** Whether the caller may read a task, and it is about a SOP. */
export const isTaskOf = (db: Db, companyId: string, taskId: string, sopId: string): Promise<boolean> =>
  isTrue(
    db,
    sql`select exists (select from tasks where company_id = ${companyId} and id = ${taskId} and sop_id = ${sopId})`,
  )

type NewRun = {
  companyId: string
  sopId: string
  version: number
  title: string
  stepCount: number
  taskId: string | null
}

/** The caller's open run of a version, and of a task if one is named: a new one, or the one that they left. */
export async function beginRun(db: Db, run: NewRun): Promise<string> {
  const { companyId, sopId, version, title, stepCount, taskId } = run
  await sql`insert into sop_runs (company_id, sop_id, sop_version, sop_title, user_id, step_count, task_id)
    values (${companyId}, ${sopId}, ${version}, ${title}, (select app.user_id()), ${stepCount}, ${taskId}) on conflict do nothing`.execute(
    db,
  )
  const id = await scalarOf(
    db,
    z.uuid(),
    sql`select id from sop_runs where company_id = ${companyId} and sop_id = ${sopId} and sop_version = ${version}
      and user_id = (select app.user_id()) and task_id is not distinct from ${taskId} and finished_at is null`,
  )
  if (!id) throw new Error('A run that was just begun cannot be read')
  return id
}

/** Locks the caller's own open run, so that requests about it pass one by one. @returns whether it is still open */
export async function lockRun(db: Db, companyId: string, id: string): Promise<boolean> {
  const runId = await scalarOf(
    db,
    z.uuid(),
    sql`select id from sop_runs where company_id = ${companyId} and id = ${id} and user_id = (select app.user_id()) and finished_at is null
      for update`,
  )
  return runId !== undefined
}

type ChangedStep = { number: number; isDone?: boolean | undefined; note?: string | null | undefined }

/** Saves ticks and notes of steps. A number beyond the checklist is ignored, since the text has no such step. */
export function saveSteps(db: Db, companyId: string, runId: string, steps: ChangedStep[]) {
  const changes = new Map<number, object>()
  for (const { number, isDone, note } of steps)
    changes.set(number, {
      ...changes.get(number),
      number,
      ...(isDone !== undefined && { is_done: isDone }),
      ...(note !== undefined && { has_note: true, note }),
    })
  return sql`insert into sop_run_steps (company_id, run_id, number, is_done, note)
    select ${companyId}::uuid, r.id, t.number, coalesce(t.is_done, s.is_done, false), case when t.has_note then t.note else s.note end
    from sop_runs r
    cross join jsonb_to_recordset(${JSON.stringify([...changes.values()])}::jsonb) as t(number int, is_done boolean, has_note boolean, note text)
    left join sop_run_steps s on s.company_id = r.company_id and s.run_id = r.id and s.number = t.number
    where r.company_id = ${companyId} and r.id = ${runId} and t.number < r.step_count
    on conflict (company_id, run_id, number) do update set is_done = excluded.is_done, note = excluded.note, changed_at = now()`.execute(
    db,
  )
}

/** Saves the note of the caller's own open run, and its end. @returns whether there is one */
export async function saveRun(
  db: Db,
  companyId: string,
  id: string,
  fields: { note?: string | null; isFinished?: true },
) {
  const saved = await sql`update sop_runs set
      note = case when ${fields.note !== undefined} then ${fields.note ?? null}::text else note end,
      finished_at = case when ${fields.isFinished === true} then now() end
    where company_id = ${companyId} and id = ${id} and user_id = (select app.user_id()) and finished_at is null`.execute(
    db,
  )
  return (saved.numAffectedRows ?? 0n) > 0n
}

/** Notes that the person has read what they worked through, if every step of a finished run is ticked and its version is the published one. */
export const confirmReading = (db: Db, companyId: string, id: string) =>
  sql`insert into sop_readings (company_id, sop_id, user_id, version)
    select r.company_id, r.sop_id, r.user_id, r.sop_version from sop_runs r
      join sops s on s.id = r.sop_id and s.status = 'published'
    where r.company_id = ${companyId} and r.id = ${id} and r.finished_at is not null and r.step_count > 0
      and r.step_count = (select count(*) from sop_run_steps t where t.company_id = r.company_id and t.run_id = r.id and t.is_done)
      and r.sop_version = (select max(v.number) from sop_versions v where v.sop_id = r.sop_id)
    on conflict do nothing`.execute(db)
