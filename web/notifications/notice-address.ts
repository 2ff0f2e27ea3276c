import type { Notification } from 'contract/notifications/notifications.ts'
import type { Topic } from 'contract/notifications/topics.ts'

export type Address = { to: string; search?: Record<string, string> }

/** Where one decides on what was told, whatever record it is about. */
const decisions: Partial<Record<Topic, Address>> = {
  access_asked: { to: '/admin/users' },
  correction_proposed: { to: '/time-clock/proposals' },
}

/** Where one sees what was told when it is about many records, or about one that no screen shows. */
const screens: Partial<Record<Topic, Address>> = {
  part_low: { to: '/inventory/parts', search: { isLowStock: 'true', sort: 'urgency' } },
  sync_failed: { to: '/integrations' },
  role_changed: { to: '/settings/account' },
  correction_decided: { to: '/time-clock/proposals' },
  clock_out_forgotten: { to: '/time-clock' },
}

/** Where a notice leads. @param addressOf the address of a record; undefined for kinds without a screen */
export function addressOfNotice(
  { topic, entityType, entityId }: Pick<Notification, 'topic' | 'entityType' | 'entityId'>,
  addressOf: (kind: string, id: string) => string | undefined,
): Address | undefined {
  const record = entityType && entityId ? addressOf(entityType, entityId) : undefined
  return decisions[topic] ?? (record ? { to: record } : screens[topic])
}
