/** What other features may use of this one. */
import { isReturnable } from './deleted.queries.ts'
import { bringBack, withoutBlocked } from './restore.queries.ts'

export { bringBack, isReturnable, withoutBlocked }
