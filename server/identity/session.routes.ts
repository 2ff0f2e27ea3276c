import { permissionsOf } from 'contract/permissions.ts'
import { api } from '../platform/http/api.ts'
import { clearSession } from './cookies.ts'
import { endSession, getSelf, isDemo, listOwnCompanies, listSessions, signOut } from './session.queries.ts'

const { session } = api

export const sessionRoutes = session.router({
  get: session.get.handler(({ context }) =>
    context.asSelf(async (db, identity) => {
      const [user, companies, demo, { role, companyId }] = await Promise.all([
        getSelf(db),
        listOwnCompanies(db),
        isDemo(db),
        identity,
      ])
      return { user, role, companyId, companies, permissions: permissionsOf(role), isDemo: demo }
    }),
  ),

  check: session.check.handler(({ context }) =>
    context.asSelf(async (_, identity) => {
      const { role, companyId, scope } = await identity
      return { role, companyId, companyCount: scope.length }
    }),
  ),

  signOut: session.signOut.handler(({ context }) =>
    context.asSelf(async (db) => {
      await signOut(db)
      clearSession(context.reply)
      // Only the cache: 'storage' would take the chosen theme along (security.md T66).
      context.reply.header('clear-site-data', '"cache"')
    }),
  ),

  list: session.list.handler(({ context }) =>
    context.asSelf(async (db, identity) => {
      const [sessions, { sessionId }] = await Promise.all([listSessions(db, 'browser'), identity])
      return { items: sessions.map((each) => ({ ...each, isCurrent: each.id === sessionId })) }
    }),
  ),

  revoke: session.revoke.handler(({ input: { id }, context, errors }) =>
    context.asSelf(async (db) => {
      if (!(await endSession(db, id, 'browser'))) throw errors.NOT_FOUND()
    }),
  ),
})
