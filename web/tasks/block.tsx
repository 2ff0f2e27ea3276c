import { Button, Modal, NumberInput, SegmentedControl } from '@mantine/core'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Block, BlockedBy } from 'contract/tasks/task-block.ts'
import type { Task } from 'contract/tasks/tasks.ts'
import { formatQuantity } from 'contract/units.ts'
import { useState } from 'react'
import { api, client } from '../shared/api/api.ts'
import { saved } from '../shared/feedback/toasts.ts'
import { useDialog } from '../shared/form/dialog.ts'
import { type Choice, FoundSelect, useTypedSearch } from '../shared/form/found-select.tsx'
import form from '../shared/form/record-form.module.css'
import { RefusalWords, useRefusal } from '../shared/form/refusal.tsx'
import { SaveButton, SaveHint } from '../shared/form/save-button.tsx'
import { at } from '../shared/page/at.ts'
import { useAddressOf } from '../shared/record/places.ts'
import { MemberSelect } from '../shared/session/member-select.tsx'
import { useCan, useCompanyId } from '../shared/session/session.ts'
import { FoundItemSelect } from './item-select.tsx'
import classes from './reports/task-report.module.css'

/** What a blocked task waits for, and whether it is there. People who may set the status can say what it is. */
export function BlockedBox({ task }: { task: Task }) {
  const [isOpen, setOpen] = useState(false)
  const canSet = useCan('task.setStatus')
  if (task.status !== 'blocked') return null
  return (
    <section
      className={`stack gap-2 mb-4 py-3 px-3-5 ${classes.panel}`}
      data-kind={task.block?.isOver ? 'done' : 'blocked'}
      aria-label="Blocked by"
    >
      <p className={`row gap-2 break-words ${classes.blocked}`}>
        {task.block?.isOver ? <IconLockOpen size={16} aria-hidden /> : <IconLock size={16} aria-hidden />}
        {task.block ? <BlockWords block={task.block} /> : 'Not said yet.'}
      </p>
      {canSet && (
        <div className={classes.answers}>
          <Button size="xs" variant="default" onClick={() => setOpen(true)}>
            {task.block ? 'Change' : 'Say What Blocks It'}
          </Button>
        </div>
      )}
      {isOpen && <BlockDialog task={task} onClose={() => setOpen(false)} />}
    </section>
  )
}

function BlockWords({ block: { kind, id, name, quantity, stock, unit, isOver } }: { block: Block }) {
  const address = useAddressOf()(kind, id)
  const named = name ?? (kind === 'task' ? 'another task' : `a ${kind} that no longer exists`)
  const shown = address && name ? <Link {...at(address, true)}>{named}</Link> : named
  if (kind === 'person') return <span>Waits for {shown}</span>
  if (kind === 'task')
    return isOver ? <span>Unblocked: {shown} is complete</span> : <span>Waits for {shown} to be complete</span>
  const figures = `${formatQuantity(stock ?? 0)} of ${formatQuantity(quantity ?? 0, unit ?? undefined)} in stock`
  return isOver ? (
    <span>
      Unblocked: {shown} has arrived, {figures}
    </span>
  ) : (
    <span>
      Waits for {shown}: {figures}
    </span>
  )
}

const kinds = { part: 'A part', person: 'A person', task: 'Another task' } as const

/** Asks what blocks a task; also used when somebody sets the status to Blocked. */
export function BlockDialog({
  task,
  onClose,
}: {
  task: Pick<Task, 'companyId' | 'id' | 'version'>
  onClose: () => void
}) {
  const { companyId, id, version } = task
  const [kind, setKind] = useState<keyof typeof kinds>('part')
  const [chosen, setChosen] = useState<string | null>(null)
  const [quantity, setQuantity] = useState<number | string>(1)
  const refusal = useRefusal({ getValues: () => chosen }, 'update task')
  const saving = useMutation({
    mutationFn: (blockedBy: BlockedBy | null) =>
      client.tasks.update({ companyId, id, status: 'blocked', blockedBy }, { context: { version } }),
    onSuccess: (task) => {
      saved('Task', 'updated', task)
      onClose()
    },
    onMutate: refusal.forget,
    onError: refusal.refuse,
  })
  const by = chosen && blockOf(kind, chosen, Number(quantity))
  return (
    <Modal opened onClose={onClose} title="What blocks this task?" size="md" {...useDialog()}>
      <form
        className={classes.report}
        onSubmit={(event) => {
          event.preventDefault()
          if (by) saving.mutate(by)
        }}
      >
        <SegmentedControl
          aria-label="Kind"
          fullWidth
          value={kind}
          data={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
          onChange={(next) => {
            setKind(next as keyof typeof kinds)
            setChosen(null)
          }}
        />
        {kind === 'part' && (
          <>
            <FoundItemSelect type="part" value={chosen} onChange={setChosen} />
            <NumberInput
              label="Quantity needed"
              min={1}
              max={2_000_000_000}
              clampBehavior="none" // a wrong quantity is refused, not changed
              allowDecimal={false}
              value={quantity}
              onChange={setQuantity}
            />
          </>
        )}
        {kind === 'person' && (
          <MemberSelect label="Person" placeholder="Search people by name" value={chosen} onChange={setChosen} />
        )}
        {kind === 'task' && <TaskSelect not={id} value={chosen} onChange={setChosen} />}
        <footer className={form.footer}>
          <RefusalWords words={refusal.words} />
          <span className={form.hint}>
            <SaveHint>{null}</SaveHint>
          </span>
          <SaveButton type="button" variant="default" onClick={() => saving.mutate(null)} disabled={saving.isPending}>
            Only Set to Blocked
          </SaveButton>
          <SaveButton disabled={!by} loading={saving.isPending}>
            Save
          </SaveButton>
        </footer>
      </form>
    </Modal>
  )
}

const blockOf = (kind: keyof typeof kinds, id: string, quantity: number): BlockedBy | null =>
  kind === 'part' ? (quantity > 0 ? { kind, id, quantity } : null) : { kind, id }

type SelectProps = { value: string | null; onChange: (id: string | null) => void }

function TaskSelect({ not, value, onChange }: SelectProps & { not: string }) {
  const companyId = useCompanyId()
  const [chosen, setChosen] = useState<Choice | null>(null)
  const search = useTypedSearch(chosen)
  const { data } = useQuery(
    api.tasks.list.queryOptions({
      input: { companyId, status: 'open', pageSize: 20, ...(search.q && { q: search.q }) },
      placeholderData: keepPreviousData,
    }),
  )
  const offered = (data?.items ?? [])
    .filter(({ id }) => id !== not)
    .map(({ id, title }) => ({ value: id, label: title }))
  return (
    <FoundSelect
      {...search.typing}
      label="Task"
      placeholder="Search open tasks"
      data={chosen && !offered.some((each) => each.value === chosen.value) ? [chosen, ...offered] : offered}
      value={value}
      onChange={(id, option) => {
        setChosen(id ? option : null)
        onChange(id)
      }}
      nothingFoundMessage="No such task"
    />
  )
}
