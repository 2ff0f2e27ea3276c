import { Modal, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { DatabaseFacts } from 'contract/settings/system.ts'
import type { ReactNode } from 'react'
import { api } from '../shared/api/api.ts'
import { LoadFailure } from '../shared/feedback/empty-state.tsx'
import { useDialog } from '../shared/form/dialog.ts'
import { formatSize } from '../shared/format/file-size.ts'
import { Moment } from '../shared/format/moment.tsx'
import { at } from '../shared/page/at.ts'
import bare from '../shared/table/grid/bare-table.module.css'
import { Heads } from '../shared/table/grid/heads.tsx'
import { FailedJobs } from './failed-jobs.tsx'
import classes from './system.module.css'

/** /settings/utilities/database */
export function DatabaseToolsDialog() {
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(api.system.database.queryOptions())
  return (
    <Modal
      opened
      onClose={() => void navigate(at('/settings/utilities', true))}
      title="Database Tools"
      size="56rem"
      {...useDialog()}
      centered={false} // centred, its head would move up when the figures arrive
    >
      {error && !data && <LoadFailure what="the facts of the database" error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height="16rem" />}
      {data && <Facts facts={data} />}
    </Modal>
  )
}

function Facts({ facts }: { facts: DatabaseFacts }) {
  const { version, size, connections, migrations, lastBackup, tables, jobs, commands } = facts
  return (
    <div className="stack gap-5">
      <dl className={`grid ${classes.facts}`}>
        <Fact label="Size">{formatSize(size)}</Fact>
        <Fact label="PostgreSQL">{version}</Fact>
        <Fact label="Connections">
          {connections.open} of {connections.most}
        </Fact>
        <Fact label="Migrations">
          {migrations.count}, the last one {migrations.newest}, <Moment at={migrations.appliedAt} />
        </Fact>
        <Fact label="Last Backup">
          {lastBackup ? (
            <>
              {lastBackup.companyName}, <Moment at={lastBackup.createdAt} />
            </>
          ) : (
            'No company has one yet'
          )}
        </Fact>
      </dl>
      <p className="text-xs text-muted">
        To keep the whole system in one file, or to restore it, run <code>{commands.export}</code> or{' '}
        <code>{commands.restore}</code> on the server.
      </p>
      <Table
        title="Largest Tables"
        heads={['Table', 'Rows', 'Size']}
        note="Rows are estimates of PostgreSQL. Sizes include indexes."
      >
        {tables.map((table) => (
          <tr key={table.name}>
            <td>{table.name}</td>
            <td data-numeric>{table.rows.toLocaleString('en-US')}</td>
            <td data-numeric>{formatSize(table.size)}</td>
          </tr>
        ))}
      </Table>
      {jobs.length > 0 && (
        <Table title="Job Queue" heads={['Job', 'Waiting', 'Running', 'Failed']}>
          {jobs.map(({ kind, waiting, running, failed }) => (
            <tr key={kind}>
              <td>{kind}</td>
              <td data-numeric>{waiting}</td>
              <td data-numeric>{running}</td>
              <td data-numeric>{failed}</td>
            </tr>
          ))}
        </Table>
      )}
      <FailedJobs />
    </div>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-muted text-xs">{label}</dt>
    <dd className="mt-0-5 text-sm break-words">{children}</dd>
  </div>
)

/** The first column is a name, the others are numbers. */
function Table({
  title,
  heads,
  note,
  children,
}: {
  title: string
  heads: string[]
  note?: string
  children: ReactNode
}) {
  return (
    <section>
      <h3 className="mb-2">{title}</h3>
      <div className={bare.box}>
        <table className={`${bare.table} ${bare.oneLine} ${classes.table}`} aria-label={title}>
          <Heads of={heads} numeric={heads.slice(1)} />
          <tbody>{children}</tbody>
        </table>
      </div>
      {note && <p className="mt-3 text-xs text-muted">{note}</p>}
    </section>
  )
}
