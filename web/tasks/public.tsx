/** The parts of tasks that dashboards and the sidebar show (CONTRIBUTING.md). */
import { TaskCount } from './task-count.tsx'
import { OverdueMark, TaskPriorityMark } from './task-facts.tsx'
import { TaskStatusControl } from './task-status.tsx'

export { OverdueMark, TaskCount, TaskPriorityMark, TaskStatusControl }
