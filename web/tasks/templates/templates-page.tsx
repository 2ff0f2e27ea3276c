import { Button } from '@mantine/core'
import { IconCopy, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sentenceOfRepeat } from 'contract/tasks/repeats.ts'
import { type TaskTemplate, taskTemplatesContract } from 'contract/tasks/task-templates.ts'
import { api } from '../../shared/api/api.ts'
import { EmptyState } from '../../shared/feedback/empty-state.tsx'
import { formatDate } from '../../shared/format/dates.ts'
import { at } from '../../shared/page/at.ts'
import { type Column, nameWidths } from '../../shared/table/columns/columns.ts'
import { ListScreen } from '../../shared/table/list-screen.tsx'
import { companyOnly } from '../../shared/table/list-search.ts'
import { useList } from '../../shared/table/list-state.ts'
import { useRowActions } from '../../shared/table/rows/row-actions.tsx'
import type { Filters } from '../../shared/table/toolbar/filters.tsx'
import { assigneeOf } from '../task-facts.tsx'
import { TitleCell } from '../task-state.tsx'
import { useMayChange, useTemplateDeletion } from './template-deletion.ts'

const filters: Filters = {
  repeats: { label: 'Repeats', all: 'All templates', choices: { true: 'Only what repeats' } },
}

const columns: Column<TaskTemplate>[] = [
  {
    key: 'title',
    title: 'Title',
    isSortable: true,
    ...nameWidths,
    cell: (template) => <TitleCell of={template} />,
  },
  { key: 'repeat', title: 'Repeats', cell: ({ repeat }) => repeat && sentenceOfRepeat(repeat) },
  {
    key: 'nextOn',
    title: 'Next on',
    isSortable: true,
    width: '8.5rem',
    cell: ({ repeat, nextOn }) => (nextOn ? formatDate(nextOn) : repeat && 'After completion'),
  },
  {
    key: 'assigneeName',
    title: 'Assignee',
    leaves: 2,
    cell: (template) => template.assignedTo && assigneeOf(template),
  },
  {
    key: 'openCount',
    title: 'Tasks',
    width: '5.5rem',
    leaves: 1,
    cell: ({ openCount }) => (openCount ? `${openCount} open` : null),
  },
]

/** /tasks/templates: the templates of tasks, with the rules that repeat them. */
export function TemplatesPage() {
  const list = useList(taskTemplatesContract.list, '/tasks/templates')
  const templates = useQuery(
    api.taskTemplates.list.queryOptions({ input: list.input, placeholderData: keepPreviousData }),
  )
  const deletion = useTemplateDeletion(() => undefined)
  const mayChange = useMayChange()
  const actions = useRowActions<TaskTemplate>({
    list,
    mayChange,
    onDelete: ({ id, title }) => deletion.ask({ id, name: title }),
  })
  return (
    <ListScreen
      title="Task Templates"
      buttons={
        <>
          <Button variant="default" component={Link} {...at('/tasks', companyOnly)}>
            Tasks
          </Button>
          <Button leftSection={<IconPlus size={15} />} onClick={() => list.open('new')}>
            New Template
          </Button>
        </>
      }
      filters={filters}
      list={list}
      nouns="templates"
      deletedType="task_template"
      query={templates}
      empty={
        <EmptyState icon={<IconCopy size={20} stroke={1.6} />} title="No templates yet">
          For work that comes again, with its checklist and files. A template can create its tasks by itself, every
          Monday for instance.
        </EmptyState>
      }
      columns={columns}
      nameOf={({ title }) => title}
      actions={actions}
    >
      {deletion.dialog}
    </ListScreen>
  )
}
