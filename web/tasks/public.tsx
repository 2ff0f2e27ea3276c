/** The parts of tasks that dashboards and other records show (CONTRIBUTING.md). */
import { RecordTasks } from './record-tasks.tsx'
import { OverdueMark, TaskPriorityMark } from './task-facts.tsx'
import { TaskStatusControl } from './task-status.tsx'

export { OverdueMark, RecordTasks, TaskPriorityMark, TaskStatusControl }
