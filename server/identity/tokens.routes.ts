import { randomBytes } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import { api } from '../platform/http/api.ts'
import { hashToken } from '../platform/http/session-token.ts'
import { endSession, insertAccessToken, listSessions } from './session.queries.ts'

const { tokens } = api

export const tokensRoutes = tokens.router({
  list: tokens.list.handler(({ context }) =>
    context.read(async (db) => {
      const found = await listSessions(db, 'token')
      return { items: found.map(asToken) }
    }),
  ),

  create: tokens.create.handler(({ input: { name, expiresInDays }, context }) =>
    context.write(async (db) => {
      const secret = randomBytes(32).toString('base64url')
      const row = await insertAccessToken(db, name, hashToken(secret), expiresInDays)
      if (!row)
        throw new ORPCError('FORBIDDEN', { status: 403, message: 'A token cannot create tokens: please sign in' })
      return { ...row, lastUsedAt: null, token: secret }
    }),
  ),

  remove: tokens.remove.handler(({ input: { id }, context, errors }) =>
    context.write(async (db) => {
      if (!(await endSession(db, id, 'token'))) throw errors.NOT_FOUND()
    }),
  ),
})

type TokenRow = { id: string; name: string | null; createdAt: string; lastSeenAt: string; expiresAt: string }

const asToken = ({ id, name, createdAt, lastSeenAt, expiresAt }: TokenRow) => ({
  id,
  name: name ?? '',
  createdAt,
  expiresAt,
  lastUsedAt: lastSeenAt === createdAt ? null : lastSeenAt,
})
