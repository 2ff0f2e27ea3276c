import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { contract } from 'contract/index.ts'
import { listSearch } from '../shared/table/list-search.ts'
import { shellRoute } from './shell-route.tsx'

const tasksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tasks',
  staticData: { needs: 'task.read' },
  validateSearch: listSearch(contract.tasks.list),
  component: lazyRouteComponent(() => import('../tasks/tasks-page.tsx'), 'TasksPage'),
})

/** /tasks and everything below it. */
export const taskRoutes = tasksRoute.addChildren([
  createRoute({
    getParentRoute: () => tasksRoute,
    path: 'new',
    staticData: { needs: 'task.create' },
    component: lazyRouteComponent(() => import('../tasks/task-form.tsx'), 'NewTaskForm'),
  }),
  createRoute({
    getParentRoute: () => tasksRoute,
    path: '$id',
    component: lazyRouteComponent(() => import('../tasks/task-details.tsx'), 'TaskDetails'),
  }),
  createRoute({
    getParentRoute: () => tasksRoute,
    path: '$id/edit',
    staticData: { needs: 'task.edit' },
    component: lazyRouteComponent(() => import('../tasks/task-form.tsx'), 'EditTaskForm'),
  }),
])
