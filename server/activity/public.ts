/** The part of this feature that other features may use. */
import { lockChangeSet, undoChangeSet } from './activity.queries.ts'
import { isReturnable } from './deleted.queries.ts'
import { bringBack, withoutBlocked } from './restore.queries.ts'

export { bringBack, isReturnable, lockChangeSet, undoChangeSet, withoutBlocked }
