import { Button, Skeleton } from '@mantine/core'
import { IconBulb } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { suggestionLabels, suggestionStatusLabels } from 'contract/suggestions/suggestions.ts'
import { useState } from 'react'
import { api } from '../shared/api/api.ts'
import { EmptyState, LoadFailure } from '../shared/feedback/empty-state.tsx'
import { Moment } from '../shared/format/moment.tsx'
import { Tag } from '../shared/format/tag.tsx'
import { Page } from '../shared/page/page.tsx'
import { useCompanyId } from '../shared/session/session.ts'
import { Count } from '../shared/table/list-page.tsx'
import { SuggestionReview } from './suggestion-review.tsx'
import classes from './suggestions.module.css'

const tones = { open: 'warning', accepting: 'warning', accepted: 'success', declined: 'muted' } as const

/** /integrations/suggestions: what programs suggest, those that wait first. */
export function SuggestionsPage() {
  const companyId = useCompanyId()
  const [reviewed, setReviewed] = useState<string | null>(null)
  const { data, error, refetch } = useQuery(api.suggestions.list.queryOptions({ input: { companyId } }))
  return (
    <Page
      title="Suggestions"
      text="Changes that programs suggest. Nothing changes until you accept it."
      counts={data && data.openCount > 0 && <Count value={data.openCount.toLocaleString('en-US')} label="waiting" />}
      width={84}
    >
      {error && !data ? (
        <LoadFailure what="suggestions" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={320} radius="md" />
      ) : data.items.length === 0 ? (
        <EmptyState icon={<IconBulb size={20} stroke={1.6} />} title="No suggestions">
          A program with a token can suggest changes once SBR has allowed it in the details of the company.
        </EmptyState>
      ) : (
        <ul className="surface grid" aria-label="Suggestions">
          {data.items.map((suggestion) => (
            <li key={suggestion.id} className={`row gap-3 py-3 px-4 ${classes.suggestion}`}>
              <div className={`flex-1 min-w-0 break-words ${classes.words}`}>
                <strong>
                  {suggestionLabels[suggestion.procedure]}
                  {suggestion.about && `: ${suggestion.about}`}
                </strong>
                {suggestion.reason && <p className={classes.reason}>{suggestion.reason}</p>}
                <p className={`text-xs text-muted ${classes.maker}`}>
                  {suggestion.createdByName ?? 'A former member'} · <Moment at={suggestion.createdAt} />
                  {suggestion.decidedBy && suggestion.status !== 'accepting' && (
                    <> · decided by {suggestion.decidedByName ?? 'a former member'}</>
                  )}
                </p>
              </div>
              <Tag tone={tones[suggestion.status]}>{suggestionStatusLabels[suggestion.status]}</Tag>
              {(suggestion.status === 'open' || suggestion.status === 'accepting') && (
                <Button variant="default" size="xs" onClick={() => setReviewed(suggestion.id)}>
                  Review
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {reviewed && <SuggestionReview id={reviewed} onClose={() => setReviewed(null)} />}
    </Page>
  )
}
