import { Alert, Button, Modal, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ChangePreview } from 'contract/activity/change-preview.ts'
import { type SuggestionDetails, suggestionLabels } from 'contract/suggestions/suggestions.ts'
import { api, client } from '../shared/api/api.ts'
import { LoadFailure } from '../shared/feedback/empty-state.tsx'
import { failedTo, success } from '../shared/feedback/toasts.ts'
import { useDialog } from '../shared/form/dialog.ts'
import { wordsOf } from '../shared/format/field-words.ts'
import { loggedText } from '../shared/format/logged-value.ts'
import { useCompanyId, useTimeZone } from '../shared/session/session.ts'
import bare from '../shared/table/grid/bare-table.module.css'
import classes from './suggestions.module.css'

type ReviewProps = { id: string; onClose: () => void }

/** What a suggestion would change now, and the two answers to it. */
export function SuggestionReview({ id, onClose }: ReviewProps) {
  const companyId = useCompanyId()
  const key = { companyId, id }
  // Asked again each time: the record may have changed since.
  const { data, error, refetch } = useQuery(api.suggestions.get.queryOptions({ input: key, staleTime: 0, gcTime: 0 }))
  const accept = useMutation({
    mutationFn: () => client.suggestions.accept(key),
    onSuccess: ({ changeSetId }) => {
      onClose()
      success('Suggestion accepted', { companyId, changeSetId })
    },
    onError: failedTo('accept the suggestion'),
  })
  const decline = useMutation({
    mutationFn: () => client.suggestions.decline(key),
    onSuccess: () => {
      onClose()
      success('Suggestion declined')
    },
    onError: failedTo('decline the suggestion'),
  })
  const isBusy = accept.isPending || decline.isPending
  return (
    <Modal
      opened
      onClose={onClose}
      title={data ? suggestionLabels[data.procedure] : 'Suggestion'}
      {...useDialog()}
      size="lg"
    >
      {error ? (
        <LoadFailure what="the suggestion" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={200} radius="md" />
      ) : (
        <>
          {data.reason && <p className={classes.reason}>{data.reason}</p>}
          <Effect of={data} />
          <div className={classes.answers}>
            <Button variant="default" disabled={isBusy || data.status !== 'open'} onClick={() => decline.mutate()}>
              Decline
            </Button>
            <Button
              disabled={isBusy || data.failure !== null}
              loading={accept.isPending}
              onClick={() => accept.mutate()}
            >
              Accept
            </Button>
          </div>
        </>
      )}
    </Modal>
  )
}

function Effect({ of: { preview, failure, status, decidedByName } }: { of: SuggestionDetails }) {
  if (failure)
    return (
      <Alert color="red" title="This cannot be done now">
        {failure.message}
      </Alert>
    )
  if (status === 'accepting')
    return (
      <Alert color="yellow" title="It is not known whether this was saved">
        {decidedByName ?? 'Somebody'} has accepted it. They can press Accept again: it is done once.
      </Alert>
    )
  if (!preview) return null
  if (preview.changeCount === 0) return <p className={classes.reason}>This would change nothing any more.</p>
  return <Changes preview={preview} />
}

function Changes({ preview: { changes, changeCount } }: { preview: ChangePreview }) {
  const zone = useTimeZone()
  return (
    <>
      <div className={`${bare.box} ${classes.changes}`}>
        <table className={bare.table} aria-label="What would change">
          <thead>
            <tr>
              <th scope="col">Record</th>
              <th scope="col">What</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(
              ({ entityType, entityId, entityName, fieldChanged: field, oldValue, newValue, description }) => (
                <tr key={`${entityId} ${field} ${description}`}>
                  <td>{entityName}</td>
                  <td>{field ? wordsOf(entityType, field) : description}</td>
                  <td>{field && loggedText(entityType, field, oldValue, zone)}</td>
                  <td>{field && loggedText(entityType, field, newValue, zone)}</td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </div>
      {changeCount > changes.length && (
        <p className={classes.maker}>
          The first {changes.length} of {changeCount.toLocaleString('en-US')} changes.
        </p>
      )}
    </>
  )
}
