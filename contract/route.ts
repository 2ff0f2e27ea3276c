import { oc } from '@orpc/contract'
import { type Action, isAboutOneself } from './permissions.ts'

/**
 * What a procedure declares besides its shapes.
 * `needs`: an action of the matrix; `session` = anyone signed in, a role or not; `public` = anyone.
 * `refusal`: completes 'You do not have permission to …' (product.md 6).
 * `body`: the request body is a byte stream that the handler reads itself from `context.upload`: `csv` or any `file`.
 * `answer`: the types of the file that the handler sends instead of returning JSON; `any`: that of what was uploaded.
 * `example`: fields of the example in the documentation, where a rule between the fields of the body needs them.
 * `makes`: where the record that it makes can be read, when that is not at its id below this address.
 * `copies`: its transaction uses one of the connections for files from the start, and holds no other while it waits for one.
 * `changes`: the kind of change that the change set of this request records; otherwise `edit`.
 * `readsOnly`: it only reads, but is sent like a change because its question is too long for an address.
 * `evenIfSold`: allowed for a company that was sold, whose records can otherwise only be read.
 * `versioned`: changes a record that has a version; without If-Match it answers 428, so that nobody overwrites an edit unseen.
 * `whenFull`: allowed when the disk of the server is nearly full and nothing else is written.
 * `inBackground`: the screens ask, not the person, so it does not put off the idle end of the session.
 * `asksOutside`: its handler waits for an outside service, or computes for long, so it gets no transaction of its own; it opens short ones
 * before and after.
 * `keepsAnswer`: of those, a handler that stores its change and its answer under the Idempotency-Key itself (`answerOnce`).
 * `long`: it may take longer than anybody waits for. Then it becomes a job, which runs it again from the start, and the answer is 202 with the address
 * of the job. What it is sent is kept in clear: no secrets.
 * `byToken`: whether a personal access token may call a procedure of the person's account (`isOfAccount`). Without it none may: `any`, or only
 * one that is not limited to one company (`ofPerson`). It has no effect on other procedures: there a token has the rights of its owner.
 * `onlyIf`: a switch of the configuration; when it is off, the procedure does not exist and answers 404.
 * `limit`: a rate limit of its own (security.md 5.6); otherwise `read` for GET and `write` for the rest.
 */
export type RouteMeta = {
  needs?: Action | 'session' | 'public'
  refusal?: string
  body?: 'csv' | 'file'
  answer?: readonly ('csv' | 'json' | 'xlsx' | 'webp' | 'any')[]
  example?: Record<string, string>
  makes?: string
  copies?: true
  changes?: 'bulk_delete' | 'bulk_edit' | 'import' | 'undo'
  readsOnly?: true
  evenIfSold?: true
  versioned?: true
  whenFull?: true
  inBackground?: true
  asksOutside?: true
  keepsAnswer?: true
  long?: true
  byToken?: 'any' | 'ofPerson'
  onlyIf?: 'passwordsAreOn'
  limit?: 'feedback' | 'import' | 'export' | 'upload' | 'token' | 'testConnection' | 'sync' | 'assistant' | 'resetMail'
}

/** The route builder. A procedure without `.meta({ needs })` stops the boot (server/platform/http/mount.ts). */
export const route = oc.$meta<RouteMeta>({})

/** Whether a procedure is about the signed-in person as a whole: it is about nobody else, and the path names no company. */
export const isOfAccount = ({ needs }: RouteMeta, path: string): boolean =>
  needs !== undefined &&
  needs !== 'public' &&
  !path.startsWith(companyPath) &&
  (needs === 'session' || isAboutOneself(needs))

/** The start of the path of every procedure of one company. */
export const companyPath = '/companies/{companyId}'
