import { Button, Skeleton } from '@mantine/core'
import { IconChecklist } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type SopRun, sopRunsContract } from 'contract/sops/runs.ts'
import { api } from '../../shared/api/api.ts'
import { EmptyState, LoadFailure } from '../../shared/feedback/empty-state.tsx'
import { Moment } from '../../shared/format/moment.tsx'
import { at } from '../../shared/page/at.ts'
import bare from '../../shared/table/grid/bare-table.module.css'
import { Heads } from '../../shared/table/grid/heads.tsx'
import { Pager } from '../../shared/table/grid/pager.tsx'
import { Count, ListPage } from '../../shared/table/list-page.tsx'
import { useList } from '../../shared/table/list-state.ts'
import classes from './run-page.module.css'

/** /sops/runs: the runs of the signed-in person. Managers and operators see all runs of the company. */
export function RunsPage() {
  const list = useList(sopRunsContract.list, '/sops/runs')
  const input = { ...list.input, order: 'desc' as const }
  const runs = useQuery(api.sopRuns.list.queryOptions({ input, placeholderData: keepPreviousData }))
  const { data } = runs
  return (
    <ListPage
      title="Runs of SOPs"
      counts={data && <Count value={String(data.total)} label="total" />}
      actions={
        <Button variant="subtle" component={Link} {...at('/sops')}>
          All SOPs
        </Button>
      }
    >
      {runs.error ? (
        <LoadFailure what="runs" error={runs.error} onRetry={() => void runs.refetch()} />
      ) : !data ? (
        <div className="card">
          <Skeleton className="rows" height={240} />
        </div>
      ) : data.items.length === 0 ? (
        <EmptyState icon={<IconChecklist size={20} stroke={1.6} />} title="No runs yet">
          Open a SOP and press Start to work through it and tick its steps.
        </EmptyState>
      ) : (
        <Table runs={data.items} />
      )}
      <Pager list={list} page={data} />
    </ListPage>
  )
}

const Table = ({ runs }: { runs: SopRun[] }) => (
  // The box scrolls, so it must be reachable by keyboard.
  // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
  <section className={`${bare.box} min-h-0 bg-surface`} tabIndex={0} aria-label="Runs">
    <table className={`${bare.table} ${classes.list}`}>
      <Heads of={['SOP', 'Person', 'Steps', 'Begun', 'Finished']} />
      <tbody>
        {runs.map((run) => (
          <tr key={run.id}>
            <td>
              <Link {...at(`/sops/runs/${run.id}`)}>{run.sopTitle}</Link> (version {run.sopVersion})
            </td>
            <td>{run.userName}</td>
            <td className="numeric" data-label="Steps">
              {run.doneCount} of {run.stepCount}
            </td>
            <td data-label="Begun">
              <Moment at={run.startedAt} />
            </td>
            <td data-label={run.finishedAt ? 'Finished' : undefined}>
              {run.finishedAt ? <Moment at={run.finishedAt} /> : 'Not finished'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
