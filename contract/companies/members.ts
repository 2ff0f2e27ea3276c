import { z } from 'zod'
import { PersonStatus } from '../identity/people.ts'
import { RoleName } from '../identity/session.ts'
import { pageOf, pageQuery, wholeList } from '../list.ts'
import { companyRoles } from '../permissions.ts'
import { route } from '../route.ts'

/** The roles that can be given within a company (product.md 5). */
export const MemberRole = z.enum(companyRoles)

/**
 * Fields are absent, not null, for readers without the right to them: e-mail and role for employees, `status` for everybody but
 * administrators.
 */
export const Member = z.object({
  userId: z.uuid(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().optional(),
  role: RoleName.optional(),
  status: PersonStatus.optional(),
})
export type Member = z.infer<typeof Member>

/** A person of another company, or of none. Adding them moves them: `role` and `companyName` are those before the move. */
export const Candidate = z.object({
  userId: z.uuid(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  role: RoleName.nullable(),
  companyName: z.string().nullable(),
})
export type Candidate = z.infer<typeof Candidate>

const company = { companyId: z.uuid() }
const clash = { CONFLICT: { status: 409, data: z.unknown() } }

export const membersContract = {
  list: route
    .meta({ needs: 'colleague.read' })
    .route({ method: 'GET', path: '/companies/{companyId}/members', summary: 'The people of a company' })
    .input(pageQuery(['name', 'email', 'role'], { ...company, cursor: wholeList.cursor }))
    .output(pageOf(Member)),
  candidates: route
    .meta({ needs: 'person.write', refusal: 'add people' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/members/candidates',
      summary: 'People who can be added (at most 50)',
    })
    .input(z.strictObject({ ...company, q: z.string().max(200).optional() }))
    .output(z.object({ items: z.array(Candidate) })),
  add: route
    .meta({ needs: 'person.write', refusal: 'add people' })
    .route({
      method: 'POST',
      path: '/companies/{companyId}/members',
      summary: 'Put a person into a company',
      successStatus: 201,
    })
    .input(z.strictObject({ ...company, userId: z.uuid(), role: MemberRole }))
    .output(Member)
    .errors({ NOT_FOUND: { status: 404, message: 'That person no longer exists' }, ...clash }),
  remove: route
    .meta({ needs: 'person.write', refusal: 'remove people' })
    .route({
      method: 'DELETE',
      path: '/companies/{companyId}/members/{userId}',
      summary: 'Take the access of a person away and end their sessions',
      successStatus: 204,
    })
    .input(z.strictObject({ ...company, userId: z.uuid() }))
    .errors({ NOT_FOUND: { status: 404, message: 'That person does not belong to the company' }, ...clash }),
}
