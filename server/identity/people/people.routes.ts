import { type Person, personStatusLabels } from 'contract/identity/people.ts'
import { personFields } from 'contract/identity/person-fields.ts'
import { staleSave } from '../../platform/database/changes.ts'
import type { Db } from '../../platform/database/handle.ts'
import { api } from '../../platform/http/api.ts'
import { sendList } from '../../platform/spreadsheet/send-list.ts'
import { type Access, removeAccess, setAccess } from '../public.ts'
import {
  allowUnmanagedAccount,
  eachPerson,
  endSessions,
  getPerson,
  insertPerson,
  isAtVersion,
  listPeople,
  namePerson,
  removePerson,
  resetLink,
} from './people.queries.ts'

const { people } = api

export const peopleRoutes = people.router({
  list: people.list.handler(({ input, context }) => context.read((db) => listPeople(db, input))),

  listFile: people.listFile.handler(({ input: { format, columns, ...query }, context }) =>
    sendList<Person>(context, {
      ...{ name: 'people', companyId: null, format, columns, all: personFields },
      shown: {
        name: ({ firstName, lastName, email }) => [firstName, lastName].filter(Boolean).join(' ') || email,
        status: ({ status }) => personStatusLabels[status],
      },
      rows: (db) => eachPerson(db, query),
    }),
  ),

  get: people.get.handler(({ input: { id }, context, errors }) =>
    context.read(async (db) => expectPerson(await getPerson(db, id), errors.NOT_FOUND)),
  ),

  create: people.create.handler(({ input, context, errors }) =>
    context.write(async (db) =>
      expectPerson(await getPerson(db, await insertPerson(db, input, context.request.ip)), errors.CONFLICT),
    ),
  ),

  update: people.update.handler(({ input: { id, ...changes }, context, errors }) =>
    context.write(async (db) => {
      await checkVersion(db, id, context.expectedVersion)
      if (!(await applyChanges(db, id, changes, context.request.ip))) throw errors.NOT_FOUND()
      return expectPerson(await getPerson(db, id), errors.NOT_FOUND)
    }),
  ),

  remove: people.remove.handler(({ input: { id }, context, errors }) =>
    context.write(async (db) => {
      if (!(await removePerson(db, id, context.request.ip))) throw errors.NOT_FOUND()
    }),
  ),

  endSessions: people.endSessions.handler(({ input: { id }, context, errors }) =>
    context.write(async (db) => {
      const ended = await endSessions(db, id, context.request.ip)
      if (ended === null) throw errors.NOT_FOUND()
      return { ended }
    }),
  ),

  resetLink: people.resetLink.handler(({ input: { id }, context, errors }) =>
    context.write(async (db) => {
      if (!(await resetLink(db, id, context.request.ip))) throw errors.NOT_FOUND()
      return expectPerson(await getPerson(db, id), errors.NOT_FOUND)
    }),
  ),
})

type Changes = Access & {
  firstName?: string | null | undefined
  lastName?: string | null | undefined
  allowsUnmanagedAccount?: boolean | undefined
}

/** Refuses an edit when the person has changed since they were read. The person stays locked until the commit. */
async function checkVersion(db: Db, id: string, version: number | null) {
  if (version !== null && (await isAtVersion(db, id, version)) === false) throw staleSave(await getPerson(db, id))
}

/** @returns whether the person exists */
async function applyChanges(db: Db, id: string, changes: Changes, address: string) {
  const { firstName, lastName, allowsUnmanagedAccount, ...access } = changes
  const names = { ...(firstName !== undefined && { firstName }), ...(lastName !== undefined && { lastName }) }
  if (Object.keys(names).length > 0 && !(await namePerson(db, id, names, address))) return false
  if (allowsUnmanagedAccount !== undefined && !(await allowUnmanagedAccount(db, id, allowsUnmanagedAccount, address)))
    return false
  if (access.role === null) return removeAccess(db, id, address)
  return access.role || access.companyId ? setAccess(db, id, access, address) : true
}

function expectPerson<T>(person: T | undefined, error: () => Error): T {
  if (!person) throw error()
  return person
}
