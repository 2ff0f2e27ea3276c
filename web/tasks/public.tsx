/** The parts of tasks that dashboards show (CONTRIBUTING.md). */
import { OverdueMark, TaskPriorityMark } from './task-facts.tsx'
import { TaskStatusControl } from './task-status.tsx'

export { OverdueMark, TaskPriorityMark, TaskStatusControl }
