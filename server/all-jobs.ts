import type { Handler, Schedule } from './platform/jobs/job-kinds.ts'

/** All jobs that features have for the worker. */
export const handlers: Handler[] = []

/** All that they want done again and again. */
export const schedules: Schedule[] = []
