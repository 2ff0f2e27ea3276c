import { z } from 'zod'
import { route } from '../route.ts'
import { requiredText } from '../text.ts'
import { TokenAreas } from './token-areas.ts'

/**
 * A personal access token without its secret; the secret is shown once, when it is created. `companyId`: the only company that it reaches;
 * null: all companies of its owner. `areas`: the parts of the API that it reaches; null: all. `companyName` is null, too, when the owner does not reach that company any more.
 */
export const AccessToken = z.object({
  id: z.uuid(),
  name: z.string(),
  isReadOnly: z.boolean(),
  areas: TokenAreas.nullable(),
  companyId: z.uuid().nullable(),
  companyName: z.string().nullable(),
  createdAt: z.string(),
  expiresAt: z.string(),
  lastUsedAt: z.string().nullable(),
  lastAddress: z.string().nullable(),
})
export type AccessToken = z.infer<typeof AccessToken>

/** A new personal access token. `areas`, `companyId`: what it is limited to; null does not limit it. */
export const AccessTokenFields = z.strictObject({
  name: requiredText(100, 'Give the token a name'),
  expiresInDays: z.int().min(1).max(366).default(90),
  isReadOnly: z.boolean().default(false),
  areas: TokenAreas.nullable().default(null),
  companyId: z.uuid().nullable().default(null),
})

export type AccessTokenFields = z.infer<typeof AccessTokenFields>

export const tokensContract = {
  list: route
    .meta({ needs: 'token.manage', byToken: 'any' })
    .route({ method: 'GET', path: '/tokens', summary: 'Your personal access tokens' })
    .output(z.object({ items: z.array(AccessToken) })),
  create: route
    .meta({ needs: 'token.manage', limit: 'token' })
    .route({ method: 'POST', path: '/tokens', summary: 'Create a personal access token', successStatus: 201 })
    .input(AccessTokenFields)
    .output(AccessToken.extend({ token: z.string() })),
  remove: route
    .meta({ needs: 'token.manage', byToken: 'any' })
    .route({ method: 'DELETE', path: '/tokens/{id}', summary: 'Revoke a personal access token', successStatus: 204 })
    .input(z.strictObject({ id: z.uuid() }))
    .errors({ NOT_FOUND: { status: 404, message: 'That token no longer exists' } }),
}
