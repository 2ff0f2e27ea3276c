import { z } from 'zod'
import { CalendarDay } from '../calendar-day.ts'
import { type Fields, sortKeysOf } from '../catalogue.ts'
import { pageOf, pageQuery, type WholeList, wholeNumberedList } from '../list.ts'
import { listFileRoute } from '../list-files.ts'
import { type Role, roleLabels } from '../permissions.ts'
import { route } from '../route.ts'

export const securityEventGroups = {
  sign_in: 'Sign-ins',
  refusal: 'Refusals',
  access: 'People and roles',
  token: 'Sessions, tokens and passwords',
  secret: 'Integrations and secrets',
  export: 'Exports, files and backups',
  company: 'Companies and system',
} as const
export type SecurityEventGroup = keyof typeof securityEventGroups

type Kind = { label: string; group: SecurityEventGroup }

const kinds = {
  signed_in: { label: 'Signed in', group: 'sign_in' },
  sign_in_refused: { label: 'Sign-in refused', group: 'refusal' },
  stranger: { label: 'Sign-in refused: unknown address', group: 'refusal' },
  no_role: { label: 'Sign-in refused: no role', group: 'refusal' },
  unmanaged_account: { label: 'Sign-in refused: private account', group: 'refusal' },
  identity_conflict: { label: 'Sign-in refused: another account', group: 'refusal' },
  authz_denied: { label: 'Request refused', group: 'refusal' },
  access_asked: { label: 'Asked for a person', group: 'access' },
  access_approved: { label: 'Approved an access request', group: 'access' },
  access_dismissed: { label: 'Dismissed an access request', group: 'access' },
  person_created: { label: 'Added a person', group: 'access' },
  person_named: { label: 'Named a person', group: 'access' },
  person_deleted: { label: 'Deleted a person', group: 'access' },
  role_changed: { label: 'Changed a role', group: 'access' },
  access_removed: { label: 'Took access away', group: 'access' },
  unmanaged_account_allowed: { label: 'Changed whether a private account may sign in', group: 'access' },
  operator_pre_authorised: { label: 'Let an operator in by command', group: 'access' },
  sessions_ended: { label: 'Ended all sessions', group: 'token' },
  link_reset: { label: 'Reset a sign-in link', group: 'token' },
  password_set: { label: 'Set a password by a link', group: 'token' },
  password_changed: { label: 'Changed the password', group: 'token' },
  token_created: { label: 'Made an access token', group: 'token' },
  token_removed: { label: 'Removed an access token', group: 'token' },
  integration_configured: { label: 'Changed an integration', group: 'secret' },
  integration_credentials_set: { label: 'Entered credentials', group: 'secret' },
  integration_connected: { label: 'Connected an integration', group: 'secret' },
  integration_disconnected: { label: 'Disconnected an integration', group: 'secret' },
  integration_moved: { label: 'Moved an integration', group: 'secret' },
  webhook_created: { label: 'Added a webhook', group: 'secret' },
  webhook_changed: { label: 'Changed a webhook', group: 'secret' },
  webhook_removed: { label: 'Removed a webhook', group: 'secret' },
  webhook_secret_rolled: { label: 'Made a new secret of a webhook', group: 'secret' },
  exported: { label: 'Exported', group: 'export' },
  system_exported: { label: 'Exported the whole system by command', group: 'export' },
  file_link_made: { label: 'Opened a file', group: 'export' },
  backup_made: { label: 'Made a backup', group: 'export' },
  backup_link_made: { label: 'Downloaded a backup', group: 'export' },
  backup_deleted: { label: 'Deleted a backup', group: 'export' },
  backup_restored: { label: 'Brought a backup back', group: 'export' },
  company_created: { label: 'Added a company', group: 'company' },
  company_updated: { label: 'Changed a company', group: 'company' },
  demo_reset: { label: 'Put the demo data back', group: 'company' },
} as const satisfies Record<string, Kind>
export type SecurityEventKind = keyof typeof kinds

const kindOf = (kind: string): Kind | undefined => (kinds as Record<string, Kind>)[kind]

/** The words for a kind; one of an earlier version may have none. */
export const securityEventLabel = (kind: string): string => kindOf(kind)?.label ?? kind.replaceAll('_', ' ')

export const securityEventKindsOf = (group: SecurityEventGroup): string[] =>
  Object.keys(kinds).filter((kind) => kindOf(kind)?.group === group)

/**
 * Something that happened to access, secrets or data that left the system. `userId`: who did it; null for a stranger and a command. `person`: whom it was
 * done to. `detail`: names and ids, never a secret. `times`: how often the same happened within the hour, for the last time at `lastAt`.
 */
export const SecurityEvent = z.object({
  id: z.string(),
  kind: z.string(),
  userId: z.uuid().nullable(),
  userName: z.string().nullable(),
  personName: z.string().nullable(),
  companyName: z.string().nullable(),
  address: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
  times: z.int(),
  createdAt: z.string(),
  lastAt: z.string(),
})
export type SecurityEvent = z.infer<typeof SecurityEvent>

/** Ids, which say nothing to a reader, and what has a column of its own. */
const unsaid = ['person', 'company', 'companyId', 'request', 'backupId', 'fileId', 'webhook', 'token', 'subject']

/** The details of an event in one line: 'parts.list', 'from Employee, to Manager'. */
export function securityEventDetails({ detail }: Pick<SecurityEvent, 'detail'>): string {
  const texts = Object.entries(detail).flatMap(([key, value]) => (unsaid.includes(key) ? [] : textOf(key, value)))
  return texts.join(', ')
}

function textOf(key: string, value: unknown): string[] {
  if (value === null || value === '' || value === false) return []
  if (value === true) return [wordsOf(key)]
  if (Array.isArray(value)) return [value.flatMap((each) => textOf(key, each)).join(', ')]
  if (typeof value === 'object') {
    const inner = securityEventDetails({ detail: value as Record<string, unknown> })
    return inner ? [`${wordsOf(key)} ${inner}`] : []
  }
  if (key === 'role') return [roleLabels[value as Role] ?? String(value)]
  return [key === 'reason' ? String(value).replaceAll('_', ' ') : String(value)]
}

const wordsOf = (key: string) =>
  key
    .replace(/^is(?=[A-Z])/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()

export const securityEventFields = {
  createdAt: { label: 'Time', kind: 'moment', sort: 'stored', list: 'shown' },
  kind: { label: 'Event', kind: 'text', list: 'shown' },
  userName: { label: 'By', kind: 'text', isSearched: true, list: 'shown' },
  personName: { label: 'Person', kind: 'text', isSearched: true, list: 'shown' },
  companyName: { label: 'Company', kind: 'text', isSearched: true, list: 'shown' },
  detail: { label: 'Details', kind: 'text', isSearched: true, list: 'shown' },
  address: { label: 'Address', kind: 'text', isSearched: true, list: 'shown' },
  times: { label: 'Times', kind: 'count', list: 'shown' },
} as const satisfies Fields

const groupNames = Object.keys(securityEventGroups) as [SecurityEventGroup, ...SecurityEventGroup[]]

/**
 * Newest first. `q`: a part of a name, an address or a detail. `userId`: who did it, or whom it was done to. `companyId`: what concerns a company, or was done by its
 * people. `from` and `to`: days by the firm's clock, both included.
 */
export const SecurityEventQuery = pageQuery(sortKeysOf({ fields: securityEventFields, sortedBy: 'createdAt' }), {
  group: z.enum(groupNames).optional(),
  userId: z.uuid().optional(),
  companyId: z.uuid().optional(),
  from: CalendarDay.optional(),
  to: CalendarDay.optional(),
}).extend({ order: z.enum(['asc', 'desc']).default('desc') })
export type SecurityEventQuery = z.infer<typeof SecurityEventQuery> & WholeList

const meta = { needs: 'system.read', refusal: 'see security events' } as const

export const securityEventsContract = {
  list: route
    .meta(meta)
    .route({
      method: 'GET',
      path: '/security-events',
      summary: 'Sign-ins, refusals, changes of access, secrets and exports',
    })
    .input(SecurityEventQuery.extend(wholeNumberedList))
    .output(pageOf(SecurityEvent)),
  listFile: listFileRoute({
    ...meta,
    ...{ name: 'security-events', isOfAll: true },
    ...{ query: SecurityEventQuery, fields: securityEventFields },
  }),
}
