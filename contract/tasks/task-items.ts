import { z } from 'zod'
import { route } from '../route.ts'
import { requiredText } from '../text.ts'
import { editRefusal } from './edit-refusal.ts'

/** A line of the checklist of a task: who ticked it, and when. */
export const TaskItem = z.object({
  id: z.uuid(),
  text: z.string(),
  isDone: z.boolean(),
  doneByName: z.string().nullable(),
  doneAt: z.string().nullable(),
})
export type TaskItem = z.infer<typeof TaskItem>

export const itemLimit = 100
export const ItemText = requiredText(300, 'Say what has to be done')

const task = { companyId: z.uuid(), id: z.uuid() }
const one = { ...task, itemId: z.uuid() }
const path = '/companies/{companyId}/tasks/{id}/items'
const items = z.object({ items: z.array(TaskItem) })
const gone = { NOT_FOUND: { status: 404, message: 'That task or line no longer exists' } }

/** Each procedure answers with the whole checklist. */
export const taskItemsContract = {
  list: route
    .meta({ needs: 'task.read' })
    .route({ method: 'GET', path, summary: 'The checklist of a task' })
    .input(z.strictObject(task))
    .output(items)
    .errors(gone),
  create: route
    .meta({ needs: 'task.edit', refusal: 'edit tasks', makes: path })
    .route({ method: 'POST', path, summary: 'Add a line to the checklist of a task', successStatus: 201 })
    .input(z.strictObject({ ...task, text: ItemText }))
    .output(items)
    .errors({
      ...gone,
      ...editRefusal,
      TOO_MANY: { status: 422, message: `A checklist has at most ${itemLimit} lines` },
    }),
  tick: route
    .meta({ needs: 'task.report', refusal: 'tick this' })
    .route({ method: 'PATCH', path: `${path}/{itemId}`, summary: 'Tick a line of a checklist, or take the tick away' })
    .input(z.strictObject({ ...one, isDone: z.boolean() }))
    .output(items)
    .errors({
      ...gone,
      FORBIDDEN: { status: 403, message: 'Only the assignee and people who may set the status can tick this' },
    }),
  remove: route
    .meta({ needs: 'task.edit', refusal: 'edit tasks' })
    .route({ method: 'DELETE', path: `${path}/{itemId}`, summary: 'Remove a line of a checklist' })
    .input(z.strictObject(one))
    .output(items.extend({ changeSetId: z.uuid().nullable() }))
    .errors({ ...gone, ...editRefusal }),
}
