import { api } from '../../platform/http/api.ts'
import { approveAccess, askForPerson, dismissAccess, listAccessRequests } from './access-requests.queries.ts'
import { getPerson } from './people.queries.ts'

const { accessRequests } = api

export const accessRequestsRoutes = accessRequests.router({
  list: accessRequests.list.handler(({ input, context }) => context.read((db) => listAccessRequests(db, input))),

  ask: accessRequests.ask.handler(({ input, context }) =>
    context.write(async (db) => {
      await askForPerson(db, input, context.request.ip)
    }),
  ),

  approve: accessRequests.approve.handler(({ input, context, errors }) =>
    context.write(async (db) => {
      const id = await approveAccess(db, input, context.request.ip)
      const person = id ? await getPerson(db, id) : undefined
      if (!person) throw errors.NOT_FOUND()
      return person
    }),
  ),

  dismiss: accessRequests.dismiss.handler(({ input: { id }, context, errors }) =>
    context.write(async (db) => {
      if (!(await dismissAccess(db, id, context.request.ip))) throw errors.NOT_FOUND()
    }),
  ),
})
