import { api } from '../platform/api.ts'
import type { Db } from '../platform/database.ts'
import {
  allowUnmanagedAccount,
  endSessions,
  getPerson,
  insertPerson,
  listPeople,
  removePerson,
  resetLink,
} from './people.queries.ts'
import { type Access, removeAccess, setAccess } from './public.ts'

const { people } = api

export const peopleRoutes = people.router({
  list: people.list.handler(({ input, context }) => context.asSelf((db) => listPeople(db, input))),

  create: people.create.handler(({ input, context, errors }) =>
    context.asSelf(async (db) =>
      found(await getPerson(db, await insertPerson(db, input, context.request.ip)), errors.CONFLICT),
    ),
  ),

  update: people.update.handler(({ input: { id, ...changes }, context, errors }) =>
    context.asSelf(async (db) => {
      if (!(await applyChanges(db, id, changes, context.request.ip))) throw errors.NOT_FOUND()
      return found(await getPerson(db, id), errors.NOT_FOUND)
    }),
  ),

  remove: people.remove.handler(({ input: { id }, context, errors }) =>
    context.asSelf(async (db) => {
      if (!(await removePerson(db, id, context.request.ip))) throw errors.NOT_FOUND()
    }),
  ),

  endSessions: people.endSessions.handler(({ input: { id }, context, errors }) =>
    context.asSelf(async (db) => {
      const ended = await endSessions(db, id, context.request.ip)
      if (ended === null) throw errors.NOT_FOUND()
      return { ended }
    }),
  ),

  resetLink: people.resetLink.handler(({ input: { id }, context, errors }) =>
    context.asSelf(async (db) => {
      if (!(await resetLink(db, id, context.request.ip))) throw errors.NOT_FOUND()
      return found(await getPerson(db, id), errors.NOT_FOUND)
    }),
  ),
})

type Changes = Access & { allowsUnmanagedAccount?: boolean | undefined }

/** @returns whether there is such a person */
async function applyChanges(db: Db, id: string, { allowsUnmanagedAccount, ...access }: Changes, address: string) {
  if (allowsUnmanagedAccount !== undefined && !(await allowUnmanagedAccount(db, id, allowsUnmanagedAccount, address)))
    return false
  if (access.role === null) return removeAccess(db, id, address)
  return access.role || access.companyId ? setAccess(db, id, access, address) : true
}

function found<T>(person: T | undefined, error: () => Error): T {
  if (!person) throw error()
  return person
}
