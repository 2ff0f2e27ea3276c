import { z } from 'zod'
import { pageOf, pageQuery } from '../list.ts'
import { route } from '../route.ts'
import { access, checkAccess, Person } from './people.ts'

export const accessRequestStatuses = ['open', 'approved', 'dismissed'] as const

/**
 * An unknown person who signed in (product.md 11). `isManaged` false: no organisation vouches for the account, so an approval must
 * set `allowsUnmanagedAccount` (T45).
 */
export const AccessRequest = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string().nullable(),
  isManaged: z.boolean(),
  status: z.enum(accessRequestStatuses),
  requestedAt: z.string(),
})
export type AccessRequest = z.infer<typeof AccessRequest>

const one = { id: z.uuid() }
const errors = {
  NOT_FOUND: { status: 404, message: 'That access request no longer exists' },
  CONFLICT: { status: 409, data: z.unknown() },
}

export const accessRequestsContract = {
  list: route
    .meta({ needs: 'person.read', refusal: 'see access requests' })
    .route({ method: 'GET', path: '/access-requests', summary: 'Who asked for access' })
    .input(pageQuery(['requestedAt', 'email', 'name'], { status: z.enum(accessRequestStatuses).optional() }))
    .output(pageOf(AccessRequest)),
  approve: route
    .meta({ needs: 'person.write', refusal: 'approve access requests' })
    .route({
      method: 'POST',
      path: '/access-requests/{id}/approve',
      summary: 'Give access: company and role',
      successStatus: 201,
    })
    .input(
      z
        .strictObject({ ...one, ...access, allowsUnmanagedAccount: z.boolean().optional() })
        .superRefine((value, context) => checkAccess({ ...value, companyId: value.companyId ?? null }, context)),
    )
    .output(Person)
    .errors(errors),
  dismiss: route
    .meta({ needs: 'person.write', refusal: 'dismiss access requests' })
    .route({ method: 'POST', path: '/access-requests/{id}/dismiss', summary: 'Refuse access', successStatus: 204 })
    .input(z.strictObject(one))
    .errors(errors),
}
