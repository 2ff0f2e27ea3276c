import { Button, Select, Skeleton } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { isChoosable } from 'contract/companies/companies.ts'
import { integrationLabels } from 'contract/integrations/catalogue.ts'
import { type AssignedIntegration, isSample } from 'contract/integrations/integrations.ts'
import type { SyncRun } from 'contract/integrations/sync-runs.ts'
import { useEffect, useState } from 'react'
import { api, client } from '../shared/api/api.ts'
import { messageOf, statusOf } from '../shared/api/server-errors.ts'
import { ConfirmDialog } from '../shared/feedback/confirm-dialog.tsx'
import { EmptyState, LoadFailure } from '../shared/feedback/empty-state.tsx'
import { failedTo, failure, inform } from '../shared/feedback/toasts.ts'
import { onePress } from '../shared/form/one-press.ts'
import { Tag } from '../shared/format/tag.tsx'
import { Page } from '../shared/page/page.tsx'
import { useCan } from '../shared/session/session.ts'
import { ConnectionBadge } from './connection-badge.tsx'
import { RunProgress, shownRun } from './connection-health.tsx'
import classes from './management.module.css'
import { removedAtService, tellingService, toastWithRemains } from './removal-at-service.ts'

/** /integrations/management: which company has which integration. */
export function ManagementPage() {
  const { data, error, refetch } = useQuery(
    api.integrations.assigned.queryOptions({
      refetchInterval: ({ state }) => (state.data?.items.some(isSyncing) ? 2_000 : 60_000),
    }),
  )
  return (
    <Page title="Integration Management" text="Which company has which integration." width={76}>
      {error && !data ? (
        <LoadFailure what="integrations data" verb="fetch" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={240} radius="md" />
      ) : data.items.length === 0 ? (
        <EmptyState icon={<IconPlugConnected size={20} stroke={1.6} />} title="No integrations yet">
          What a company configures appears here.
        </EmptyState>
      ) : (
        <ul className={`surface ${classes.list}`}>
          {data.items.map((integration) => (
            <Assigned key={integration.id} integration={integration} />
          ))}
        </ul>
      )}
    </Page>
  )
}

const isRunning = ({ state, waitsFor }: SyncRun) => (state === 'queued' || state === 'running') && waitsFor === null
const isSyncing = ({ lastRun }: AssignedIntegration) => lastRun !== null && isRunning(lastRun)

function Assigned({ integration }: { integration: AssignedIntegration }) {
  const { integrationName: name, isEnabled } = integration
  const run = shownRun(integration)
  return (
    <li className={`grid gap-x-3 gap-y-2 items-center py-2-5 px-3-5 ${classes.row}`}>
      <div className={`text-sm break-words ${classes.what}`}>
        <strong>{integrationLabels[name]}</strong> <ConnectionBadge integration={integration} />{' '}
        {!isEnabled && <Tag tone="muted">Off</Tag>}
        {run && <RunProgress run={run} />}
      </div>
      {useCan('integration.move') ? (
        <CompanyChoice integration={integration} />
      ) : (
        <span className="text-sm text-muted">{integration.companyName}</span>
      )}
      {/* The others are synced from their cards, or have nothing to sync. */}
      {name === 'shopify' && !isSample(integration) && <SyncButton integration={integration} />}
    </li>
  )
}

/** Gives the integration to another company, after a question: credentials and data are wiped. */
function CompanyChoice({ integration }: { integration: AssignedIntegration }) {
  const { companyId, integrationName: name, companyName } = integration
  const { data } = useQuery(api.companies.list.queryOptions())
  const [chosen, setChosen] = useState<{ id: string; name: string } | null>(null)
  const moving = useMutation({
    mutationFn: (toCompanyId: string) => client.integrations.move({ companyId, name, toCompanyId }),
    onSuccess: ({ remains }) => toastWithRemains('Integration company assignment updated', remains),
    onError: (error) => {
      if (statusOf(error) === 404) failure('Failed to update integration company assignment', 'Company not found')
      else failedTo('update integration company assignment')(error)
    },
    onSettled: () => setChosen(null),
  })
  const own = { id: companyId, name: companyName } // shown until the others are loaded
  const companies = data?.items.filter((each) => isChoosable(each) || each.id === companyId) ?? [own]
  const choose = (id: string | null) => setChosen(companies.find((each) => each.id === id && id !== companyId) ?? null)
  return (
    <>
      <Select
        className={classes.choice}
        aria-label={`Company of ${integrationLabels[name]}, now ${companyName}`}
        data={companies.map((company) => ({ value: company.id, label: company.name }))}
        value={companyId}
        onChange={choose}
        searchable
        allowDeselect={false}
      />
      <ConfirmDialog
        isOpen={chosen !== null}
        title={`Give ${integrationLabels[name]} to ${chosen?.name}?`}
        confirmLabel="Move"
        isBusy={moving.isPending}
        onConfirm={() => chosen && moving.mutate(chosen.id)}
        onClose={() => setChosen(null)}
      >
        The credentials and everything that was fetched for {companyName} are deleted. What {chosen?.name} still has of
        a former connection is deleted too. The new company enters its own credentials.{' '}
        {moving.isPending ? tellingService(name) : removedAtService[name]}
      </ConfirmDialog>
    </>
  )
}

function SyncButton({ integration }: { integration: AssignedIntegration }) {
  const { companyId, integrationName: name, lastRun } = integration
  const watch = useEndOfRun(lastRun)
  const syncing = useMutation({
    mutationFn: () => client.integrations.sync({ companyId, name }),
    onSuccess: ({ run }) => watch(run),
    onError: (error) =>
      failure(statusOf(error) === 422 ? 'Not Supported' : 'Sync Failed', messageOf(error) || 'Unknown error occurred'),
  })
  return (
    <Button
      variant="default"
      loading={syncing.isPending || (lastRun !== null && isRunning(lastRun))}
      onClick={onePress(syncing.mutate)}
    >
      Sync Data
    </Button>
  )
}

/** Says how a sync that was started here ended. */
function useEndOfRun(lastRun: SyncRun | null): (run: SyncRun | null) => void {
  const [watched, setWatched] = useState<string | null>(null)
  useEffect(() => {
    if (!lastRun || lastRun.id !== watched || isRunning(lastRun)) return
    setWatched(null)
    if (lastRun.state === 'done') inform('Sync Complete', lastRun.message ?? '')
    else failure('Sync Failed', lastRun.waitsFor || lastRun.message || 'Unknown error occurred')
  }, [lastRun, watched])
  return (run) => setWatched(run?.id ?? null)
}
