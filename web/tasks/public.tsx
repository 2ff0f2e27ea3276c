/** The parts of tasks that dashboards show (CONTRIBUTING.md). */
import { DueDate, OverdueMark, TaskPriorityMark } from './task-facts.tsx'
import { TaskStatusControl } from './task-status.tsx'

export { DueDate, OverdueMark, TaskPriorityMark, TaskStatusControl }
