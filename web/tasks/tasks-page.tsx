import { Button } from '@mantine/core'
import { IconChecklist, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { reachOf } from 'contract/permissions.ts'
import { taskFields } from 'contract/tasks/task-fields.ts'
import { reportLabels } from 'contract/tasks/task-report.ts'
import {
  dueLabels,
  type ListedTask,
  type TaskScope,
  taskPriorityLabels,
  taskStatusLabels,
  tasksContract,
} from 'contract/tasks/tasks.ts'
import { Suspense } from 'react'
import { api } from '../shared/api/api.ts'
import { EmptyState } from '../shared/feedback/empty-state.tsx'
import { Day } from '../shared/format/moment.tsx'
import { at } from '../shared/page/at.ts'
import { lazy } from '../shared/page/code.ts'
import { PageTabs } from '../shared/page/page-tabs.tsx'
import { MemberName } from '../shared/session/member-name.tsx'
import { useCan, useCompanyId, useSession } from '../shared/session/session.ts'
import { type Column, headOf, nameWidths } from '../shared/table/columns/columns.ts'
import { ListTable } from '../shared/table/grid/list-table.tsx'
import { formatTotal } from '../shared/table/grid/pager.tsx'
import { Count, ListPage } from '../shared/table/list-page.tsx'
import { companyOnly } from '../shared/table/list-search.ts'
import { useList } from '../shared/table/list-state.ts'
import { BulkBar } from '../shared/table/rows/bulk-bar.tsx'
import { useRowActions } from '../shared/table/rows/row-actions.tsx'
import { useRowSelection } from '../shared/table/rows/row-selection.tsx'
import type { Filters } from '../shared/table/toolbar/filters.tsx'
import { ListExport, ListToolbar } from '../shared/table/toolbar/list-toolbar.tsx'
import { ReportsToAnswer, TasksOfLeavers } from './reports/waiting.tsx'
import { assigneeOf, DueDate, TaskPriorityMark } from './task-facts.tsx'
import { useTaskLayout } from './task-layout.tsx'
import { useMayEdit, useTaskDeletion } from './task-rights.ts'
import { TaskState, TitleCell } from './task-state.tsx'
import classes from './tasks.module.css'
import { useTaskBulkEdit } from './use-task-bulk-edit.tsx'

// The code for dragging loads with the board.
const TaskBoard = lazy(async () => ({ default: (await import('./board/task-board.tsx')).TaskBoard }))

const scopeLabels: Record<TaskScope, string> = { mine: 'My Tasks', team: 'Team Tasks', all: 'All Tasks' }

/** My Tasks for everybody, Team Tasks for managers, All Tasks for operators (product.md 2). */
function useScopes(): TaskScope[] {
  const { role } = useSession()
  const assigns = useCan('task.create')
  if (!assigns) return ['mine']
  return reachOf(role, 'task.read') === 'own' ? ['mine', 'team'] : ['mine', 'all']
}

const byUrgency = { sort: 'urgency', order: 'asc', label: 'Most urgent first' } as const

/** The list of a tab. People who may see all tasks start with that tab; the tab is not a filter that can be cleared. */
function useTaskList() {
  const list = useList(tasksContract.list, '/tasks', 'tasks', byUrgency)
  const scopes = useScopes()
  const { scope: wantedScope, ...filters } = list.filters
  const allowedScope = scopes.find((each) => each === wantedScope)
  const scope = allowedScope ?? (scopes.includes('all') ? 'all' : 'mine')
  const isNarrowed = list.q !== '' || Object.keys(filters).length > 0
  return { list: { ...list, filters, isNarrowed, input: { ...list.input, scope } }, scope, scopes }
}

export function TasksPage() {
  const { list, scope, scopes } = useTaskList()
  const { isBoard, switcher } = useTaskLayout()
  const tasks = useQuery(
    api.tasks.list.queryOptions({ input: list.input, placeholderData: keepPreviousData, enabled: !isBoard }),
  )
  const data = isBoard ? undefined : tasks.data
  const { data: counts } = useQuery(api.tasks.counts.queryOptions({ input: { companyId: useCompanyId() } }))
  const canCreate = useCan('task.create')
  const columns = columnsOf(scope)
  const selection = useRowSelection(list, data)
  const deletion = useTaskDeletion(selection.clear, scope)
  const bulkEdit = useTaskBulkEdit(selection, scope)
  const mayEdit = useMayEdit()
  const actions = useRowActions<ListedTask>({
    list,
    mayChange: canCreate && mayEdit,
    onDelete: ({ id, title }) => deletion.ask({ id, name: title }),
  })
  return (
    <ListPage
      title="Tasks"
      counts={
        <>
          {data && <Count value={formatTotal(data)} label={list.isNarrowed ? 'found' : 'total'} />}
          {/* Later than the total, it would be pushed aside. */}
          {(data || isBoard) && <ReportsToAnswer list={list} counts={counts} scope={scopes.at(-1) ?? 'mine'} />}
        </>
      }
      actions={
        <>
          <ListExport name="tasks" list={list} columns={columns} known={taskFields} tab={scopeLabels[scope]} />
          {canCreate && <WriterActions onNew={() => list.open('new')} />}
        </>
      }
    >
      <TasksOfLeavers list={list} counts={counts} />
      <PageTabs
        counts={{ mine: counts?.open }}
        tabs={Object.fromEntries(scopes.map((each) => [each, scopeLabels[each]]))}
        current={scope}
        onOpen={(tab) => list.set({ scope: tab, assignedTo: undefined, assignedBy: undefined })}
        panelClass="stack gap-3 pt-3"
      >
        <ListToolbar
          list={list}
          label="Search tasks"
          columns={columns}
          isSortedHere={isBoard}
          filters={filtersOf(scope)}
          onNew={canCreate && (() => list.open('new'))}
        >
          {switcher}
        </ListToolbar>
        {isBoard ? (
          <Suspense>
            <TaskBoard input={list.input} onOpen={list.open} />
          </Suspense>
        ) : (
          <ListTable
            list={list}
            nouns="tasks"
            deletedType="task"
            query={tasks}
            empty={<NoTasks scope={scope} onAdd={() => list.open('new')} />}
            label={scopeLabels[scope]}
            columns={columns}
            nameOf={(task) => task.title}
            actions={actions}
            {...(canCreate && { selection })}
          />
        )}
      </PageTabs>
      <BulkBar selection={selection} page={data} onEdit={bulkEdit.open} onDelete={() => deletion.ask(selection)} />
      {bulkEdit.dialog}
      {deletion.dialog}
      <Outlet />
    </ListPage>
  )
}

const reportChoices = { waiting: 'Waits for your answer', ...reportLabels }
const statusChoices = { open: 'Open (not complete)', overdue: 'Overdue', ...taskStatusLabels }

const WriterActions = ({ onNew }: { onNew: () => void }) => (
  <>
    <Button variant="default" component={Link} {...at('/tasks/templates', companyOnly)}>
      Templates
    </Button>
    <Button leftSection={<IconPlus size={15} />} onClick={onNew}>
      Create Task
    </Button>
  </>
)

// The code of the search for people loads with the filters.
const AssigneeInput = lazy(async () => ({ default: (await import('./person-filters.tsx')).AssigneeInput }))
const CreatorInput = lazy(async () => ({ default: (await import('./person-filters.tsx')).CreatorInput }))

/** Status and assignee come first (product.md 2). List and board share them; a tab that shows one person's tasks does not ask for that person. */
const filtersOf = (scope: TaskScope): Filters => ({
  status: { label: 'Status', all: 'All statuses', choices: statusChoices },
  assignedTo: { label: 'Assignee', Value: MemberName, ...(scope !== 'mine' && { Input: AssigneeInput }) },
  priority: { label: 'Priority', all: 'All priorities', choices: taskPriorityLabels },
  due: { label: 'Due', all: 'Any due date', choices: dueLabels },
  report: { label: 'Report', all: 'All reports', choices: reportChoices },
  assignedBy: { label: 'Creator', Value: MemberName, ...(scope === 'all' && { Input: CreatorInput }) },
  left: { label: 'Assignee', choices: { true: 'Has left' } },
})

/** rem: a usual name is shown whole. */
const people = 7.75

/** On a phone no head says whose name it is. */
const giverOf = ({ assignerName }: ListedTask) => assignerName ?? 'No name'
const giverCell = (task: ListedTask) => (
  <>
    <span className={`text-muted ${classes.whose}`}>from </span>
    {giverOf(task)}
  </>
)
const assigneeCell = (task: ListedTask) => (
  <>
    <span className={`text-muted ${classes.whose}`}>for </span>
    {assigneeOf(task)}
  </>
)

const columnsOf = (scope: TaskScope): Column<ListedTask>[] => [
  { ...headOf(taskFields, 'title'), ...nameWidths, narrow: 11, cell: (task) => <TitleCell of={task} /> },
  {
    ...headOf(taskFields, 'status'),
    width: '8.75rem', // a report stands below the status, so that titles have the room
    cell: (task) => <StatusCell task={task} />,
  },
  {
    ...headOf(taskFields, 'dueOn'),
    width: '7.5rem',
    phone: 'end',
    cell: (task) => task.dueOn && <DueDate {...task} />,
  },
  {
    ...headOf(taskFields, 'priority'),
    width: '6rem',
    leaves: 2,
    cell: (task) => <TaskPriorityMark priority={task.priority} />,
  },
  scope === 'mine'
    ? { ...headOf(taskFields, 'assignerName'), min: people, leaves: 3, text: giverOf, cell: giverCell }
    : { ...headOf(taskFields, 'assigneeName'), min: people, leaves: 3, text: assigneeOf, cell: assigneeCell },
  {
    ...headOf(taskFields, 'createdAt'),
    width: '7.5rem',
    leaves: 1,
    phone: 'off',
    cell: (task) => <Day at={task.createdAt} />,
  },
]

const StatusCell = ({ task }: { task: ListedTask }) => (
  <span className={`inline-row flex-wrap py-1 ${classes.badge}`}>
    <TaskState task={task} />
  </span>
)

const emptyTexts: Record<TaskScope, string> = {
  mine: 'Tasks assigned to you appear here.',
  team: 'Tasks you give to others appear here.',
  all: 'What to do, who does it, by when. Everybody sees their own tasks.',
}

function NoTasks({ scope, onAdd }: { scope: TaskScope; onAdd: () => void }) {
  const canCreate = useCan('task.create')
  return (
    <EmptyState
      icon={<IconChecklist size={20} stroke={1.6} />}
      title={scope === 'mine' ? 'Nothing to do' : 'No tasks yet'}
      actions={
        canCreate &&
        scope !== 'mine' && (
          <Button variant="default" onClick={onAdd}>
            Create Task
          </Button>
        )
      }
    >
      {emptyTexts[scope]}
    </EmptyState>
  )
}
