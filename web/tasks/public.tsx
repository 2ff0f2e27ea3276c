/** The parts of tasks that dashboards show (CONTRIBUTING.md). */
import { DueDate, OverdueMark, TaskPriorityMark } from './task-facts.tsx'
import { TaskStatusBadge, TaskStatusControl } from './task-status.tsx'

export { DueDate, OverdueMark, TaskPriorityMark, TaskStatusBadge, TaskStatusControl }
