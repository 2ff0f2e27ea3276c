import type { Notification } from 'contract/notifications/notifications.ts'
import type { Topic } from 'contract/notifications/topics.ts'

export type Address = { to: string; search?: Record<string, string> }

/** The screens for decisions, whatever record the notice is about. */
const decisions: Partial<Record<Topic, Address>> = {
  access_asked: { to: '/admin/users' },
  access_decided: { to: '/dashboard' },
  correction_proposed: { to: '/time-clock/proposals' },
}

/** The screens for notices about many records, or about one without a screen. */
const screens: Partial<Record<Topic, Address>> = {
  part_low: { to: '/inventory/parts', search: { isLowStock: 'true', sort: 'urgency' } },
  sync_failed: { to: '/integrations' },
  webhook_off: { to: '/integrations/webhooks' },
  backup_failed: { to: '/inventory/summary', search: { tab: 'transfer' } },
  role_changed: { to: '/settings/account' },
  correction_decided: { to: '/time-clock/proposals' },
  clock_out_forgotten: { to: '/time-clock' },
}

/** The address of a notice. @param addressOf the address of a record; undefined for kinds without a screen */
export function addressOfNotice(
  { topic, entityType, entityId }: Pick<Notification, 'topic' | 'entityType' | 'entityId'>,
  addressOf: (kind: string, id: string) => string | undefined,
): Address | undefined {
  const record = entityType && entityId ? addressOf(entityType, entityId) : undefined
  return decisions[topic] ?? (record ? { to: record } : screens[topic])
}
