import { Modal, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type HealthSample, isBehind, isLate, type Safety, type SystemHealth } from 'contract/settings/system.ts'
import type { ReactNode } from 'react'
import { api } from '../shared/api/api.ts'
import { SparkLine } from '../shared/chart/spark-line.tsx'
import { LoadFailure } from '../shared/feedback/empty-state.tsx'
import { useDialog } from '../shared/form/dialog.ts'
import { formatSize } from '../shared/format/file-size.ts'
import { Moment } from '../shared/format/moment.tsx'
import { at } from '../shared/page/at.ts'
import classes from './system.module.css'

const everyMs = 10_000

/** /settings/utilities/health */
export function SystemHealthDialog() {
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(api.system.health.queryOptions({ refetchInterval: everyMs }))
  return (
    <Modal
      opened
      onClose={() => void navigate(at('/settings/utilities', true))}
      title="System Health"
      size="56rem"
      {...useDialog()}
      centered={false} // in the middle its head would move up when the figures come
    >
      {error && !data && <LoadFailure what="the state of the system" error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height="16rem" />}
      {data && <Figures health={data} />}
    </Modal>
  )
}

const number = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 1 : 0 })
const milliseconds = (value: number) => `${number(value)} ms`

function Figures({ health }: { health: SystemHealth }) {
  const { samples, connections, disk, jobs, safety, startedAt } = health
  const now = lastOf(samples)
  const lineOf = (field: Exclude<keyof HealthSample, 'at'>, show: (value: number) => string = number) => (
    <Trend samples={samples} field={field} show={show} />
  )
  return (
    <>
      <div className={`grid gap-3 ${classes.figures}`}>
        <Figure label="Requests per Minute" value={number(now.requests)} trend={lineOf('requests')}>
          {now.failures > 0 ? `${number(now.failures)} failed` : 'none failed'}
        </Figure>
        <Figure label="Response Time, 95 %" value={milliseconds(now.p95Ms)} trend={lineOf('p95Ms', milliseconds)}>
          95 of 100 requests were faster
        </Figure>
        <Figure label="Event-Loop Delay" value={milliseconds(now.delayMs)} trend={lineOf('delayMs', milliseconds)}>
          how long the server is busy before the next request
        </Figure>
        <Figure label="Memory" value={formatSize(now.memory)} trend={lineOf('memory', formatSize)}>
          of this server
        </Figure>
        <Figure label="Connections in Use" value={number(now.inUse)} trend={lineOf('inUse')}>
          of {connections}; {number(now.waiting)} requests wait for one
        </Figure>
        <Figure label="Jobs Waiting" value={number(jobs.waiting)} trend={lineOf('waitingJobs')}>
          {jobs.running} running, {jobs.failed} failed
        </Figure>
        <Figure
          label="Storage Free"
          value={disk ? formatSize(disk.free) : 'unknown'}
          trend={lineOf('freeBytes', formatSize)}
        >
          {disk ? `of ${formatSize(disk.total)}` : 'The disk does not answer'}
        </Figure>
        <Copies safety={safety} />
      </div>
      <p className="mt-3 text-xs text-muted">
        These are figures of the server that answered you, measured every half minute. Jobs are those of all servers.
        This server has run since <Moment at={startedAt} />. The lines show the last hour, or less after a restart.
      </p>
    </>
  )
}

/** The last export of everything, whether such an export restores, and up to when the archive of PostgreSQL reaches. */
function Copies({ safety: { exportedAt, drilledAt, drillSeconds, drillFailure, archive } }: { safety: Safety }) {
  const now = Date.now()
  const momentOr = (at: string | null) => (at ? <Moment at={at} /> : 'never')
  return (
    <>
      <Figure label="Last Export" value={momentOr(exportedAt)} isBad={isLate(exportedAt, now)}>
        of everything, in one file
      </Figure>
      <Figure
        label="Restore Drill"
        value={drillFailure === null ? momentOr(drilledAt) : 'failed'}
        isBad={drillFailure !== null || isLate(drilledAt, now)}
      >
        {drillFailure ??
          (drillSeconds === null
            ? 'shows that the export restores'
            : `the export restores, in ${number(drillSeconds)} seconds`)}
      </Figure>
      {archive && <Recovery archive={archive} now={now} />}
    </>
  )
}

/** Without a copy of the database its log restores nothing. */
function Recovery({
  archive: { archivedAt, copiedAt, copyFailure },
  now,
}: {
  archive: NonNullable<Safety['archive']>
  now: number
}) {
  return (
    <Figure
      label="Point-in-Time Recovery"
      value={copiedAt === null ? 'not yet' : <Moment at={archivedAt} />}
      isBad={copyFailure !== null || isLate(copiedAt, now) || isBehind(archivedAt, now)}
    >
      {copiedAt !== null && 'up to then; '}
      {copyFailure !== null ? (
        `the last copy of the database failed: ${copyFailure}`
      ) : copiedAt === null ? (
        'begins with the first copy of the database'
      ) : (
        <>
          last copy of the database: <Moment at={copiedAt} />
        </>
      )}
    </Figure>
  )
}

const nothing: HealthSample = {
  ...{ at: '', requests: 0, failures: 0, p95Ms: 0, delayMs: 0, memory: 0, inUse: 0, waiting: 0 },
  ...{ waitingJobs: null, freeBytes: null },
}

/** The last complete window; the open one right after a start. */
const lastOf = (samples: HealthSample[]): HealthSample => samples.at(-2) ?? samples.at(-1) ?? nothing

type FigureProps = { label: string; value: ReactNode; trend?: ReactNode; isBad?: boolean; children: ReactNode }

const Figure = ({ label, value, trend, isBad = false, children }: FigureProps) => (
  <section
    className={`stack break-words border rounded-md py-3 px-3-5 ${classes.figure}`}
    aria-label={label}
    data-bad={isBad || undefined}
  >
    <h3 className="text-xs text-muted font-medium tracking-normal">{label}</h3>
    <p className={`mt-0-5 font-semibold tabular-nums ${classes.value}`}>{value}</p>
    <p className="text-xs text-muted">{children}</p>
    {trend}
  </section>
)

type TrendProps = {
  samples: HealthSample[]
  field: Exclude<keyof HealthSample, 'at'>
  show: (value: number) => string
}

/** The line of a figure. Two windows make one, so right after a start, or while nobody answers, it says that there is none yet. */
function Trend({ samples, field, show }: TrendProps) {
  const values = samples.map((sample) => sample[field])
  const numbers = values.filter((value) => value !== null)
  if (numbers.length < 2) return <p className="mt-2 text-xs text-muted h-7">No trend yet: it begins within a minute.</p>
  const range = `Between ${show(Math.min(...numbers))} and ${show(Math.max(...numbers))} in the last ${minutesOf(samples)}`
  return (
    <div className="mt-2 text-xs text-muted h-7" role="img" aria-label={range} title={range}>
      <SparkLine values={values} />
    </div>
  )
}

/** From the start of the first window to the end of the last one: half a minute each. */
const minutesOf = ({ length }: HealthSample[]): string => (length < 4 ? 'minute' : `${Math.floor(length / 2)} minutes`)
