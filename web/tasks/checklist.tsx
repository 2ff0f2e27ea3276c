import { ActionIcon, Checkbox, Skeleton, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { TaskItem } from 'contract/tasks/task-items.ts'
import type { Task } from 'contract/tasks/tasks.ts'
import { useState } from 'react'
import { api, client } from '../shared/api/api.ts'
import { failedTo, success } from '../shared/feedback/toasts.ts'
import { useObstacle } from '../shared/form/obstacle.ts'
import { Moment } from '../shared/format/moment.tsx'
import { useCan, useSession } from '../shared/session/session.ts'
import classes from './checklist.module.css'
import { useMayEdit } from './task-rights.ts'

/** The checklist of a task: the assignee ticks it, people who may edit the task write it. Shows nothing if there is none and the reader may not write one. */
export function Checklist({ task }: { task: Task }) {
  const { companyId, id } = task
  const mayEdit = useMayEdit()(task)
  const { user } = useSession()
  const canReport = useCan('task.report')
  const isOwn = canReport && task.assignedTo === user.id
  const mayTick = useCan('task.setStatus') || isOwn
  // The first tick of the assignee says that the task is started, as the start of the checklist of a SOP does.
  const begin = isOwn && !task.report && task.status !== 'complete' ? () => void reportStarted(task) : undefined
  const checklist = useQuery(api.taskItems.list.queryOptions({ input: { companyId, id } }))
  const items = checklist.data?.items ?? []
  if (checklist.isPending) return <Skeleton height={28} />
  if (!mayEdit && items.length === 0) return null
  return (
    <section className={classes.section} aria-label="Checklist">
      <h3 className="text-sm mb-1-5">
        Checklist{' '}
        {items.length > 0 && (
          <span className="numeric text-muted font-normal">
            {items.filter(({ isDone }) => isDone).length} of {items.length}
          </span>
        )}
      </h3>
      <ul className="m-0">
        {items.map((item) => (
          <Line key={item.id} item={item} task={task} mayTick={mayTick} mayEdit={mayEdit} onTicked={begin} />
        ))}
      </ul>
      {mayEdit && <NewLine companyId={companyId} id={id} />}
    </section>
  )
}

const reportStarted = ({ companyId, id }: Task) =>
  client.taskReports.create({ companyId, id, kind: 'started', fileIds: [] }).catch(failedTo('report started'))

type LineProps = {
  item: TaskItem
  task: Task
  mayTick: boolean
  mayEdit: boolean
  onTicked: (() => void) | undefined
}

function Line({ item, task: { companyId, id }, mayTick, mayEdit, onTicked }: LineProps) {
  const one = { companyId, id, itemId: item.id }
  const ticking = useMutation({
    mutationFn: (isDone: boolean) => client.taskItems.tick({ ...one, isDone }),
    onError: failedTo('tick this'),
    onSuccess: (_, isDone) => isDone && onTicked?.(),
  })
  const removing = useMutation({
    mutationFn: () => client.taskItems.remove(one),
    onError: failedTo('remove this line'),
    onSuccess: ({ changeSetId }) => success('Line removed', { companyId, changeSetId }),
  })
  return (
    <li className={`row gap-2 justify-between py-1 ${classes.line}`}>
      <Checkbox
        className="min-w-0 break-words"
        label={item.text}
        description={
          item.doneAt && (
            <>
              {item.doneByName ?? 'No name'} · <Moment at={item.doneAt} />
            </>
          )
        }
        checked={ticking.isPending ? ticking.variables : item.isDone}
        disabled={!mayTick}
        onChange={(event) => ticking.mutate(event.currentTarget.checked)}
      />
      {mayEdit && (
        <ActionIcon
          aria-label={`Remove ${item.text}`}
          title="Remove"
          loading={removing.isPending}
          onClick={() => removing.mutate()}
        >
          <IconX size={15} />
        </ActionIcon>
      )}
    </li>
  )
}

function NewLine({ companyId, id }: { companyId: string; id: string }) {
  const [text, setText] = useState('')
  const obstacle = useObstacle()
  const adding = useMutation({
    mutationFn: () => client.taskItems.create({ companyId, id, text }),
    onError: failedTo('add this line'),
    onSuccess: () => setText(''),
  })
  return (
    <form
      className={`row gap-2 mt-1 ${classes.add}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim()) adding.mutate()
      }}
    >
      <TextInput
        className="flex-1"
        aria-label="New line of the checklist"
        placeholder="Add a line"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ActionIcon
        type="submit"
        size="lg"
        variant="default"
        aria-label="Add"
        title={obstacle ?? 'Add'}
        loading={adding.isPending}
        disabled={obstacle !== null}
      >
        <IconPlus size={16} />
      </ActionIcon>
    </form>
  )
}
