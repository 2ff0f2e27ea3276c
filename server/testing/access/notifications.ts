import type { FeatureAccess } from './access.ts'
import { newestMember } from './tasks.ts'

/** Row 46 of security.md 2.2. The notice belongs to somebody else; server/notifications/notifications.test.ts covers own ones. */
export const notificationsAccess: FeatureAccess = {
  // biome-ignore format: aligned so that it reads as a table
  procedures: {
    'notifications.list':       [401, 403, 200, 200, 200, 200],
    'notifications.mark':       [401, 403, 404, 404, 404, 404],
    'notifications.markAll':    [401, 403, 200, 200, 200, 200],
    'notifications.listOwn':    [401, 403, 200, 200, 200, 200],
    'notifications.markAllOwn': [401, 403, 200, 200, 200, 200],
    'notifications.unread':     [401, 403, 200, 200, 200, 200],
    'notifications.choices':    [401, 403, 200, 200, 200, 200],
    'notifications.choose':     [401, 403, 200, 200, 200, 200],
  },
  records: async (given, company) => {
    const member = await newestMember(given, company)
    const notice = [company.id, member.id]
    const [made] = await given.sql<{ id: string }>(
      `insert into notifications (company_id, user_id, topic, params) values ($1, $2, 'role_changed', '{}')
       on conflict (company_id, user_id, topic, entity_type, entity_id) where read_at is null do update set params = '{}' returning id`,
      notice,
    )
    await given.sql(
      'insert into notification_digests (company_id, user_id, day) values ($1, $2, current_date) on conflict do nothing',
      notice,
    )
    return { notification: made?.id ?? '' }
  },
  idOf: { notifications: 'notification' },
  bodies: () => ({
    'notifications.mark': { isRead: true },
    'notifications.choose': { muted: ['part_low'], hasDigest: false },
  }),
  tables: {
    notifications: {
      own: ['----', '----', '----', '----'],
      insert: `(company_id, user_id, topic) values ($1, (select app.user_id()), 'part_low')`,
      set: 'read_at = now()',
    },
  },
}
