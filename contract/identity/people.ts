import { z } from 'zod'
import { ruleErrors } from '../errors.ts'
import { pageOf, pageQuery, wholeList } from '../list.ts'
import { listFileRoute } from '../list-files.ts'
import { isGroupWide, type Role } from '../permissions.ts'
import { route } from '../route.ts'
import { readEmail } from './email.ts'
import { personFields } from './person-fields.ts'
import { PersonName } from './profile.ts'
import { RoleName } from './session.ts'

export const personStatuses = ['pre_authorized', 'active', 'inactive'] as const
/** `pre_authorized` until the first sign-in; `inactive` without a role. */
export const PersonStatus = z.enum(personStatuses)
export const personStatusLabels: Record<(typeof personStatuses)[number], string> = {
  pre_authorized: 'Pre-authorized',
  active: 'Active',
  inactive: 'Inactive',
}

/** A row of the User Management table. */
export const Person = z.object({
  id: z.uuid(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  role: RoleName.nullable(),
  companyId: z.uuid().nullable(),
  companyName: z.string().nullable(),
  status: PersonStatus,
  allowsUnmanagedAccount: z.boolean(),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Person = z.infer<typeof Person>

/** An address as it is stored (see readEmail). */
export const Email = z
  .string({ error: 'Email is required' })
  .max(400, { error: 'Must be an e-mail address', abort: true })
  .refine((value) => value.trim() !== '', { error: 'Email is required', abort: true })
  .refine((value) => readEmail(value) !== null, { error: 'Must be an e-mail address without letters outside ASCII' })
  .overwrite((value) => readEmail(value) ?? value)

/** A role in a company. The role that reaches all companies belongs to the SBR firm and comes without a company. */
export const access = {
  role: RoleName,
  companyId: z
    .uuid()
    .nullable()
    .optional()
    .describe(`${ruleErrors.company_required.message}. ${ruleErrors.operator_company.message}`),
}

/** Reports a role and a company that do not fit together. For `superRefine` of schemas that contain `access`. */
export function checkAccess(
  value: { role?: Role | null | undefined; companyId?: string | null | undefined },
  context: z.RefinementCtx,
): void {
  const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['companyId'], message })
  if (!value.role) return
  if (isGroupWide(value.role) && value.companyId) refuse(ruleErrors.operator_company.message)
  if (!isGroupWide(value.role) && value.companyId === null) refuse(ruleErrors.company_required.message)
}

/** `allowsUnmanagedAccount`: the address may come from a Google account that no organisation manages (T45). */
const NewPersonFields = z.strictObject({
  email: Email,
  firstName: PersonName.optional(),
  lastName: PersonName.optional(),
  ...access,
  allowsUnmanagedAccount: z.boolean().optional(),
})
/** Somebody who may sign in with this address. */
export const NewPerson = NewPersonFields.superRefine((value, context) =>
  checkAccess({ ...value, companyId: value.companyId ?? null }, context),
)
export type NewPerson = z.infer<typeof NewPerson>

/**
 * Role, company or both; `role: null` takes the access away. Names can be changed until the first sign-in; then they belong to the person.
 */
export const PersonChanges = z.strictObject({
  firstName: PersonName.optional(),
  lastName: PersonName.optional(),
  role: RoleName.nullable().optional(),
  companyId: z.uuid().nullable().optional(),
  allowsUnmanagedAccount: z.boolean().optional(),
})

const PeopleQuery = pageQuery(['name', 'email', 'role', 'companyName', 'status', 'createdAt'], {
  role: RoleName.optional(),
  companyId: z.uuid().optional(),
  status: PersonStatus.optional(),
})

const one = { id: z.uuid() }
const gone = { NOT_FOUND: { status: 404, message: 'That person no longer exists' } }
const clash = { CONFLICT: { status: 409, data: z.unknown() } }
const write = { needs: 'person.write', refusal: 'manage users' } as const

export const peopleContract = {
  list: route
    .meta({ needs: 'person.read', refusal: 'see all users' })
    .route({ method: 'GET', path: '/people', summary: 'All people: search, filter, sort' })
    .input(PeopleQuery.extend(wholeList))
    .output(pageOf(Person)),
  listFile: listFileRoute({
    ...{ name: 'people', isOfAll: true, needs: 'person.read', refusal: 'see all users' },
    ...{ query: PeopleQuery, fields: personFields },
  }),
  get: route
    .meta({ needs: 'person.read', refusal: 'see all users' })
    .route({ method: 'GET', path: '/people/{id}', summary: 'One person' })
    .input(z.strictObject(one))
    .output(Person)
    .errors(gone),
  create: route
    .meta({ ...write, refusal: 'create users' })
    .route({ method: 'POST', path: '/people', summary: 'Pre-authorise an e-mail address', successStatus: 201 })
    .input(NewPerson)
    .output(Person)
    .errors(clash),
  update: route
    .meta({ ...write, versioned: true })
    .route({
      method: 'PATCH',
      path: '/people/{id}',
      summary: 'Change role or company, or the name before the first sign-in; role null takes the access away',
    })
    .input(PersonChanges.extend(one).superRefine(checkAccess))
    .output(Person)
    .errors({ ...gone, ...clash }),
  remove: route
    .meta({ ...write, refusal: 'delete users' })
    .route({
      method: 'DELETE',
      path: '/people/{id}',
      summary: 'Delete a person; their name stays with what they did',
      successStatus: 204,
    })
    .input(z.strictObject(one))
    .errors({ ...gone, ...clash }),
  endSessions: route
    .meta(write)
    .route({
      method: 'POST',
      path: '/people/{id}/end-sessions',
      summary: 'Sign a person out everywhere and revoke their tokens',
    })
    .input(z.strictObject(one))
    .output(z.object({ ended: z.int() }))
    .errors(gone),
  resetLink: route
    .meta(write)
    .route({
      method: 'POST',
      path: '/people/{id}/reset-link',
      summary: 'Forget the Google account of a person: the next sign-in with the e-mail address links a new one',
    })
    .input(z.strictObject(one))
    .output(Person)
    .errors({ ...gone, ...clash }),
}
