import { api } from '../../platform/http/api.ts'
import { listCalls } from './calls.queries.ts'

const { integrationCalls } = api

export const integrationCallsRoutes = integrationCalls.router({
  list: integrationCalls.list.handler(({ input, context }) => context.read((db) => listCalls(db, input))),
})
