import { reachOf } from 'contract/permissions.ts'
import type { TaskTemplate } from 'contract/tasks/task-templates.ts'
import { client } from '../../shared/api/api.ts'
import { type Deletion, useDeletion } from '../../shared/record/deletion.tsx'
import { useCan, useCompanyId, useSession } from '../../shared/session/session.ts'

/** Returns whether the signed-in person may change a template: its creator may, and people who may edit all tasks. The server checks it again. */
export function useMayChange(): (template: Pick<TaskTemplate, 'createdBy'>) => boolean {
  const { user, role } = useSession()
  const canEdit = useCan('task.edit')
  const isAll = reachOf(role, 'task.edit') !== 'own'
  return ({ createdBy }) => canEdit && (isAll || createdBy === user.id)
}

export function useTemplateDeletion(onRemoved: () => void): Deletion {
  const companyId = useCompanyId()
  return useDeletion({
    noun: 'template',
    nouns: 'templates',
    remove: (id) => client.taskTemplates.remove({ companyId, id }),
    message: 'Template deleted successfully',
    onRemoved,
  })
}
