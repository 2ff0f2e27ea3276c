import { z } from 'zod'
import { CalendarDay } from '../calendar-day.ts'
import { type Fields, sortKeysOf } from '../catalogue.ts'
import { pageOf, pageQuery, type WholeList, wholeNumberedList } from '../list.ts'
import { listFileRoute } from '../list-files.ts'
import { type Role, roleLabels } from '../permissions.ts'
import { route } from '../route.ts'
import { type SecurityEventGroup, securityEventGroups } from '../security-event-kinds.ts'

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
  const inOrder = Object.entries(detail).toSorted(([one], [other]) => (one < other ? -1 : 1)) // `from` before `to`
  return inOrder.flatMap(([key, value]) => (unsaid.includes(key) ? [] : textOf(key, value))).join(', ')
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
