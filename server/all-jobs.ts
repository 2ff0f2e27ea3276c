import { passwordJobs } from './identity/password-mail.ts'
import { checkJobs } from './integrations/check.ts'
import { storeJobs } from './integrations/shopify/store-jobs.ts'
import type { Config } from './platform/config/config.ts'
import type { Handler, Schedule } from './platform/jobs/job-kinds.ts'

/** All jobs that features have for the worker, and all that they want done again and again. */
export function allJobs(config: Config): { handlers: Handler[]; schedules: Schedule[] } {
  const rooms = [passwordJobs(config), checkJobs(config), storeJobs(config)]
  return {
    handlers: rooms.flatMap(({ handlers }) => handlers),
    schedules: rooms.flatMap(({ schedules }) => schedules),
  }
}
