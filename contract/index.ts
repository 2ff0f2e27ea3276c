import { activityContract } from './activity/activity.ts'
import { changesContract } from './activity/changes.ts'
import { deletedContract } from './activity/deleted.ts'
import { feedContract } from './activity/feed.ts'
import { assistantContract } from './assistant/assistant.ts'
import { commentsContract } from './comments/comments.ts'
import { companiesContract } from './companies/companies.ts'
import { membersContract } from './companies/members.ts'
import { dashboardContract } from './dashboards/dashboard.ts'
import { figuresContract } from './dashboards/figures.ts'
import { needsContract } from './dashboards/needs.ts'
import { filesContract } from './files/files.ts'
import { savedViewsContract } from './finding/saved-views.ts'
import { searchContract } from './finding/search.ts'
import { accessRequestsContract } from './identity/access-requests.ts'
import { passwordsContract } from './identity/passwords.ts'
import { peopleContract } from './identity/people.ts'
import { profileContract } from './identity/profile.ts'
import { sessionContract } from './identity/session.ts'
import { tokensContract } from './identity/tokens.ts'
import { booksContract } from './integrations/books.ts'
import { integrationCallsContract } from './integrations/calls.ts'
import { integrationsContract } from './integrations/integrations.ts'
import { webhooksContract } from './integrations/webhooks.ts'
import { assembliesContract } from './inventory/assemblies.ts'
import { backupsContract } from './inventory/backups.ts'
import { batchesContract } from './inventory/batches.ts'
import { bomContract } from './inventory/bom-analysis.ts'
import { bulkEditsContract } from './inventory/bulk-edits.ts'
import { componentsContract } from './inventory/components.ts'
import { exportsContract } from './inventory/exports.ts'
import { importsContract } from './inventory/imports.ts'
import { locationsContract } from './inventory/locations.ts'
import { movementsContract, stockValueContract } from './inventory/movements.ts'
import { partsContract } from './inventory/parts.ts'
import { productsContract } from './inventory/products.ts'
import { stockContract } from './inventory/stock.ts'
import { stockCountsContract } from './inventory/stock-counts.ts'
import { stockHistoryContract } from './inventory/stock-history.ts'
import { inventoryContract } from './inventory/summary.ts'
import { vendorsContract } from './inventory/vendors.ts'
import { jobsContract } from './jobs.ts'
import { notificationsContract } from './notifications/notifications.ts'
import { revenueContract } from './revenue/revenue.ts'
import { storeProductsContract } from './revenue/store-products.ts'
import { unitsSoldContract } from './revenue/units-sold.ts'
import { dataExportsContract } from './settings/data-exports.ts'
import { deadLettersContract } from './settings/dead-letters.ts'
import { feedbackContract } from './settings/feedback.ts'
import { preferencesContract } from './settings/preferences.ts'
import { securityEventsContract } from './settings/security-events.ts'
import { systemContract } from './settings/system.ts'
import { sopReadingsContract } from './sops/readings.ts'
import { sopRunsContract } from './sops/runs.ts'
import { sopsContract } from './sops/sops.ts'
import { sopVersionsContract } from './sops/versions.ts'
import { suggestionsContract } from './suggestions/suggestions.ts'
import { taskBatchesContract } from './tasks/task-batches.ts'
import { taskItemsContract } from './tasks/task-items.ts'
import { taskReportsContract } from './tasks/task-reports.ts'
import { taskTemplatesContract } from './tasks/task-templates.ts'
import { tasksContract } from './tasks/tasks.ts'
import { agreedHoursContract } from './time-clock/agreed-hours.ts'
import { timeEntriesContract } from './time-clock/time-entries.ts'
import { timeLocksContract } from './time-clock/time-locks.ts'
import { timeProposalsContract } from './time-clock/time-proposals.ts'
import { timeSheetsContract } from './time-clock/time-sheets.ts'

/** The whole API as one object: its table of contents. */
export const contract = {
  session: sessionContract,
  tokens: tokensContract,
  passwords: passwordsContract,
  profile: profileContract,
  preferences: preferencesContract,
  people: peopleContract,
  accessRequests: accessRequestsContract,
  companies: companiesContract,
  members: membersContract,
  search: searchContract,
  savedViews: savedViewsContract,
  dashboard: dashboardContract,
  figures: figuresContract,
  needs: needsContract,
  parts: partsContract,
  locations: locationsContract,
  stock: stockContract,
  stockCounts: stockCountsContract,
  stockHistory: stockHistoryContract,
  movements: movementsContract,
  stockValue: stockValueContract,
  assemblies: assembliesContract,
  products: productsContract,
  vendors: vendorsContract,
  files: filesContract,
  sops: sopsContract,
  sopVersions: sopVersionsContract,
  sopReadings: sopReadingsContract,
  sopRuns: sopRunsContract,
  bom: bomContract,
  components: componentsContract,
  inventory: inventoryContract,
  bulkEdits: bulkEditsContract,
  batches: batchesContract,
  activity: activityContract,
  changes: changesContract,
  feed: feedContract,
  deleted: deletedContract,
  jobs: jobsContract,
  revenue: revenueContract,
  storeProducts: storeProductsContract,
  unitsSold: unitsSoldContract,
  imports: importsContract,
  exports: exportsContract,
  tasks: tasksContract,
  taskBatches: taskBatchesContract,
  taskReports: taskReportsContract,
  taskItems: taskItemsContract,
  taskTemplates: taskTemplatesContract,
  comments: commentsContract,
  notifications: notificationsContract,
  timeEntries: timeEntriesContract,
  timeProposals: timeProposalsContract,
  timeSheets: timeSheetsContract,
  timeLocks: timeLocksContract,
  agreedHours: agreedHoursContract,
  backups: backupsContract,
  integrations: integrationsContract,
  integrationCalls: integrationCallsContract,
  webhooks: webhooksContract,
  books: booksContract,
  assistant: assistantContract,
  suggestions: suggestionsContract,
  dataExports: dataExportsContract,
  feedback: feedbackContract,
  system: systemContract,
  deadLetters: deadLettersContract,
  securityEvents: securityEventsContract,
}
