import type { NewTask, TaskChanges } from 'contract/tasks/tasks.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Identity } from '../platform/database/caller.ts'
import type { Db } from '../platform/database/handle.ts'
import { rowsOf } from '../platform/database/rows.ts'
import { insertMany, refused, updateMany } from '../platform/database/write-many.ts'
import type { Announced } from './save-task.ts'
import { mayEdit } from './task-rights.ts'

type Saved = Announced & { version: number }

/** Adds tasks without a template, whose checklist would have to be copied. @returns them in their order */
export async function insertTasks(db: Db, companyId: string, tasks: NewTask[]): Promise<Saved[]> {
  const rows = tasks.map((fields) => ({ ...fields, companyId, assignedBy: sql`app.user_id()` }))
  const written = await insertMany(db, 'tasks', rows)
  return written.map(({ id, version }, at) => ({
    ...{ version, isAssigned: true },
    task: { id, assignedTo: tasks[at]?.assignedTo ?? '' },
  }))
}

const Before = z.object({ id: z.uuid(), assignedBy: z.uuid(), assignedTo: z.uuid() })
type Change = TaskChanges & { id: string; version: number | null }

/** Changes tasks, but not what they wait for. @returns them in their order @throws when one of them cannot be changed; the caller finds out which */
export async function updateTasks(db: Db, identity: Identity, companyId: string, changes: Change[]): Promise<Saved[]> {
  const ids = changes.map(({ id }) => id)
  const stored = await rowsOf(
    db,
    Before,
    sql`select id, assigned_by, assigned_to from tasks where company_id = ${companyId} and id = any (${ids}::uuid[])`,
  )
  const before = new Map(stored.map((task) => [task.id, task]))
  const isRefused = ({ id, version: _, status: __, ...edits }: Change) => {
    const task = before.get(id)
    return !task || (Object.keys(edits).length > 0 && !mayEdit(identity, task))
  }
  if (changes.some(isRefused)) throw refused()
  const written = await updateMany(db, 'tasks', companyId, changes)
  return written.map(({ id, version }, at) => {
    const was = before.get(id)?.assignedTo ?? ''
    const assignedTo = changes[at]?.assignedTo ?? was
    return { version, isAssigned: assignedTo !== was, task: { id, assignedTo } }
  })
}
