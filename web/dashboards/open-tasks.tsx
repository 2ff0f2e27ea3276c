import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { CompanyDashboard } from 'contract/dashboards/dashboard.ts'
import { taskPriorityLabels, taskStatusLabels } from 'contract/tasks/tasks.ts'
import classes from './dashboard.module.css'

/** The most urgent tasks that are not complete; an employee's own. */
export function OpenTasks({ dashboard }: { dashboard: CompanyDashboard | undefined }) {
  const tasks = dashboard?.tasks
  const more = tasks ? tasks.open - tasks.urgent.length : 0
  return (
    <section className={classes.card}>
      <h2 className={classes.cardTitle}>
        Open Tasks
        {tasks && tasks.overdue > 0 && (
          <span className={classes.late}>{tasks.overdue.toLocaleString('en-US')} overdue</span>
        )}
      </h2>
      {!tasks ? (
        <Skeleton height={120} />
      ) : tasks.open === 0 ? (
        <p className={classes.text}>Nothing is open.</p>
      ) : (
        <TaskTable tasks={tasks} />
      )}
      {more > 0 && (
        <Link to="/tasks" search={{ status: 'open', sort: 'priority' }} className={classes.more}>
          {more.toLocaleString('en-US')} more
        </Link>
      )}
    </section>
  )
}

function TaskTable({ tasks }: { tasks: CompanyDashboard['tasks'] }) {
  return (
    <table className={classes.table} aria-label="Most urgent tasks">
      <thead>
        <tr>
          <th scope="col">Task</th>
          <th scope="col" data-numeric>
            Priority
          </th>
          <th scope="col" data-numeric>
            Status
          </th>
        </tr>
      </thead>
      <tbody>
        {tasks.urgent.map(({ id, title, priority, status, isOverdue, assigneeName }) => (
          <tr key={id}>
            <td>
              <Link to="/tasks/$id" params={{ id }} className={classes.part} title={title}>
                {title} <span className={classes.number}>{assigneeName}</span>
              </Link>
            </td>
            <td data-numeric data-warning={priority === 'critical' || undefined}>
              {taskPriorityLabels[priority]}
            </td>
            <td data-numeric data-warning={status === 'blocked' || undefined}>
              {isOverdue && status !== 'blocked' ? 'Overdue' : taskStatusLabels[status]}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
