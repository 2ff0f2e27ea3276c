import { can } from 'contract/permissions.ts'
import { assist } from '../assistant/public.ts'
import { api } from '../platform/http/api.ts'
import { getTaskSummary } from '../tasks/public.ts'
import { listClockedIn } from '../time-clock/public.ts'
import { listWeekFigures } from './company-week.queries.ts'
import { summaryOf, weekQuestion } from './company-week.rules.ts'
import { getCompanyCard, getCounts, getSetUp, listLatestChanges, listLowStock } from './dashboard.queries.ts'

const { dashboard } = api

export const dashboardRoutes = dashboard.router({
  get: dashboard.get.handler(async ({ input: { companyId }, context, errors }) => {
    const answer = await context.readAs(async (db, identity) => {
      const [company, counts, hasMade, lowStock, changes, tasks, clockedIn] = await Promise.all([
        getCompanyCard(db, companyId),
        getCounts(db, companyId),
        getSetUp(db, companyId),
        listLowStock(db, companyId),
        listLatestChanges(db, companyId),
        getTaskSummary(db, companyId),
        listClockedIn(db, companyId),
      ])
      if (!company) return
      const { description, ...card } = company
      const shownCard = can(identity.role, 'company.readFull') ? { ...card, description } : card
      return { company: shownCard, counts, hasMade, lowStock, changes, tasks, clockedIn }
    })
    if (!answer) throw errors.NOT_FOUND()
    return answer
  }),

  summarizeWeek: dashboard.summarizeWeek.handler(async ({ input: { companyId }, context }) => {
    const figures = await context.read((db) => listWeekFigures(db, companyId))
    return { figures, ...summaryOf(await assist(context, companyId, weekQuestion(figures))) }
  }),
})
