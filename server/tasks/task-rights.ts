import { can, reachOf } from 'contract/permissions.ts'
import type { Task } from 'contract/tasks/tasks.ts'
import type { Identity } from '../platform/database/caller.ts'

/** A task is edited and deleted by its creator and by people who may edit all tasks. The fence has the same rule. */
export const mayEdit = ({ role, userId }: Identity, { assignedBy }: Pick<Task, 'assignedBy'>): boolean =>
  can(role, 'task.edit') && (reachOf(role, 'task.edit') !== 'own' || assignedBy === userId)
