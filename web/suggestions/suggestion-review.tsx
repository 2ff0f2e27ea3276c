import { Alert, Button, Modal, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ChangePreview } from 'contract/activity/change-preview.ts'
import { type SuggestionDetails, suggestionLabels, suggestionStatusLabels } from 'contract/suggestions/suggestions.ts'
import { api, client } from '../shared/api/api.ts'
import { LoadFailure } from '../shared/feedback/empty-state.tsx'
import { failedTo, success } from '../shared/feedback/toasts.ts'
import { useDialog } from '../shared/form/dialog.ts'
import { wordsOf } from '../shared/format/field-words.ts'
import { loggedText } from '../shared/format/logged-value.ts'
import { useCompanyId, useSession, useTimeZone } from '../shared/session/session.ts'
import bare from '../shared/table/grid/bare-table.module.css'
import { Heads } from '../shared/table/grid/heads.tsx'
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
  const { user } = useSession()
  const isBusy = accept.isPending || decline.isPending
  const isDecided = data?.status === 'accepted' || data?.status === 'declined'
  const isOthers = data?.status === 'accepting' && data.decidedBy !== user.id
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
          <div className="flex justify-end gap-2 mt-4">
            <Button variant="default" disabled={isBusy || isDecided} onClick={() => decline.mutate()}>
              Decline
            </Button>
            <Button
              disabled={isBusy || isDecided || isOthers || data.failure !== null}
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

function Effect({ of: { preview, failure, status, decidedByName, input } }: { of: SuggestionDetails }) {
  const decider = decidedByName ?? 'Somebody'
  if (failure)
    return (
      <>
        <Alert className="mt-3" color="red" title="This cannot be done now">
          {isStale(failure) ? 'The record has been changed since the program read it.' : failure.message}
        </Alert>
        <Sent input={input} isOpen />
      </>
    )
  if (status === 'accepting')
    return (
      <Alert className="mt-3" color="yellow" title="It is not known whether this was saved">
        {decider} has accepted it, and can press Accept again: it is done once. After an hour it can be declined.
      </Alert>
    )
  if (!preview)
    return (
      <p className={classes.reason}>
        {decider} has {suggestionStatusLabels[status].toLowerCase()} this.
      </p>
    )
  if (preview.changeCount === 0) return <p className={classes.reason}>This would change nothing any more.</p>
  return <Changes preview={preview} input={input} />
}

const isStale = ({ data }: { data: unknown }) => (data as { reason?: unknown } | null)?.reason === 'stale'

/** The request itself: the log names a new record and the lists of a changed one, but not all their values. */
function Sent({ input, isOpen }: { input: SuggestionDetails['input']; isOpen: boolean }) {
  return (
    <details className={`mt-3 text-sm ${classes.sent}`} open={isOpen}>
      <summary>Everything that the program sends</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keys */}
      <pre tabIndex={0}>{JSON.stringify(input, null, 2)}</pre>
    </details>
  )
}

type ChangesProps = { preview: ChangePreview; input: SuggestionDetails['input'] }

function Changes({ preview: { changes, changeCount }, input }: ChangesProps) {
  const zone = useTimeZone()
  const isAllShown =
    changeCount === changes.length &&
    changes.every(
      ({ entityType, fieldChanged: field, oldValue, newValue }) =>
        field && (loggedText(entityType, field, oldValue, zone) || loggedText(entityType, field, newValue, zone)),
    )
  return (
    <>
      <div className={`${bare.box} mt-3 ${classes.changes}`}>
        <table className={bare.table} aria-label="What would change">
          <Heads of={['Record', 'What', 'Before', 'After']} />
          <tbody>
            {changes.map(
              ({ entityType, entityId, entityName, fieldChanged: field, oldValue, newValue, description, unit }) => (
                <tr key={`${entityId} ${field} ${description}`}>
                  <td>{entityName}</td>
                  <td>{field ? wordsOf(entityType, field) : description}</td>
                  <td>{field && loggedText(entityType, field, oldValue, zone, unit)}</td>
                  <td>{field && loggedText(entityType, field, newValue, zone, unit)}</td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </div>
      {changeCount > changes.length && (
        <p className={`text-xs text-muted ${classes.maker}`}>
          The first {changes.length} of {changeCount.toLocaleString('en-US')} changes.
        </p>
      )}
      <Sent input={input} isOpen={!isAllShown} />
    </>
  )
}
