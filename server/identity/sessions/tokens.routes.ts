import { randomBytes } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import { recordSecurityEvent } from '../../platform/database/security-events.ts'
import { api } from '../../platform/http/api.ts'
import { hashToken } from '../../platform/http/session-token.ts'
import { endSession, insertAccessToken, listTokens } from './session.queries.ts'

const { tokens } = api

export const tokensRoutes = tokens.router({
  list: tokens.list.handler(({ context }) => context.read(async (db) => ({ items: await listTokens(db) }))),

  create: tokens.create.handler(({ input, context }) =>
    context.write(async (db) => {
      const secret = randomBytes(32).toString('base64url')
      const id = await insertAccessToken(db, input, hashToken(secret))
      const [token] = id ? await listTokens(db, id) : []
      if (!token)
        throw new ORPCError('FORBIDDEN', { status: 403, message: 'A token cannot create tokens: please sign in' })
      const { name, isReadOnly, areas, companyId } = input
      await recordSecurityEvent(
        db,
        'token_created',
        { token: token.id, name, isReadOnly, areas, companyId },
        context.request.ip,
      )
      return { ...token, token: secret }
    }),
  ),

  remove: tokens.remove.handler(({ input: { id }, context, errors }) =>
    context.write(async (db) => {
      const [token] = await listTokens(db, id)
      if (!(await endSession(db, id, 'token'))) throw errors.NOT_FOUND()
      await recordSecurityEvent(db, 'token_removed', { token: id, name: token?.name }, context.request.ip)
    }),
  ),
})
