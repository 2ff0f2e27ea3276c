import { api } from '../platform/http/api.ts'
import {
  countUnread,
  getChoices,
  keepChoices,
  listNotifications,
  markAllNotifications,
  markNotification,
} from './notifications.queries.ts'

const { notifications } = api

export const notificationsRoutes = notifications.router({
  list: notifications.list.handler(({ input, context }) => context.read((db) => listNotifications(db, input))),

  mark: notifications.mark.handler(({ input: { companyId, id, isRead }, context, errors }) =>
    context.write(async (db) => {
      const marked = await markNotification(db, companyId, id, isRead)
      if (!marked) throw errors.NOT_FOUND()
      return marked
    }),
  ),

  markAll: notifications.markAll.handler(({ input: { companyId }, context }) =>
    context.write(async (db) => ({ count: await markAllNotifications(db, companyId) })),
  ),

  listOwn: notifications.listOwn.handler(({ input, context }) => context.read((db) => listNotifications(db, input))),

  markAllOwn: notifications.markAllOwn.handler(({ context }) =>
    context.write(async (db) => ({ count: await markAllNotifications(db) })),
  ),

  unread: notifications.unread.handler(({ context }) => context.read(async (db) => ({ count: await countUnread(db) }))),

  choices: notifications.choices.handler(({ context }) =>
    context.read(async (db) => ({ ...(await getChoices(db)), canMail: context.config.smtpUrl !== undefined })),
  ),

  choose: notifications.choose.handler(({ input, context }) =>
    context.write(async (db) => {
      await keepChoices(db, input)
      return input
    }),
  ),
})
