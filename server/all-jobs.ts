import { sealJobs } from './activity/seal-log.ts'
import { companyDayJobs, companyFigureJobs } from './dashboards/history-jobs.ts'
import { keepFile } from './files/kept-files.ts'
import { passwordJobs } from './identity/passwords/password-mail.ts'
import { checkJobs } from './integrations/check.ts'
import { calendarJobs } from './integrations/google/calendar-jobs.ts'
import { shipstationJobs } from './integrations/shipstation/shipstation-jobs.ts'
import { storeJobs } from './integrations/shopify/store-jobs.ts'
import { dueSyncs } from './integrations/sync-jobs.ts'
import { webhookJobs } from './integrations/webhooks/webhook-jobs.ts'
import { backupJobs } from './inventory/backups/nightly-backup.ts'
import { stockJobs } from './inventory/stock/stock-check.ts'
import { notificationJobs } from './notifications/notification-jobs.ts'
import type { Config } from './platform/config/config.ts'
import { longJobs } from './platform/http/long-job-runs.ts'
import type { FeatureJobs } from './platform/jobs/job-kinds.ts'
import { router } from './router.ts'
import { repeatJobs } from './tasks/repeat-jobs.ts'
import { taskJobs } from './tasks/task-jobs.ts'

/** All jobs of the features for the worker, and all their schedules. */
export function allJobs(config: Config): FeatureJobs {
  const features: FeatureJobs[] = [
    passwordJobs(config),
    checkJobs(config),
    { handlers: [dueSyncs], schedules: [] },
    storeJobs(config),
    shipstationJobs(config),
    calendarJobs(config),
    taskJobs,
    repeatJobs,
    companyDayJobs,
    companyFigureJobs,
    backupJobs(config),
    stockJobs,
    notificationJobs(config),
    webhookJobs(config),
    sealJobs(config),
    longJobs(router, config, keepFile(config)),
  ]
  return {
    handlers: features.flatMap(({ handlers }) => handlers),
    schedules: features.flatMap(({ schedules }) => schedules),
  }
}
