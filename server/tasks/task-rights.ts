import { can, reachOf } from 'contract/permissions.ts'
import type { Task } from 'contract/tasks/tasks.ts'
import type { Identity } from '../platform/database/database.ts'

/** Who made a task edits and deletes it, and so do those who may edit all; the fence decides the same. */
export const mayEdit = ({ role, userId }: Identity, { assignedBy }: Pick<Task, 'assignedBy'>): boolean =>
  can(role, 'task.edit') && (reachOf(role, 'task.edit') !== 'own' || assignedBy === userId)
