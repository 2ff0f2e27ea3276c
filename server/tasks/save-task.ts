import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import type { NewTask, Task, TaskChanges } from 'contract/tasks/tasks.ts'
import type { Identity } from '../platform/database/caller.ts'
import { staleSave } from '../platform/database/changes.ts'
import type { Db } from '../platform/database/handle.ts'
import type { Enqueue } from '../platform/jobs/job-kinds.ts'
import { queueChangedEvents } from './calendar-job.ts'
import { copyChecklist } from './task-items.queries.ts'
import { notifyManyAssigned } from './task-notifications.ts'
import { mayEdit } from './task-rights.ts'
import { getTask, insertTask, updateTask } from './tasks.queries.ts'

/** A saved task; `isAssigned`: it went to somebody with this save. */
export type SavedTask = { task: Task; isAssigned: boolean }
export type Announced = { task: Pick<Task, 'id' | 'assignedTo'>; isAssigned: boolean }

export async function createTask(db: Db, companyId: string, fields: NewTask): Promise<SavedTask> {
  const id = await insertTask(db, companyId, fields)
  if (fields.templateId) await copyChecklist(db, companyId, fields.templateId, id)
  const task = await getTask(db, companyId, id)
  if (!task) throw new ORPCError('UNPROCESSABLE', sharedErrors.UNPROCESSABLE)
  return { task, isAssigned: true }
}

type Changed = TaskChanges & { companyId: string; id: string; version: number | null }
type Refusals = { NOT_FOUND: () => Error; FORBIDDEN: () => Error }

/** @throws 409 for a stale version, and the refusals for a task that is not there, or is not the caller's to edit */
export async function changeTask(
  db: Db,
  identity: Identity,
  { companyId, id, version, ...fields }: Changed,
  { NOT_FOUND, FORBIDDEN }: Refusals,
): Promise<SavedTask> {
  const before = await getTask(db, companyId, id)
  if (!before) throw NOT_FOUND()
  const { status: _status, blockedBy: _blockedBy, ...edits } = fields
  if (Object.keys(edits).length > 0 && !mayEdit(identity, before)) throw FORBIDDEN()
  const isSaved = await updateTask(db, companyId, id, fields, version)
  const task = await getTask(db, companyId, id)
  if (!task) throw NOT_FOUND()
  if (!isSaved) throw staleSave(task)
  return { task, isAssigned: task.assignedTo !== before.assignedTo }
}

/** Writes saved tasks into the calendar, and tells the people who got one. */
export async function announceSaved(db: Db, enqueue: Enqueue, companyId: string, saved: Announced[]): Promise<void> {
  await queueChangedEvents(
    db,
    enqueue,
    companyId,
    saved.map(({ task }) => task.id),
  )
  const assigned = Map.groupBy(
    saved.filter(({ isAssigned }) => isAssigned),
    ({ task }) => task.assignedTo,
  )
  for (const [person, theirs] of assigned)
    await notifyManyAssigned(
      db,
      companyId,
      person,
      theirs.map(({ task }) => task.id),
    )
}
