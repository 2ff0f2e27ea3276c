/** The part of this feature that other features may use. */
import { changesSoFar, isLongChangeSet, lockChangeSet, undoChangeSet, undoStates } from './activity.queries.ts'
import { isReturnable } from './deleted.queries.ts'
import { cursorOf, type FeedPlace, lastLogId } from './feed-cursor.ts'
import { bringBack, withoutBlocked } from './restore.queries.ts'

export {
  bringBack,
  changesSoFar,
  cursorOf,
  type FeedPlace,
  isLongChangeSet,
  isReturnable,
  lastLogId,
  lockChangeSet,
  undoChangeSet,
  undoStates,
  withoutBlocked,
}
