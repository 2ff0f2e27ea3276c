import { z } from 'zod'
import { pageOf, pageQuery, wholeList } from '../list.ts'
import { companyRoles } from '../permissions.ts'
import { route } from '../route.ts'
import { onOneLine } from '../text.ts'
import { access, checkAccess, Email, Person } from './people.ts'
import { RoleName } from './session.ts'

export const accessRequestStatuses = ['open', 'approved', 'dismissed'] as const

/**
 * An unknown person who signed in (product.md 11), or somebody for whom an operator of a company asked. Only the request of an operator names
 * a company, a role and who asked.
 * `isManaged` false: no organisation vouches for the account, so an approval must set `allowsUnmanagedAccount` (T45).
 */
export const AccessRequest = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string().nullable(),
  isManaged: z.boolean(),
  status: z.enum(accessRequestStatuses),
  requestedAt: z.string(),
  updatedAt: z.string(),
  companyId: z.uuid().nullable(),
  companyName: z.string().nullable(),
  role: RoleName.nullable(),
  askedByName: z.string().nullable(),
})
export type AccessRequest = z.infer<typeof AccessRequest>

/** A person whom a company misses. */
export const AskedPerson = z.strictObject({
  email: Email,
  name: z
    .string({ error: 'Name is required' })
    .trim()
    .min(1, 'Name is required')
    .max(200, 'At most 200 characters')
    .overwrite(onOneLine),
  role: z.enum(companyRoles, { error: 'Please select a role' }),
})
export type AskedPerson = z.infer<typeof AskedPerson>

const one = { id: z.uuid() }
const errors = {
  NOT_FOUND: { status: 404, message: 'That access request no longer exists' },
  CONFLICT: { status: 409, data: z.unknown() },
}

export const accessRequestsContract = {
  list: route
    .meta({ needs: 'person.read', refusal: 'see access requests' })
    .route({ method: 'GET', path: '/access-requests', summary: 'Who asked for access' })
    .input(
      pageQuery(['requestedAt', 'email', 'name'], {
        status: z.enum(accessRequestStatuses).optional(),
        ...wholeList,
      }),
    )
    .output(pageOf(AccessRequest)),
  ask: route
    .meta({ needs: 'person.ask', refusal: 'ask for people', limit: 'feedback' })
    .route({
      method: 'POST',
      path: '/companies/{companyId}/access-requests',
      summary: 'Ask the firm to give somebody access to the company',
      successStatus: 204,
    })
    .input(AskedPerson.extend({ companyId: z.uuid() }))
    .errors({ CONFLICT: { status: 409, data: z.unknown() } }),
  approve: route
    .meta({ needs: 'person.write', refusal: 'approve access requests', makes: '/people/{id}' })
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
