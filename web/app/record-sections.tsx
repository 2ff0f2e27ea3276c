import { type CommentParent, commentParents } from 'contract/comments/comments.ts'
import { Comments } from '../comments/public.tsx'
import { useCan } from '../shared/session/session.ts'
import { RecordTasks } from '../tasks/public.tsx'

const withTasks = ['part', 'assembly', 'product', 'sop']
const isCommented = (kind: string): kind is CommentParent =>
  kind !== 'task' && commentParents.some((each) => each === kind)

/** The tasks and comments in the details of a record, whose feature does not know them. Tasks show their own comments. */
export function RecordSections({ kind, id }: { kind: string; id: string }) {
  const readsTasks = useCan('task.read')
  return (
    <>
      {readsTasks && withTasks.includes(kind) && <RecordTasks key={`tasks ${id}`} kind={kind} id={id} />}
      {isCommented(kind) && <Comments key={`comments ${id}`} entityType={kind} entityId={id} />}
    </>
  )
}
