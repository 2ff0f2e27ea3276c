import { Button, Skeleton } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type CallStatus, callLabels, callStatuses, type IntegrationCall } from 'contract/integrations/calls.ts'
import { type IntegrationName, integrationLabels, integrationNames } from 'contract/integrations/catalogue.ts'
import { useMemo } from 'react'
import { api } from '../shared/api/api.ts'
import { EmptyState, LoadFailure } from '../shared/feedback/empty-state.tsx'
import { Choice } from '../shared/form/choice.tsx'
import { Moment } from '../shared/format/moment.tsx'
import { Tag } from '../shared/format/tag.tsx'
import { at } from '../shared/page/at.ts'
import { Page } from '../shared/page/page.tsx'
import { useCompanyId } from '../shared/session/session.ts'
import classes from './output.module.css'

/** Hours back from now. */
const periods: Record<string, { label: string; hours: number }> = {
  hour: { label: 'Last hour', hours: 1 },
  day: { label: 'Last 24 hours', hours: 24 },
  week: { label: 'Last 7 days', hours: 168 },
  month: { label: 'Last 30 days', hours: 720 },
}

type Filter = { integration?: string; status?: string; period?: string }

/** /integrations/logs */
export function OutputPage() {
  const filter = useSearch({ strict: false }) as Filter
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useOutput(filter)
  const calls = data?.pages.flatMap(({ items }) => items)
  const isFiltered = Boolean(filter.integration || filter.status || filter.period)
  return (
    <Page title="Integration Output" width={84}>
      <Filters filter={filter} />
      {error && !calls ? (
        <LoadFailure what="integration output" error={error} onRetry={() => void refetch()} />
      ) : !calls ? (
        <Skeleton height={320} radius="md" />
      ) : calls.length === 0 ? (
        <EmptyState icon={<IconListDetails size={20} stroke={1.6} />} title="No output">
          {isFiltered ? 'No call matches these filters.' : 'Every call to an outside service appears here.'}
        </EmptyState>
      ) : (
        <ul className={`surface ${classes.list}`} aria-label="Calls">
          {inRuns(calls).map(([call, ...more]) =>
            more.length > 0 ? <Run key={call.id} calls={[call, ...more]} /> : <Call key={call.id} call={call} />,
          )}
        </ul>
      )}
      {hasNextPage && (
        <Button
          variant="default"
          className={classes.more}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show Older
        </Button>
      )}
    </Page>
  )
}

function useOutput({ integration, status, period }: Filter) {
  const companyId = useCompanyId()
  const hours = period && periods[period]?.hours
  // The period begins at the moment it is chosen: a moving start would load the list again and again.
  const from = useMemo(() => (hours ? new Date(Date.now() - hours * 3_600_000).toISOString() : undefined), [hours])
  const name = integrationNames.find((each) => each === integration)
  const state = callStatuses.find((each) => each === status)
  return useInfiniteQuery(
    api.integrationCalls.list.infiniteOptions({
      input: (before: string | undefined) => ({
        companyId,
        ...(name && { integrationName: name as IntegrationName }),
        ...(state && { status: state as CallStatus }),
        ...(from && { from }),
        ...(before && { before }),
      }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  )
}

function Filters({ filter }: { filter: Filter }) {
  const navigate = useNavigate()
  const set = (key: keyof Filter) => (value: string) => {
    void navigate({ ...at('.', (before) => ({ ...before, [key]: value || undefined })), replace: true })
  }
  const all = (label: string) => ({ value: '', label })
  const of = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }))
  const times = Object.fromEntries(Object.entries(periods).map(([key, { label }]) => [key, label]))
  return (
    <search className={`flex flex-wrap gap-2 ${classes.filters}`}>
      <Choice
        aria-label="Integration"
        value={filter.integration ?? ''}
        onChange={set('integration')}
        data={[all('All integrations'), ...of(integrationLabels)]}
      />
      <Choice
        aria-label="Status"
        value={filter.status ?? ''}
        onChange={set('status')}
        data={[all('Any status'), ...of(callLabels)]}
      />
      <Choice
        aria-label="Time"
        value={filter.period ?? ''}
        onChange={set('period')}
        data={[all('Any time'), ...of(times)]}
      />
    </search>
  )
}

type Calls = [IntegrationCall, ...IntegrationCall[]]

/** Successes of one operation that follow each other stand together: so an error is not lost among a hundred looks for a result. */
function inRuns(calls: IntegrationCall[]): Calls[] {
  const runs: Calls[] = []
  for (const call of calls) {
    const run = runs.at(-1)
    const isLike = run && call.status === 'success' && keyOf(run[0]) === keyOf(call)
    if (isLike) run.push(call)
    else runs.push([call])
  }
  return runs
}

const keyOf = ({ integrationName, status, message }: IntegrationCall) => `${integrationName} ${status} ${message}`

function Run({ calls }: { calls: Calls }) {
  const [{ integrationName, at: time, status, message }] = calls
  return (
    <li>
      <details className={classes.call}>
        <summary className={classes.summary}>
          <Tag tone="success">{callLabels[status]}</Tag>
          <span className="font-medium">{integrationLabels[integrationName]}</span>
          <span className={classes.message}>
            {message} · {calls.length} times
          </span>
          <span className={`numeric ${classes.time}`}>
            <Moment at={time} />
          </span>
        </summary>
        <ul className={classes.inner}>
          {calls.map((call) => (
            <Call key={call.id} call={call} />
          ))}
        </ul>
      </details>
    </li>
  )
}

function Call({ call }: { call: IntegrationCall }) {
  const { integrationName, at: time, status, message, httpStatus, durationMs, quota, details } = call
  const facts = [
    httpStatus !== null && `Status ${httpStatus}`,
    `${durationMs.toLocaleString('en-US')} ms`,
    typeof details.tries === 'number' && details.tries > 1 && `${details.tries} tries`,
    quota && `Calls left: ${quota}`,
  ].filter(Boolean)
  return (
    <li>
      <details className={classes.call}>
        <summary className={classes.summary}>
          <Tag tone={status === 'success' ? 'success' : 'warning'}>{callLabels[status]}</Tag>
          <span className="font-medium">{integrationLabels[integrationName]}</span>
          <span className={classes.message}>{message}</span>
          <span className={`numeric ${classes.time}`}>
            <Moment at={time} />
          </span>
        </summary>
        <div className={`text-sm ${classes.details}`}>
          <p className="numeric mb-2 text-muted">{facts.join(' · ')}</p>
          <dl className="grid gap-1-5">
            {Object.entries(detailLabels)
              .filter(([key]) => typeof details[key] === 'string')
              .map(([key, label]) => (
                <div key={key}>
                  <dt className="text-faint text-xs">{label}</dt>
                  <dd className="m-0 font-mono text-xs break-words pre-wrap">{String(details[key])}</dd>
                </div>
              ))}
          </dl>
        </div>
      </details>
    </li>
  )
}

const detailLabels: Record<string, string> = {
  request: 'Request',
  providerRequestId: 'Request id of the service',
  answer: 'Answer',
}
