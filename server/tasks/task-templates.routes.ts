import { can, reachOf } from 'contract/permissions.ts'
import { firstDayOf, type Repeat } from 'contract/tasks/repeats.ts'
import type { TaskTemplate, TaskTemplateFields } from 'contract/tasks/task-templates.ts'
import type { Identity } from '../platform/database/caller.ts'
import { currentChangeSet, staleSave } from '../platform/database/changes.ts'
import type { Db } from '../platform/database/handle.ts'
import { api } from '../platform/http/api.ts'
import type { Enqueue } from '../platform/jobs/job-kinds.ts'
import { repeatJobs } from './repeat-jobs.ts'
import {
  deleteTemplate,
  getTemplate,
  insertTemplate,
  listTemplates,
  todayIn,
  updateTemplate,
} from './task-templates.queries.ts'

const { taskTemplates } = api

export const taskTemplatesRoutes = taskTemplates.router({
  list: taskTemplates.list.handler(({ input, context }) => context.read((db) => listTemplates(db, input))),

  get: taskTemplates.get.handler(async ({ input: { companyId, id }, context, errors }) => {
    const template = await context.read((db) => getTemplate(db, companyId, id))
    if (!template) throw errors.NOT_FOUND()
    return template
  }),

  create: taskTemplates.create.handler(({ input: { companyId, ...fields }, context, errors }) =>
    context.write(async (db) => {
      if (fields.repeat && !fields.assignedTo) throw errors.UNPROCESSABLE({ data: { field: 'assignedTo' } })
      const today = await todayIn(db, companyId)
      const nextOn = fields.repeat ? nextDay(fields.repeat, fields.nextOn, today) : null
      const id = await insertTemplate(db, companyId, { ...fields, nextOn })
      return saved(db, context.jobs.enqueue, companyId, id, today)
    }),
  ),

  update: taskTemplates.update.handler(({ input: { companyId, id, ...fields }, context, errors }) =>
    context.write(async (db, identity) => {
      const before = await getTemplate(db, companyId, id)
      if (!before) throw errors.NOT_FOUND()
      if (!mayChange(identity, before)) throw errors.FORBIDDEN()
      const after = { ...before, ...fields }
      if (after.repeat && !after.assignedTo) throw errors.UNPROCESSABLE({ data: { field: 'assignedTo' } })
      const today = await todayIn(db, companyId)
      const changes = { ...fields, ...rhythm(before, fields, today) }
      if (!(await updateTemplate(db, companyId, id, changes, context.expectedVersion)))
        throw staleSave((await getTemplate(db, companyId, id)) ?? before)
      return saved(db, context.jobs.enqueue, companyId, id, today)
    }),
  ),

  remove: taskTemplates.remove.handler(({ input: { companyId, id }, context, errors }) =>
    context.write(async (db, identity) => {
      const template = await getTemplate(db, companyId, id)
      if (!template) throw errors.NOT_FOUND()
      if (!mayChange(identity, template)) throw errors.FORBIDDEN()
      if (!(await deleteTemplate(db, companyId, id))) throw errors.NOT_FOUND() // somebody was faster
      return { count: 1, changeSetId: await currentChangeSet(db) }
    }),
  ),
})

/** The fence decides the same. */
const mayChange = ({ role, userId }: Identity, { createdBy }: Pick<TaskTemplate, 'createdBy'>): boolean =>
  can(role, 'task.edit') && (reachOf(role, 'task.edit') !== 'own' || createdBy === userId)

/** The first day of a rule, today at the earliest. */
const nextDay = (rule: Repeat, from: string | null | undefined, today: string): string =>
  firstDayOf(rule, from && from > today ? from : today)

/** The next day after a change of the template. It stays if the rule stays, unless the change names another day. */
function rhythm({ repeat }: TaskTemplate, fields: Partial<TaskTemplateFields>, today: string) {
  const rule = fields.repeat === undefined ? repeat : fields.repeat
  if (!rule) return { nextOn: null }
  const isSame = JSON.stringify(rule) === JSON.stringify(repeat)
  if (isSame && !fields.nextOn) return { nextOn: undefined }
  return { nextOn: nextDay(rule, fields.nextOn, today) }
}

/** A template whose day is today makes its task at once, not minutes later. */
async function saved(db: Db, enqueue: Enqueue, companyId: string, id: string, today: string) {
  const template = await getTemplate(db, companyId, id)
  if (!template) throw new Error('A template that was just saved cannot be read')
  if (template.nextOn && template.nextOn <= today) await enqueue(db, repeatJobs.kind, { companyId })
  return { ...template, changeSetId: await currentChangeSet(db) }
}
