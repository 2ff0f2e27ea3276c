/** The part of this feature that other features may use. */
import { changesSoFar, lockChangeSet, undoChangeSet } from './activity.queries.ts'
import { isReturnable } from './deleted.queries.ts'
import { bringBack, withoutBlocked } from './restore.queries.ts'

export { bringBack, changesSoFar, isReturnable, lockChangeSet, undoChangeSet, withoutBlocked }
