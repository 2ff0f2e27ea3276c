import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { Comment } from 'contract/comments/comments.ts'
import { useState } from 'react'
import { client } from '../shared/api/api.ts'
import { IconButton } from '../shared/feedback/icon-button.tsx'
import { failedTo, success } from '../shared/feedback/toasts.ts'
import { Moment } from '../shared/format/moment.tsx'
import { Avatar } from '../shared/session/person-mark.tsx'
import { CommentForm } from './comment-form.tsx'
import classes from './comments.module.css'

/** A comment with its author; authors edit and remove their own in place. */
export function CommentLine({ comment, canWrite }: { comment: Comment; canWrite: boolean }) {
  const { companyId, id, authorName, body, mentions, isOwn, createdAt, editedAt, version } = comment
  const [isEditing, setEditing] = useState(false)
  const removing = useRemoval(companyId, id)
  const author = authorName ?? 'A colleague'
  return (
    <li className="flex items-start gap-2-5">
      <Avatar name={author} />
      <div className="flex-1 min-w-0">
        <p className="row flex-wrap gap-x-2 gap-y-0 min-h-6">
          <strong>{author}</strong>
          <span className="text-muted text-xs">
            <Moment at={createdAt} />
            {editedAt && ', edited'}
          </span>
          {isOwn && canWrite && !isEditing && (
            <span className={`text-muted text-xs flex ml-auto ${classes.actions}`}>
              <IconButton label="Edit your comment" title="Edit" onClick={() => setEditing(true)}>
                <IconPencil size={15} stroke={1.6} />
              </IconButton>
              <IconButton
                label="Remove your comment"
                title="Remove"
                disabled={removing.isPending}
                onClick={() => removing.mutate()}
              >
                <IconTrash size={15} stroke={1.6} />
              </IconButton>
            </span>
          )}
        </p>
        {isEditing ? (
          <CommentForm
            record={comment}
            label="Edit your comment"
            submitLabel="Save"
            first={{ body, mentions }}
            send={async (edit) => {
              await client.comments.update({ companyId, id, ...edit }, { context: { version } })
              setEditing(false)
            }}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <p className="pre-line break-words">
            <CommentText body={body} names={mentions.flatMap(({ name }) => name ?? [])} />
          </p>
        )}
      </div>
    </li>
  )
}

function useRemoval(companyId: string, id: string) {
  const bringBack = async () => {
    try {
      await client.comments.restore({ companyId, id })
    } catch (error) {
      failedTo('bring the comment back')(error)
    }
  }
  return useMutation({
    mutationFn: () => client.comments.remove({ companyId, id }),
    onError: failedTo('remove the comment'),
    onSuccess: () => success('Comment removed', undefined, { label: 'Undo', open: () => void bringBack() }),
  })
}

/** The text, with mentioned people marked. It is not read as markup. */
function CommentText({ body, names }: { body: string; names: string[] }) {
  // The longest name first: 'Ada Lovelace' before 'Ada'.
  const marks = names.map((name) => `@${name}`).sort((a, b) => b.length - a.length)
  const mark = marks.find((each) => body.includes(each))
  if (!mark) return body
  const at = body.indexOf(mark)
  return (
    <>
      <CommentText body={body.slice(0, at)} names={names} />
      <mark className={`text-accent ${classes.mention}`}>{mark}</mark>
      <CommentText body={body.slice(at + mark.length)} names={names} />
    </>
  )
}
