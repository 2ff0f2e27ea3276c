import { Button, Skeleton } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { integrationLabels } from 'contract/integrations/catalogue.ts'
import type { Integration } from 'contract/integrations/integrations.ts'
import { useEffect, useRef } from 'react'
import { api } from '../shared/api/api.ts'
import { LoadFailure } from '../shared/feedback/empty-state.tsx'
import { failure, inform } from '../shared/feedback/toasts.ts'
import { Moment } from '../shared/format/moment.tsx'
import { at } from '../shared/page/at.ts'
import { Page } from '../shared/page/page.tsx'
import { useCompanyId } from '../shared/session/session.ts'
import { IntegrationCard } from './integration-card.tsx'
import classes from './integrations.module.css'

/** /integrations: a card for each service. */
export function IntegrationsPage() {
  const companyId = useCompanyId()
  const { data, error, refetch } = useQuery(
    api.integrations.list.queryOptions({
      input: { companyId },
      refetchInterval: ({ state }) => (state.data?.items.some(isSyncing) ? 2_000 : 60_000),
    }),
  )
  useReturnFromService(data?.items)
  return (
    <Page
      title="Integrations"
      actions={
        <Button
          variant="default"
          leftSection={<IconArrowsExchange size={15} />}
          component={Link}
          {...at('/integrations/management', true)}
        >
          Integration Management
        </Button>
      }
      width={84}
    >
      {data?.items
        .filter(({ isOverdue }) => isOverdue)
        .map((item) => (
          <OverdueBanner key={item.integrationName} integration={item} />
        ))}
      {error && !data ? (
        <LoadFailure what="integration configurations" error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={`gap-x-3 ${classes.grid}`} aria-busy={!data}>
          {data
            ? data.items.map((item) => (
                <IntegrationCard key={`${companyId} ${item.integrationName}`} integration={item} />
              ))
            : [1, 2, 3, 4, 5].map((card) => (
                <div key={card} className="card">
                  <Skeleton className="rows" height={190} />
                </div>
              ))}
        </div>
      )}
    </Page>
  )
}

const isSyncing = ({ lastRun }: Integration) => lastRun?.state === 'queued' || lastRun?.state === 'running'

/** The banner when the last success is older than three intervals: no connection stops silently. */
function OverdueBanner({ integration: { integrationName, lastSuccessAt, lastError } }: { integration: Integration }) {
  return (
    <div className="text-sm text-danger break-words rounded-md bg-danger py-2-5 px-3-5" role="alert">
      <strong>{integrationLabels[integrationName]}</strong>{' '}
      {lastSuccessAt ? (
        <>
          has not worked since <Moment at={lastSuccessAt} />.
        </>
      ) : (
        'has never worked with these credentials.'
      )}{' '}
      {lastError}
    </div>
  )
}

const reasons = new Map([
  ['refused', 'Access was not given.'],
  ['expired', 'It took too long, or was begun in another window. Press Connect Again.'],
])

/** Tells the result once, when somebody comes back from a service, and removes it from the address. */
function useReturnFromService(items: Integration[] | undefined): void {
  const { connected, outcome } = useSearch({ strict: false }) as { connected?: string; outcome?: string }
  const navigate = useNavigate()
  const isReported = useRef(false)
  const item = items?.find(({ integrationName }) => integrationName === connected)
  useEffect(() => {
    if (!item || !outcome || isReported.current) return
    isReported.current = true
    if (outcome === 'done') inform('Connection Successful', `${integrationLabels[item.integrationName]} is connected.`)
    else
      failure(
        'Connection Failed',
        reasons.get(outcome) ?? item.lastTestMessage ?? item.lastError ?? 'Please check your credentials',
      )
    void navigate({
      ...at('.', ({ connected: _, outcome: __, ...rest }: Record<string, unknown>) => rest),
      replace: true,
    })
  }, [item, outcome, navigate])
}
