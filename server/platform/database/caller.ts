import type { TokenAreas } from 'contract/identity/token-areas.ts'
import type { Role } from 'contract/permissions.ts'
import type { QueueClient } from '../fairness/fair-queue.ts'
import type { Answer } from './connections/packet.ts'

/** The database's facts about the caller, from app.ctx(); all null for an unknown or ended session. */
export type Identity = {
  userId: string | null
  role: Role | null
  companyId: string | null
  /** of the requested company, else of the caller's own */
  companyStatus: 'active' | 'inactive' | 'sold' | null
  scope: string[]
  sessionId: string | null
  needsTouch: boolean
  /** with a personal access token that may only read */
  isReadOnly: boolean
  /** of the personal access token that asks: all companies of its owner, or one of them; null for a browser */
  tokenReach: 'person' | 'company' | null
  /** the areas of the API that the token reaches; null: all, and for a browser */
  areas: TokenAreas | null
}

/**
 * The caller of a transaction. `tokenHash`: SHA-256 of the session token, null when signed out. `companyId`: the company of the
 * path. `kind`: the kind of the change set. `admit` throws to refuse; then no data that was read is returned and nothing is written.
 * `address`: where the request came from; without one, the server itself is the caller. `onGone`: see Asker. `changed`: collects what changes.
 * `job`: long work instead of a session; its transaction acts as the person who began it (http/long-jobs.ts).
 */
export type Caller = {
  tokenHash: string | null
  companyId: string | null
  address?: string
  onGone?: QueueClient['onGone']
  changed?: OwnChanges
  job?: { id: string; proof: string }
  kind?: 'edit' | 'bulk_delete' | 'bulk_edit' | 'import' | 'undo'
  admit?: (identity: Identity) => void
}

/** What the transactions of one request have announced (app.tell), by the id that its answer and the live events share. */
export type OwnChanges = { by: string; texts: Set<string> }

/** Remembers the person of a token, so that the next request queues by its person and company. */
export type OnCaller = (caller: Caller, identity: Identity) => void

const columns = `user_id, role, company_id, company_status, scope, session_id, needs_touch,
  coalesce(is_read_only, false) as is_read_only, token_reach, areas`
/** Begins a packet of a read: nothing behind it can write. Parameters: token hash, company. */
export const enterRead = { name: 'enter read', sql: `select ${columns} from app.enter_read($1, $2)` }
const change = { name: 'enter', sql: `select ${columns} from app.enter($1, $2, $3)` }
const longJob = { name: 'enter long job', sql: `select ${columns} from app.enter_long_job($1, $2, $3)` }
/** The first statement of a transaction. */
export const enterAs = ({ tokenHash, companyId, kind, job }: Caller) =>
  job
    ? { ...longJob, parameters: [job.id, job.proof, kind ?? null] }
    : { ...change, parameters: [tokenHash, companyId, kind ?? null] }

const again = { name: 'ask again', sql: `select ${columns} from app.ctx()`, parameters: [] }
const end = { name: 'end long job', sql: `select ${columns} from app.end_long_job($1, $2)` }
/** The caller as the database knows it now; nobody when the job was cancelled. */
export const askAgain = ({ job }: Caller) => (job ? { ...end, parameters: [job.id, job.proof] } : again)

/** Reads the caller from the answer of one of these statements. @throws when it is not admitted */
export function admit({ rows }: Answer, caller: Caller, learn: OnCaller): Identity {
  const identity = rows[0] as Identity
  learn(caller, identity)
  caller.admit?.(identity)
  return identity
}
