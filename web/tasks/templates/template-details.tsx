import { Button } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sentenceOfRepeat } from 'contract/tasks/repeats.ts'
import type { TaskTemplate } from 'contract/tasks/task-templates.ts'
import type { ReactNode } from 'react'
import { Attachments } from '../../files/public.tsx'
import { api } from '../../shared/api/api.ts'
import { formatDate } from '../../shared/format/dates.ts'
import { Moment } from '../../shared/format/moment.tsx'
import { at } from '../../shared/page/at.ts'
import { useAddressedRecord } from '../../shared/record/addressed-record.ts'
import { Fields, RecordDrawer } from '../../shared/record/record-drawer.tsx'
import { companyOnly } from '../../shared/table/list-search.ts'
import { useReturnToList } from '../../shared/table/list-state.ts'
import { LinkedSop } from '../../sops/public.tsx'
import { LinkedRecord } from '../linked-record.tsx'
import { assigneeOf, TaskPriorityMark } from '../task-facts.tsx'
import classes from '../tasks.module.css'
import { useMayChange, useTemplateDeletion } from './template-deletion.ts'

const path = '/tasks/templates'

/** /tasks/templates/{id} */
export function TemplateDetails() {
  const { companyId, id } = useAddressedRecord()
  const close = useReturnToList(path)
  const template = useQuery(api.taskTemplates.get.queryOptions({ input: { companyId, id } }))
  return (
    <RecordDrawer
      noun="template"
      title={template.data?.title}
      actions={template.data && <Actions template={template.data} onRemoved={close} />}
      details={template.data && <Details template={template.data} />}
      query={template}
      onClose={close}
    />
  )
}

function Actions({ template: { id, title, createdBy }, onRemoved }: { template: TaskTemplate; onRemoved: () => void }) {
  const deletion = useTemplateDeletion(onRemoved)
  const mayChange = useMayChange()({ createdBy })
  const begin = (before: { company?: string }) => ({ ...companyOnly(before), template: id })
  return (
    <>
      <Button size="xs" leftSection={<IconPlus size={14} />} component={Link} {...at('/tasks/new', begin)}>
        Create a Task
      </Button>
      {mayChange && (
        <>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPencil size={14} />}
            component={Link}
            {...at(`${path}/${id}/edit`, true)}
          >
            Edit
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconTrash size={14} />}
            onClick={() => deletion.ask({ id, name: title })}
          >
            Delete
          </Button>
        </>
      )}
      {deletion.dialog}
    </>
  )
}

function Details({ template }: { template: TaskTemplate }) {
  const { id, description, priority, item, sop, items, repeat, nextOn, dueDays, openCount, creatorName } = template
  const next = nextOn ? formatDate(nextOn) : repeat && 'When the open task is completed'
  const rows: [string, ReactNode][] = [
    ['Repeats', repeat ? sentenceOfRepeat(repeat) : 'No'],
    ...(repeat ? [['Next on', next] as [string, ReactNode]] : []),
    ['Priority', <TaskPriorityMark key="priority" priority={priority} />],
    ['Assigned to', template.assignedTo ? assigneeOf(template) : 'Chosen for each task'],
    ['Due', dueDays === null ? null : dueWords(dueDays)],
    ...(item ? [['Item', <LinkedRecord key="item" {...item} />] as [string, ReactNode]] : []),
    ['Open tasks', openCount.toLocaleString('en-US')],
    ['Kept by', creatorName ?? 'No name'],
    ['Created', <Moment key="created" at={template.createdAt} />],
  ]
  return (
    <>
      <p className={description ? classes.description : `${classes.description} ${classes.none}`}>
        {description ?? 'No description.'}
      </p>
      {items.length > 0 && (
        <ol className={`mb-4 break-words ${classes.steps}`} aria-label="Checklist">
          {items.map((text, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity here
            <li key={place}>{text}</li>
          ))}
        </ol>
      )}
      <Fields rows={rows} />
      {sop?.name && <LinkedSop key={`sop ${sop.id}`} sopId={sop.id} />}
      <Attachments key={id} entityType="task_template" entityId={id} canEdit={useMayChange()(template)} />
    </>
  )
}

const dueWords = (days: number) =>
  days === 0 ? 'On the day it is made' : `${days} ${days === 1 ? 'day' : 'days'} after it is made`
