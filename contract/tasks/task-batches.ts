import { batchRoute } from '../batch.ts'
import { NewTask, TaskChanges } from './tasks.ts'

/** Adds and changes many tasks in one request, for programs. Apart from the other routes of tasks, which the screens load. */
export const taskBatchesContract = {
  write: batchRoute({
    ...{ noun: 'tasks', needs: 'task.create', refusal: 'create tasks' },
    ...{ added: NewTask, changes: TaskChanges },
  }),
}
