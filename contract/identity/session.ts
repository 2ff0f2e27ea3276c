import { z } from 'zod'
import { CompanyName } from '../companies/companies.ts'
import { actions, roles } from '../permissions.ts'
import { route } from '../route.ts'

/** A role decides what a person may do. */
export const RoleName = z.enum(roles)

/** The person who asks. */
export const SignedInPerson = z.object({
  id: z.uuid(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
})
export type SignedInPerson = z.infer<typeof SignedInPerson>

/**
 * The signed-in person. `companyId` and `role` are null for a person without a role; `companies` are those that the switcher offers. `hasPlaces`:
 * the company keeps stock at places; `hasLots`: some of its stock came in lots. `hasPasswords`: people may also sign in by password here.
 */
export const Session = z.object({
  user: SignedInPerson,
  role: RoleName.nullable(),
  companyId: z.uuid().nullable(),
  companies: z.array(
    CompanyName.extend({ allowsNegativeStock: z.boolean(), hasPlaces: z.boolean(), hasLots: z.boolean() }),
  ),
  permissions: z.array(z.enum(actions as [(typeof actions)[number], ...typeof actions])),
  isDemo: z.boolean(),
  hasPasswords: z.boolean(),
})
export type Session = z.infer<typeof Session>

/**
 * Changes when other people change the rights of this person. It is cheap enough to ask for every few seconds.
 * `refusesChanges`: the disk of the server is nearly full, and nothing can be saved.
 */
export const SessionAccess = z.object({
  role: RoleName.nullable(),
  companyId: z.uuid().nullable(),
  companyCount: z.int(),
  refusesChanges: z.boolean(),
})

/** `device`: browser and system in plain words; null when the browser did not say. `lastAddress`: the network address of the last use. */
export const OwnSession = z.object({
  id: z.uuid(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  lastAddress: z.string().nullable(),
  device: z.string().nullable(),
  userAgent: z.string().nullable(),
  isCurrent: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

export const sessionContract = {
  /** `companies`: those that you reach. `permissions`: what your role may do; an operation names the one that it needs. */
  get: route
    .meta({ needs: 'session', byToken: 'any' })
    .route({ method: 'GET', path: '/session', summary: 'Who is signed in' })
    .output(Session),
  check: route
    .meta({ needs: 'session', inBackground: true, byToken: 'any' })
    .route({ method: 'GET', path: '/session/access', summary: 'Whether the session is still valid, and its rights' })
    .output(SessionAccess),
  signOut: route
    .meta({ needs: 'session', whenFull: true, byToken: 'any' })
    .route({ method: 'POST', path: '/session/sign-out', summary: 'End this session', successStatus: 204 }),
  list: route
    .meta({ needs: 'session' })
    .route({ method: 'GET', path: '/session/devices', summary: 'Your sessions' })
    .output(z.object({ items: z.array(OwnSession) })),
  revoke: route
    .meta({ needs: 'session' })
    .route({
      method: 'DELETE',
      path: '/session/devices/{id}',
      summary: 'End one of your sessions',
      successStatus: 204,
    })
    .input(z.strictObject({ id: z.uuid() }))
    .errors({ NOT_FOUND: { status: 404, message: 'That session has already ended' } }),
  revokeOthers: route
    .meta({ needs: 'session' })
    .route({ method: 'DELETE', path: '/session/devices', summary: 'End all your sessions but this one' })
    .output(z.object({ ended: z.int() })),
}
