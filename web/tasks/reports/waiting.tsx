import type { TaskCounts } from 'contract/tasks/tasks.ts'
import { TextButton } from '../../shared/feedback/text-button.tsx'
import { CountToggle } from '../../shared/table/list-page.tsx'
import type { List } from '../../shared/table/list-state.ts'
import classes from '../tasks.module.css'

type WaitingProps = { list: Pick<List, 'set' | 'filters'>; counts: TaskCounts | undefined }

/** In the header: the reports that the reader decides on; one press shows only these. @param scope the tab that has all of them */
export function ReportsToAnswer({ list, counts, scope }: WaitingProps & { scope: string }) {
  const isOn = list.filters.report === 'waiting'
  const count = counts?.reported ?? 0
  if (count === 0 && !isOn) return null
  return (
    <CountToggle
      value={count.toLocaleString('en-US')}
      label="to review"
      tone="warning"
      title={isOn ? 'Show all tasks' : 'Show only tasks whose report waits for your answer'}
      isOn={isOn}
      onClick={() => list.set({ scope, report: isOn ? undefined : 'waiting' })}
    />
  )
}

/** The open tasks of people who left, for those who hand them over. */
export function TasksOfLeavers({ list, counts }: WaitingProps) {
  const count = counts?.left ?? 0
  if (count === 0 || list.filters.left) return null
  return (
    <p className={`py-2 px-3 ${classes.left}`} role="status">
      {count === 1 ? '1 open task belongs' : `${count.toLocaleString('en-US')} open tasks belong`} to people who left.{' '}
      <TextButton onClick={() => list.set({ scope: 'all', left: 'true', status: 'open' })}>
        Show and hand over
      </TextButton>
    </p>
  )
}
