import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { reachOf } from 'contract/permissions.ts'
import { api } from '../shared/api/api.ts'
import { at } from '../shared/page/at.ts'
import { useCan, useCompanyId, useSession } from '../shared/session/session.ts'
import { formatTotal } from '../shared/table/grid/pager.tsx'
import { companyOnly } from '../shared/table/list-search.ts'
import { assigneeOf, DueDate } from './task-facts.tsx'
import { TaskStatusBadge } from './task-status.tsx'
import classes from './tasks.module.css'

const shown = 5

/** The open tasks that name a record, and 'Create Task' for it. Shows nothing if there are none and the reader may not create tasks. */
export function RecordTasks({ kind, id }: { kind: string; id: string }) {
  const companyId = useCompanyId()
  const { role } = useSession()
  const canCreate = useCan('task.create')
  const { data } = useQuery(
    api.tasks.list.queryOptions({
      input: { companyId, linkedTo: id, status: 'open', sort: 'priority', pageSize: shown },
    }),
  )
  if (!data || (data.total === 0 && !canCreate)) return null
  const scope = reachOf(role, 'task.read') === 'own' ? (canCreate ? 'team' : 'mine') : 'all'
  const begin = (before: { company?: string }) => ({ ...companyOnly(before), about: `${kind}:${id}` })
  const all = (before: { company?: string }) => ({ ...companyOnly(before), linkedTo: id, status: 'open', scope })
  return (
    <section aria-label="Open tasks">
      <div className={`row justify-between gap-3 ${classes.openHead}`}>
        <h3 className="m-0 text-sm">
          Open tasks {data.total > 0 && <span className={`numeric ${classes.none}`}>{formatTotal(data)}</span>}
        </h3>
        {canCreate && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} />}
            component={Link}
            {...at('/tasks/new', begin)}
          >
            Create Task
          </Button>
        )}
      </div>
      {data.total === 0 && <p className={classes.none}>No open task names this.</p>}
      <ul className={`mb-2 ${classes.open}`}>
        {data.items.map((task) => (
          <li key={task.id}>
            <Link {...at(`/tasks/${task.id}`, companyOnly)}>{task.title}</Link>
            <TaskStatusBadge status={task.status} />
            <span className={classes.none}>{assigneeOf(task)}</span>
            <DueDate {...task} />
          </li>
        ))}
      </ul>
      {data.total > shown && <Link {...at('/tasks', all)}>Show all</Link>}
    </section>
  )
}
