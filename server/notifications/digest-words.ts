import type { Topic } from 'contract/notifications/topics.ts'

/** How many notices of each topic there are, in the mail of the day: 'tasks were assigned to you'. Browsers need none of it. */
const words: Record<Topic, [one: string, more: string]> = {
  task_assigned: ['task was assigned to you', 'tasks were assigned to you'],
  task_done: ['task was reported done', 'tasks were reported done'],
  task_help: ['task needs help', 'tasks need help'],
  task_sent_back: ['report of yours was answered', 'reports of yours were answered'],
  task_unblocked: ['task is unblocked', 'tasks are unblocked'],
  task_overdue: ['task is overdue', 'tasks are overdue'],
  mentioned: ['comment mentions you', 'comments mention you'],
  part_low: ['notice of low stock', 'notices of low stock'],
  sync_failed: ['sync failed', 'syncs failed'],
  backup_failed: ['nightly backup failed', 'nightly backups failed'],
  webhook_off: ['webhook was switched off', 'webhooks were switched off'],
  access_asked: ['person asks for access', 'people ask for access'],
  access_decided: ['decision on a person you asked for', 'decisions on people you asked for'],
  role_changed: ['change of your role', 'changes of your role'],
  correction_proposed: ['correction of a time entry waits for you', 'corrections of time entries wait for you'],
  correction_decided: ['decision on your correction', 'decisions on your corrections'],
  hours_changed: ['change of your hours', 'changes of your hours'],
  clock_out_forgotten: ['clock-out may have been forgotten', 'clock-outs may have been forgotten'],
  sop_to_read: ['SOP is to be read', 'SOPs are to be read'],
  sop_review: ['SOP is to be reviewed', 'SOPs are to be reviewed'],
}

/** '2 tasks were assigned to you' */
export const countInWords = (topic: Topic, count: number): string => `${count} ${words[topic][count === 1 ? 0 : 1]}`
