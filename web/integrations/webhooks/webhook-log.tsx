import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type { Webhook, WebhookDelivery } from 'contract/integrations/webhooks.ts'
import { useState } from 'react'
import { api, client } from '../../shared/api/api.ts'
import { LoadFailure } from '../../shared/feedback/empty-state.tsx'
import { failedTo, failure, success } from '../../shared/feedback/toasts.ts'
import { onePress } from '../../shared/form/one-press.ts'
import { Moment } from '../../shared/format/moment.tsx'
import { Tag } from '../../shared/format/tag.tsx'
import output from '../output.module.css'
import classes from './webhooks.module.css'

/** What was sent to a webhook in the last 30 days, behind a line that opens. */
export function WebhookLog({ webhook, mayChange }: { webhook: Webhook; mayChange: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={classes.log} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="text-muted text-sm cursor-pointer">Deliveries of the last 30 days</summary>
      {isOpen && <Deliveries webhook={webhook} mayChange={mayChange} />}
    </details>
  )
}

function Deliveries({ webhook: { companyId, id }, mayChange }: { webhook: Webhook; mayChange: boolean }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    api.webhooks.listDeliveries.infiniteOptions({
      input: (before: string | undefined) => ({ companyId, id, pageSize: 20, ...(before && { before }) }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  )
  if (error && !data) return <LoadFailure what="deliveries" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height="2rem" />
  const deliveries = data.pages.flatMap(({ items }) => items)
  if (deliveries.length === 0) return <p className="mt-0-5 text-sm text-muted">Nothing was sent yet.</p>
  return (
    <>
      <ul className={`surface ${output.list}`} aria-label="Deliveries">
        {deliveries.map((delivery) => (
          <Delivery key={delivery.id} companyId={companyId} delivery={delivery} mayChange={mayChange} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" size="xs" mt="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show Older
        </Button>
      )}
    </>
  )
}

type DeliveryProps = { companyId: string; delivery: WebhookDelivery; mayChange: boolean }

function Delivery({ companyId, delivery, mayChange }: DeliveryProps) {
  const { id, webhookId, eventId, type, isSuccess, httpStatus, message, body, answer, durationMs, createdAt } = delivery
  const sending = useMutation({
    mutationFn: () => client.webhooks.sendAgain({ companyId, id: webhookId, deliveryId: id }),
    onSuccess: (sent) =>
      sent.isSuccess ? success('Event delivered') : failure('The event was not delivered', sent.message),
    onError: failedTo('send the event again'),
  })
  const facts = [httpStatus !== null && `Status ${httpStatus}`, `${durationMs.toLocaleString('en-US')} ms`, eventId]
  return (
    <li>
      <details>
        <summary className={output.summary}>
          <Tag tone={isSuccess ? 'success' : 'warning'}>{isSuccess ? 'Success' : 'Error'}</Tag>
          <span className="font-medium">{type}</span>
          <span className={output.message}>{message}</span>
          <span className={`numeric ${output.time}`}>
            <Moment at={createdAt} />
          </span>
        </summary>
        <div className={`text-sm ${output.details}`}>
          <p className="numeric mb-2 text-muted">{facts.filter(Boolean).join(' · ')}</p>
          <dl className="grid gap-1-5">
            <div>
              <dt className="text-faint text-xs">Sent</dt>
              <dd className="m-0 font-mono text-xs break-words pre-wrap">{body}</dd>
            </div>
            {answer && (
              <div>
                <dt className="text-faint text-xs">Answer</dt>
                <dd className="m-0 font-mono text-xs break-words pre-wrap">{answer}</dd>
              </div>
            )}
          </dl>
          {mayChange && (
            <Button
              mt="xs"
              size="xs"
              variant="default"
              loading={sending.isPending}
              onClick={onePress(() => sending.mutate())}
            >
              Send Again
            </Button>
          )}
        </div>
      </details>
    </li>
  )
}
