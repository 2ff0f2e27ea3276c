import { activityRoutes } from './activity/activity.routes.ts'
import { changesRoutes } from './activity/changes.routes.ts'
import { deletedRoutes } from './activity/deleted.routes.ts'
import { feedRoutes } from './activity/feed.routes.ts'
import { jobsRoutes } from './activity/jobs.routes.ts'
import { assistantRoutes } from './assistant/assistant.routes.ts'
import { commentsRoutes } from './comments/comments.routes.ts'
import { companiesRoutes } from './companies/companies.routes.ts'
import { membersRoutes } from './companies/members.routes.ts'
import { dashboardRoutes } from './dashboards/dashboard.routes.ts'
import { figuresRoutes } from './dashboards/figures.routes.ts'
import { needsRoutes } from './dashboards/needs.routes.ts'
import { filesRoutes } from './files/files.routes.ts'
import { savedViewsRoutes } from './finding/saved-views.routes.ts'
import { searchRoutes } from './finding/search.routes.ts'
import { passwordsRoutes } from './identity/passwords/passwords.routes.ts'
import { accessRequestsRoutes } from './identity/people/access-requests.routes.ts'
import { peopleRoutes } from './identity/people/people.routes.ts'
import { profileRoutes } from './identity/people/profile.routes.ts'
import { sessionRoutes } from './identity/sessions/session.routes.ts'
import { tokensRoutes } from './identity/sessions/tokens.routes.ts'
import { integrationCallsRoutes } from './integrations/calls/calls.routes.ts'
import { integrationsRoutes } from './integrations/integrations.routes.ts'
import { booksRoutes } from './integrations/quickbooks/books.routes.ts'
import { webhooksRoutes } from './integrations/webhooks/webhooks.routes.ts'
import { assembliesRoutes } from './inventory/assemblies/assemblies.routes.ts'
import { backupsRoutes } from './inventory/backups/backups.routes.ts'
import { batchesRoutes } from './inventory/batches/batches.routes.ts'
import { bomRoutes } from './inventory/bom/bom.routes.ts'
import { componentsRoutes } from './inventory/bom/components.routes.ts'
import { bulkEditsRoutes } from './inventory/bulk-edits/bulk-edits.routes.ts'
import { exportsRoutes } from './inventory/exports/exports.routes.ts'
import { importsRoutes } from './inventory/imports/imports.routes.ts'
import { locationsRoutes } from './inventory/locations/locations.routes.ts'
import { partsRoutes } from './inventory/parts/parts.routes.ts'
import { productsRoutes } from './inventory/products/products.routes.ts'
import { movementsRoutes, stockValueRoutes } from './inventory/stock/movements.routes.ts'
import { stockCountsRoutes, stockHistoryRoutes, stockRoutes } from './inventory/stock/stock.routes.ts'
import { summaryRoutes } from './inventory/summary/summary.routes.ts'
import { vendorsRoutes } from './inventory/vendors/vendors.routes.ts'
import { notificationsRoutes } from './notifications/notifications.routes.ts'
import { revenueRoutes } from './revenue/revenue.routes.ts'
import { storeProductsRoutes } from './revenue/store-products.routes.ts'
import { unitsSoldRoutes } from './revenue/units-sold.routes.ts'
import { dataExportsRoutes } from './settings/data-exports.routes.ts'
import { deadLettersRoutes } from './settings/dead-letters.routes.ts'
import { feedbackRoutes } from './settings/feedback.routes.ts'
import { preferencesRoutes } from './settings/preferences.routes.ts'
import { securityEventsRoutes } from './settings/security-events.routes.ts'
import { systemRoutes } from './settings/system.routes.ts'
import { sopReadingsRoutes } from './sops/readings.routes.ts'
import { sopRunsRoutes } from './sops/runs.routes.ts'
import { sopsRoutes } from './sops/sops.routes.ts'
import { sopVersionsRoutes } from './sops/versions.routes.ts'
import { suggestionsRoutes } from './suggestions/suggestions.routes.ts'
import { taskItemsRoutes } from './tasks/task-items.routes.ts'
import { taskReportsRoutes } from './tasks/task-reports.routes.ts'
import { taskTemplatesRoutes } from './tasks/task-templates.routes.ts'
import { taskBatchesRoutes, tasksRoutes } from './tasks/tasks.routes.ts'
import { timeEntriesRoutes } from './time-clock/time-entries.routes.ts'
import { timeProposalsRoutes } from './time-clock/time-proposals.routes.ts'
import { agreedHoursRoutes, timeLocksRoutes, timeSheetsRoutes } from './time-clock/time-sheets.routes.ts'

/** Every procedure of the contract with its handler. */
export const router = {
  session: sessionRoutes,
  tokens: tokensRoutes,
  passwords: passwordsRoutes,
  profile: profileRoutes,
  preferences: preferencesRoutes,
  people: peopleRoutes,
  accessRequests: accessRequestsRoutes,
  companies: companiesRoutes,
  members: membersRoutes,
  search: searchRoutes,
  savedViews: savedViewsRoutes,
  dashboard: dashboardRoutes,
  figures: figuresRoutes,
  needs: needsRoutes,
  parts: partsRoutes,
  locations: locationsRoutes,
  stock: stockRoutes,
  stockCounts: stockCountsRoutes,
  stockHistory: stockHistoryRoutes,
  movements: movementsRoutes,
  stockValue: stockValueRoutes,
  assemblies: assembliesRoutes,
  products: productsRoutes,
  vendors: vendorsRoutes,
  files: filesRoutes,
  sops: sopsRoutes,
  sopVersions: sopVersionsRoutes,
  sopReadings: sopReadingsRoutes,
  sopRuns: sopRunsRoutes,
  bom: bomRoutes,
  components: componentsRoutes,
  inventory: summaryRoutes,
  bulkEdits: bulkEditsRoutes,
  batches: batchesRoutes,
  activity: activityRoutes,
  changes: changesRoutes,
  feed: feedRoutes,
  deleted: deletedRoutes,
  jobs: jobsRoutes,
  revenue: revenueRoutes,
  storeProducts: storeProductsRoutes,
  unitsSold: unitsSoldRoutes,
  imports: importsRoutes,
  exports: exportsRoutes,
  tasks: tasksRoutes,
  taskBatches: taskBatchesRoutes,
  taskReports: taskReportsRoutes,
  taskItems: taskItemsRoutes,
  taskTemplates: taskTemplatesRoutes,
  comments: commentsRoutes,
  notifications: notificationsRoutes,
  timeEntries: timeEntriesRoutes,
  timeProposals: timeProposalsRoutes,
  timeSheets: timeSheetsRoutes,
  timeLocks: timeLocksRoutes,
  agreedHours: agreedHoursRoutes,
  backups: backupsRoutes,
  integrations: integrationsRoutes,
  integrationCalls: integrationCallsRoutes,
  webhooks: webhooksRoutes,
  books: booksRoutes,
  assistant: assistantRoutes,
  suggestions: suggestionsRoutes,
  dataExports: dataExportsRoutes,
  feedback: feedbackRoutes,
  system: systemRoutes,
  deadLetters: deadLettersRoutes,
  securityEvents: securityEventsRoutes,
}
