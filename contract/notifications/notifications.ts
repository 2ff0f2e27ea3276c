import { z } from 'zod'
import { flag, listQuery, pageOf, pageQuery, wholeList } from '../list.ts'
import { route } from '../route.ts'
import { NoticeParams, noticeRecords, topicNames } from './topics.ts'

/**
 * A notice to the signed-in person, in facts: `topics` makes the sentence. `recordName`: the name that the record has now. `actorName`: who
 * did it, null for the system. A notice about a record that the person may not see any more is in no list.
 */
export const Notification = z.object({
  id: z.uuid(),
  companyId: z.uuid(),
  companyName: z.string(),
  topic: z.enum(topicNames),
  entityType: z.enum(noticeRecords).nullable(),
  entityId: z.uuid().nullable(),
  recordName: z.string().nullable(),
  actorName: z.string().nullable(),
  params: NoticeParams,
  isRead: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Notification = z.infer<typeof Notification>

const sortKeys = ['createdAt', 'topic'] as const
const filters = { topic: z.enum(topicNames).optional(), isUnread: flag(), ...wholeList }
const newestFirst = { order: z.enum(['asc', 'desc']).default('desc') }

export const NotificationQuery = listQuery(sortKeys, filters).extend(newestFirst)
const OwnNotificationQuery = pageQuery(sortKeys, filters).extend(newestFirst)
export type NotificationQuery = z.infer<typeof OwnNotificationQuery> & { companyId?: string }

/** What a person wants to be told. `muted`: topics that make no notice; `hasDigest`: one mail a day of what is unread. */
export const NotificationChoices = z.strictObject({
  muted: z.array(z.enum(topicNames)).max(topicNames.length),
  hasDigest: z.boolean(),
})
export type NotificationChoices = z.infer<typeof NotificationChoices>

/** What holds until a person chooses. */
export const defaultChoices: NotificationChoices = { muted: [], hasDigest: true }

const Marked = z.object({ count: z.int() })

export const notificationsContract = {
  list: route
    .meta({ needs: 'notification.read' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/notifications',
      summary: 'Your notifications in a company, newest first',
    })
    .input(NotificationQuery)
    .output(pageOf(Notification)),
  mark: route
    .meta({ needs: 'notification.read' })
    .route({
      method: 'PATCH',
      path: '/companies/{companyId}/notifications/{id}',
      summary: 'Mark a notification as read or unread',
    })
    .input(z.strictObject({ companyId: z.uuid(), id: z.uuid(), isRead: z.boolean() }))
    .output(Notification)
    .errors({ NOT_FOUND: { status: 404, message: 'That notification no longer exists' } }),
  markAll: route
    .meta({ needs: 'notification.read' })
    .route({
      method: 'POST',
      path: '/companies/{companyId}/notifications/read',
      summary: 'Mark all your notifications in a company as read',
    })
    .input(z.strictObject({ companyId: z.uuid() }))
    .output(Marked),
  listOwn: route
    .meta({ needs: 'notification.read', byToken: 'any' })
    .route({ method: 'GET', path: '/notifications', summary: 'Your notifications in all your companies, newest first' })
    .input(OwnNotificationQuery)
    .output(pageOf(Notification)),
  markAllOwn: route
    .meta({ needs: 'notification.read', byToken: 'any' })
    .route({ method: 'POST', path: '/notifications/read', summary: 'Mark all your notifications as read' })
    .input(z.strictObject({}))
    .output(Marked),
  unread: route
    .meta({ needs: 'notification.read', inBackground: true, byToken: 'any' })
    .route({
      method: 'GET',
      path: '/notifications/unread',
      summary: 'How many of your notifications are unread; 100 stands for more',
    })
    .output(Marked),
  choices: route
    .meta({ needs: 'notification.read', byToken: 'any' })
    .route({ method: 'GET', path: '/notifications/choices', summary: 'What you want to be told' })
    .output(NotificationChoices.extend({ canMail: z.boolean() })),
  choose: route
    .meta({ needs: 'notification.read', byToken: 'ofPerson' })
    .route({ method: 'PUT', path: '/notifications/choices', summary: 'Choose what you want to be told' })
    .input(NotificationChoices)
    .output(NotificationChoices),
}
