import { Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { CommentParent } from 'contract/comments/comments.ts'
import { api, client } from '../shared/api/api.ts'
import { LoadFailure } from '../shared/feedback/empty-state.tsx'
import { useCan, useCompanyId } from '../shared/session/session.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentLine } from './comment-line.tsx'

export type CommentsProps = { entityType: CommentParent; entityId: string }

/** The comments on a record, oldest first, and the field for a new one. */
export function Comments({ entityType, entityId }: CommentsProps) {
  const companyId = useCompanyId()
  const canWrite = useCan('comment.write')
  const record = { companyId, entityType, entityId }
  const comments = useQuery(api.comments.list.queryOptions({ input: record }))
  const adding = useMutation({
    mutationFn: (comment: { body: string; mentions: string[] }) => client.comments.create({ ...record, ...comment }),
  })
  const { data, error, refetch } = comments
  return (
    <section className="mt-5" aria-label="Comments">
      <h3 className="mb-2 text-sm">
        Comments{' '}
        {data && data.items.length > 0 && <span className="numeric text-muted font-normal">{data.items.length}</span>}
      </h3>
      {error && !data ? (
        <LoadFailure what="comments" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <ol className="stack gap-3 mb-3 empty-hidden">
          {data.items.map((comment) => (
            <CommentLine key={comment.id} comment={comment} canWrite={canWrite} />
          ))}
        </ol>
      ) : (
        <Skeleton height={canWrite ? 116 : 44} aria-busy="true" />
      )}
      {canWrite && (data || error) && (
        <CommentForm record={record} label="Write a comment" submitLabel="Comment" send={adding.mutateAsync} />
      )}
    </section>
  )
}
