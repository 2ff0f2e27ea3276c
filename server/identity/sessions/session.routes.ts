import { permissionsOf } from 'contract/permissions.ts'
import { api } from '../../platform/http/api.ts'
import { deviceOf } from '../sign-in/device.ts'
import { clearSession } from './cookies.ts'
import {
  endOtherSessions,
  endSession,
  getSelf,
  isDemo,
  listOwnCompanies,
  listSessions,
  signOut,
} from './session.queries.ts'

const { session } = api

export const sessionRoutes = session.router({
  get: session.get.handler(({ context }) =>
    context.readAs(async (db, identity) => {
      const [user, companies, demo] = await Promise.all([getSelf(db), listOwnCompanies(db), isDemo(db)])
      const { role, companyId } = identity
      const hasPasswords = context.config.passwordsAreOn
      return { user, role, companyId, companies, permissions: permissionsOf(role), isDemo: demo, hasPasswords }
    }),
  ),

  check: session.check.handler(({ context }) =>
    context.readAs(async (_, { role, companyId, scope }) => ({
      ...{ role, companyId, companyCount: scope.length },
      refusesChanges: context.refusesChanges(),
    })),
  ),

  signOut: session.signOut.handler(({ context }) =>
    context.write(async (db) => {
      await signOut(db)
      clearSession(context.reply)
      // Clear only the cache: 'storage' would also delete the chosen theme (T66).
      context.reply.header('clear-site-data', '"cache"')
    }),
  ),

  list: session.list.handler(({ context }) =>
    context.readAs(async (db, { sessionId }) => {
      const sessions = await listSessions(db)
      return {
        items: sessions.map((each) => ({
          ...each,
          device: deviceOf(each.userAgent),
          isCurrent: each.id === sessionId,
        })),
      }
    }),
  ),

  revoke: session.revoke.handler(({ input: { id }, context, errors }) =>
    context.write(async (db) => {
      if (!(await endSession(db, id, 'browser'))) throw errors.NOT_FOUND()
    }),
  ),

  revokeOthers: session.revokeOthers.handler(({ context }) =>
    context.write(async (db) => ({ ended: await endOtherSessions(db) })),
  ),
})
