import { Button, Skeleton, Switch } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type Webhook, webhookKinds } from 'contract/integrations/webhooks.ts'
import { useState } from 'react'
import { api, client } from '../../shared/api/api.ts'
import { useConfirmed } from '../../shared/feedback/confirmed.tsx'
import { EmptyState, LoadFailure } from '../../shared/feedback/empty-state.tsx'
import { failedTo, failure, success } from '../../shared/feedback/toasts.ts'
import { lazyDialog } from '../../shared/form/lazy-dialog.tsx'
import { onePress } from '../../shared/form/one-press.ts'
import { Moment } from '../../shared/format/moment.tsx'
import { Tag } from '../../shared/format/tag.tsx'
import { Page } from '../../shared/page/page.tsx'
import { useCan, useCompanyId } from '../../shared/session/session.ts'
import { WebhookLog } from './webhook-log.tsx'
import classes from './webhooks.module.css'

const WebhookForm = lazyDialog(async () => ({ default: (await import('./webhook-form.tsx')).WebhookForm }))
const ShownOnce = lazyDialog(async () => ({ default: (await import('../../shared/record/shown-once.tsx')).ShownOnce }))

/** /integrations/webhooks */
export function WebhooksPage() {
  const companyId = useCompanyId()
  const mayChange = useCan('integration.write')
  const { data, error, refetch } = useQuery(api.webhooks.list.queryOptions({ input: { companyId } }))
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const add = mayChange && (
    <Button leftSection={<IconPlus size={15} />} onClick={() => setEdited('new')}>
      New Webhook
    </Button>
  )
  return (
    <Page
      title="Webhooks"
      text="A program of yours is told when records change. It gets ids, and reads the records with a token."
      actions={data && data.items.length > 0 && add}
      width={60}
    >
      {error && !data ? (
        <LoadFailure what="webhooks" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={160} radius="md" />
      ) : data.items.length === 0 ? (
        <EmptyState icon={<IconWebhook size={20} stroke={1.6} />} title="No webhooks yet" actions={add}>
          Add the address of a program that is to be told of changes.
        </EmptyState>
      ) : (
        <ul className="stack gap-3" aria-label="Webhooks">
          {data.items.map((webhook) => (
            <WebhookItem
              key={webhook.id}
              webhook={webhook}
              mayChange={mayChange}
              onEdit={() => setEdited(webhook)}
              onSecret={setSecret}
            />
          ))}
        </ul>
      )}
      {edited && (
        <WebhookForm
          webhook={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSecret={(made) => setSecret(made)}
        />
      )}
      {secret !== null && (
        <ShownOnce title="The Secret of the Webhook" secret={secret} what="secret" onClose={() => setSecret(null)}>
          <p>The receiver checks the signature of each event with it.</p>
        </ShownOnce>
      )}
    </Page>
  )
}

type ItemProps = { webhook: Webhook; mayChange: boolean; onEdit: () => void; onSecret: (secret: string) => void }

function WebhookItem({ webhook, mayChange, onEdit, onSecret }: ItemProps) {
  const { companyId, id, name, url, kinds, isEnabled, version } = webhook
  const switching = useMutation({
    mutationFn: (on: boolean) => client.webhooks.update({ companyId, id, isEnabled: on }, { context: { version } }),
    onSuccess: (after) => success(after.isEnabled ? 'Webhook switched on' : 'Webhook switched off'),
    onError: failedTo('switch the webhook'),
  })
  const testing = useMutation({
    mutationFn: () => client.webhooks.test({ companyId, id }),
    onSuccess: (sent) =>
      sent.isSuccess ? success('Test event delivered') : failure('The test event was not delivered', sent.message),
    onError: failedTo('send a test event'),
  })
  const removing = useConfirmed({
    ...{ title: 'Remove Webhook', confirmLabel: 'Remove' },
    question: () => `‘${name}’ is told of nothing more, and its log is deleted.`,
    act: () => client.webhooks.remove({ companyId, id }),
    done: 'Webhook removed',
    failure: 'remove the webhook',
  })
  const rolling = useConfirmed({
    ...{ title: 'New Secret', confirmLabel: 'Make a New Secret' },
    question: () =>
      `The present secret signs for one more day beside the new one. Give the new one to the receiver of ‘${name}’ in that time.`,
    act: () => client.webhooks.roll({ companyId, id }),
    done: ({ secret }) => onSecret(secret),
    failure: 'make a new secret',
  })
  return (
    <li className={`surface stack gap-3 ${classes.item}`}>
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h2 className="row flex-wrap gap-x-2 gap-y-1 text-md font-semibold">
            {name} <State webhook={webhook} />
          </h2>
          <p className="mt-1 text-sm break-words">{url}</p>
          <p className="mt-0-5 text-sm text-muted">{kinds.map((kind) => webhookKinds[kind]).join(', ')}</p>
        </div>
        {mayChange && (
          <Switch
            aria-label={`${name} is on`}
            checked={isEnabled}
            disabled={switching.isPending}
            onChange={({ currentTarget }) => switching.mutate(currentTarget.checked)}
          />
        )}
      </div>
      {mayChange && (
        <div className="flex flex-wrap gap-2">
          <Button size="xs" variant="default" loading={testing.isPending} onClick={onePress(() => testing.mutate())}>
            Send Test Event
          </Button>
          <Button size="xs" variant="default" onClick={onEdit}>
            Edit
          </Button>
          <Button size="xs" variant="default" onClick={() => rolling.ask(true)}>
            New Secret
          </Button>
          <Button size="xs" variant="default" onClick={() => removing.ask(true)}>
            Remove
          </Button>
        </div>
      )}
      <WebhookLog webhook={webhook} mayChange={mayChange} />
      {removing.dialog}
      {rolling.dialog}
    </li>
  )
}

function State({ webhook: { isEnabled, switchedOffAt, failingSince, nextTryAt } }: { webhook: Webhook }) {
  if (switchedOffAt)
    return (
      <Tag tone="warning">
        <span>
          Switched off after days of failure, <Moment at={switchedOffAt} />
        </span>
      </Tag>
    )
  if (!isEnabled) return <Tag tone="muted">Off</Tag>
  if (failingSince)
    return (
      <Tag tone="warning">
        <span>
          Failing; next try <Moment at={nextTryAt} />
        </span>
      </Tag>
    )
  return <Tag tone="success">On</Tag>
}
