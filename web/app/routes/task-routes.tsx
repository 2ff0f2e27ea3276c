import { IconChecklist, IconRepeat } from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { TaskCount } from '../../tasks/task-count.tsx'
import { recordRoutes } from './record-routes.ts'
import { screenOf } from './screen-code.ts'
import { anyParams } from './search-params.ts'
import { shellRoute } from './shell-route.tsx'

const tasksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tasks',
  staticData: {
    ...{ needs: 'task.read', guide: 'tasks' },
    sidebar: {
      ...{ group: 'Main', label: 'Tasks', icon: IconChecklist, go: 'T', Count: TaskCount },
      words: 'to do todo assigned to me mine work jobs',
    },
  },
  validateSearch: anyParams,
  component: screenOf(() => import('../../tasks/tasks-page.tsx'), 'TasksPage'),
})

const templatesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tasks/templates',
  staticData: {
    ...{ needs: 'task.create', guide: 'tasks' },
    palette: [{ label: 'Task Templates', icon: IconRepeat, words: 'recurring repeat every week schedule' }],
  },
  validateSearch: anyParams,
  component: screenOf(() => import('../../tasks/templates/templates-page.tsx'), 'TemplatesPage'),
})

/** /tasks/templates and everything below it. */
export const templateRoutes = templatesRoute.addChildren(
  recordRoutes(
    templatesRoute,
    { add: 'task.create', edit: 'task.edit' },
    {
      add: screenOf(() => import('../../tasks/templates/template-form.tsx'), 'NewTemplateForm'),
      details: screenOf(() => import('../../tasks/templates/template-details.tsx'), 'TemplateDetails'),
      edit: screenOf(() => import('../../tasks/templates/template-form.tsx'), 'EditTemplateForm'),
      width: '34rem',
    },
  ),
)

/** /tasks and everything below it. */
export const taskRoutes = tasksRoute.addChildren([
  createRoute({
    getParentRoute: () => tasksRoute,
    path: 'new',
    staticData: { needs: 'task.create' },
    component: screenOf(() => import('../../tasks/task-form.tsx'), 'NewTaskForm'),
  }),
  createRoute({
    getParentRoute: () => tasksRoute,
    path: '$id',
    staticData: { record: '34rem' },
    component: screenOf(() => import('../../tasks/task-details.tsx'), 'TaskDetails'),
  }),
  createRoute({
    getParentRoute: () => tasksRoute,
    path: '$id/edit',
    staticData: { needs: 'task.edit' },
    component: screenOf(() => import('../../tasks/task-form.tsx'), 'EditTaskForm'),
  }),
])
