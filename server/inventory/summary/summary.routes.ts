import { api } from '../../platform/http/api.ts'
import { listBuildAnalysis } from './build-analysis.queries.ts'
import { getSummary } from './summary.queries.ts'

const { inventory } = api

export const summaryRoutes = inventory.router({
  summary: inventory.summary.handler(({ input: { companyId }, context }) =>
    context.read((db) => getSummary(db, companyId)),
  ),

  buildAnalysis: inventory.buildAnalysis.handler(({ input, context }) =>
    context.read((db) => listBuildAnalysis(db, input)),
  ),
})
