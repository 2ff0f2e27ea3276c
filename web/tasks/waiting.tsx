import type { TaskCounts } from 'contract/tasks/tasks.ts'
import { TextButton } from '../shared/feedback/text-button.tsx'
import type { List } from '../shared/table/list-state.ts'
import classes from './tasks.module.css'

type WaitingProps = { list: Pick<List, 'set' | 'filters'>; counts: TaskCounts | undefined; reportScope: string }

/** The tasks that wait for a decision of the reader: reports, and open tasks of people who left. */
export const Waiting = ({ list, counts, reportScope }: WaitingProps) => (
  <>
    {Boolean(counts?.reported) && list.filters.report !== 'waiting' && (
      <p className={classes.left} role="status">
        {counted(counts?.reported, ['report waits', 'reports wait'])} for your answer.{' '}
        <TextButton onClick={() => list.set({ scope: reportScope, report: 'waiting' })}>Show</TextButton>
      </p>
    )}
    {Boolean(counts?.left) && !list.filters.left && (
      <p className={classes.left} role="status">
        {counted(counts?.left, ['open task belongs', 'open tasks belong'])} to people who left.{' '}
        <TextButton onClick={() => list.set({ scope: 'all', left: 'true', status: 'open' })}>
          Show and hand over
        </TextButton>
      </p>
    )}
  </>
)

const counted = (count = 0, [one, many]: [string, string]) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
