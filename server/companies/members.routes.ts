import type { Member } from 'contract/companies/members.ts'
import { can, type Role } from 'contract/permissions.ts'
import { removeAccess, setAccess } from '../identity/public.ts'
import { ruleBroken } from '../platform/database/database-errors.ts'
import { api } from '../platform/http/api.ts'
import { getMember, listCandidates, listMembers } from './members.queries.ts'

const { members } = api

export const membersRoutes = members.router({
  list: members.list.handler(({ input, context }) =>
    context.readAs(async (db, { role }) => {
      const mayReadEmail = can(role, 'colleague.readEmail')
      // Sorting by a hidden field would still reveal its order.
      const sort = mayReadEmail ? input.sort : 'name'
      const { items, total } = await listMembers(db, { ...input, sort }, mayReadEmail)
      return { items: items.map((each) => asSeenBy(role, each)), total, isCapped: false }
    }),
  ),

  candidates: members.candidates.handler(({ input: { companyId, q }, context }) =>
    context.read(async (db) => ({ items: await listCandidates(db, companyId, q) })),
  ),

  add: members.add.handler(({ input: { companyId, userId, role }, context, errors }) =>
    context.write(async (db) => {
      if (await getMember(db, companyId, userId)) throw ruleBroken('already_member')
      if (!(await setAccess(db, userId, { role, companyId }, context.request.ip))) throw errors.NOT_FOUND()
      const member = await getMember(db, companyId, userId)
      if (!member) throw errors.NOT_FOUND()
      return member
    }),
  ),

  remove: members.remove.handler(({ input: { companyId, userId }, context, errors }) =>
    context.write(async (db) => {
      if (!(await getMember(db, companyId, userId))) throw errors.NOT_FOUND()
      if (!(await removeAccess(db, userId, context.request.ip))) throw errors.NOT_FOUND()
    }),
  ),
})

/** security.md 2.2, rows 3 to 5: employees see the names of their colleagues; administrators also see who has signed in so far. */
function asSeenBy(
  role: Role | null,
  { userId, firstName, lastName, email, role: held, status }: Required<Member>,
): Member {
  const { person, readEmail } = { person: can(role, 'person.read'), readEmail: can(role, 'colleague.readEmail') }
  return { userId, firstName, lastName, ...(readEmail && { email, role: held }), ...(person && { status }) }
}
