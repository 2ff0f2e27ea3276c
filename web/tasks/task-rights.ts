import { reachOf } from 'contract/permissions.ts'
import type { Task } from 'contract/tasks/tasks.ts'
import { client } from '../shared/api/api.ts'
import { type Deletion, useDeletion } from '../shared/record/deletion.tsx'
import { useCan, useCompanyId, useSession } from '../shared/session/session.ts'
import { selectionInput } from './use-task-bulk-edit.tsx'

/** Returns whether the signed-in person may edit and delete a task: its creator may, and people who may edit all tasks. The server checks it again. */
export function useMayEdit(): (task: Pick<Task, 'assignedBy'>) => boolean {
  const { user, role } = useSession()
  const canEdit = useCan('task.edit')
  const isAll = reachOf(role, 'task.edit') !== 'own'
  return ({ assignedBy }) => canEdit && (isAll || assignedBy === user.id)
}

/** Deleting tasks, from the list and from the details. @param scope the tab, for 'select all matching' */
export function useTaskDeletion(onRemoved: () => void, scope = 'mine'): Deletion {
  const companyId = useCompanyId()
  return useDeletion({
    noun: 'task',
    nouns: 'tasks',
    remove: (id) => client.tasks.remove({ companyId, id }),
    removeMany: (selection) => client.tasks.removeMany({ companyId, selection: selectionInput(selection, scope) }),
    message: (count) => `${count === 1 ? 'Task' : `${count.toLocaleString('en-US')} tasks`} deleted successfully`,
    onRemoved,
  })
}
