import { z } from 'zod'
import { type Action, roleLabels, roles } from '../permissions.ts'

/** The kinds of records that a notice may be about: those that app.subject_of can name (database/routines/81-notifications.sql). */
export const noticeRecords = [
  'task',
  'part',
  'assembly',
  'product',
  'vendor',
  'sop',
  'time_entry',
  'integration',
  'access_request',
] as const
export type NoticeRecord = (typeof noticeRecords)[number]

/** Small facts for the sentence of a topic. Nothing that a right protects: the name of the record is read when the notice is shown. */
export const NoticeParams = z.record(z.string(), z.union([z.string().max(200), z.number(), z.boolean(), z.null()]))
export type NoticeParams = z.infer<typeof NoticeParams>

/** What a sentence is made of. `actor`: who did it; null for the system. `name`: of the record; null without a record. */
export type NoticeFacts = { actor: string | null; name: string | null; params: NoticeParams }

type TopicWords = {
  /** what the person may mute */
  label: string
  /** the right without which nobody is told of it; without one, everybody may be */
  needs?: Action
  sentence: (facts: NoticeFacts) => string
}

const who = ({ actor }: NoticeFacts) => actor ?? 'The system'
const what = ({ name }: NoticeFacts) => `“${name ?? ''}”`

/** Every topic with its words. To add one, add it here and in server/notifications/digest.ts, and call `notify` (server/notifications/public.ts). */
export const topics = {
  task_assigned: {
    label: 'Tasks assigned to me',
    sentence: (facts) => `${who(facts)} assigned you ${what(facts)}`,
  },
  task_done: {
    label: 'Tasks reported done',
    needs: 'task.create',
    sentence: (facts) => `${who(facts)} reported ${what(facts)} as done`,
  },
  task_help: {
    label: 'Tasks that need help',
    needs: 'task.create',
    sentence: (facts) => `${who(facts)} needs help with ${what(facts)}`,
  },
  task_sent_back: {
    label: 'Answers to my reports',
    sentence: (facts) => `${who(facts)} answered your report on ${what(facts)}`,
  },
  task_unblocked: {
    label: 'Tasks unblocked',
    sentence: (facts) => `${what(facts)} is unblocked`,
  },
  task_overdue: {
    label: 'Overdue tasks',
    sentence: (facts) => `${what(facts)} is overdue`,
  },
  mentioned: {
    label: 'Comments that mention me',
    sentence: (facts) => `${who(facts)} mentioned you in a comment on ${what(facts)}`,
  },
  part_low: {
    label: 'Parts that went low',
    needs: 'inventory.write',
    sentence: (facts) =>
      facts.name === null ? `${facts.params.count ?? 'Some'} parts went low` : `${facts.name} went low`,
  },
  sync_failed: {
    label: 'Failed syncs',
    needs: 'integration.write',
    sentence: ({ name }) => `The sync of ${name ?? 'an integration'} failed`,
  },
  backup_failed: {
    label: 'Failed nightly backups',
    needs: 'backup.manage',
    sentence: () => 'The nightly backup failed: create one by hand, or ask your administrator',
  },
  webhook_off: {
    label: 'Webhooks that were switched off',
    needs: 'integration.write',
    sentence: ({ params }) => `The webhook ${params.name ?? ''} was switched off: its receiver failed for days`,
  },
  access_asked: {
    label: 'People who ask for access',
    needs: 'person.write',
    sentence: ({ name }) => `${name ?? 'Somebody'} asks for access`,
  },
  access_decided: {
    label: 'Decisions on people I asked for',
    needs: 'person.ask',
    sentence: (facts) => `${who(facts)} ${facts.params.isApproved ? 'approved' : 'declined'} ${what(facts)}`,
  },
  role_changed: {
    label: 'My role',
    sentence: ({ params }) => {
      const role = roles.find((one) => one === params.role)
      return role ? `Your role is now ${roleLabels[role]}` : 'Your role has changed'
    },
  },
  correction_proposed: {
    label: 'Proposed corrections of time entries',
    needs: 'time.edit',
    sentence: (facts) =>
      `${who(facts)} proposes ${facts.params.isMissing ? 'a missing time entry' : 'a correction of a time entry'}`,
  },
  correction_decided: {
    label: 'Decisions on my corrections',
    needs: 'time.clock',
    sentence: (facts) =>
      `${who(facts)} ${facts.params.isAccepted ? 'accepted' : 'declined'} your ${
        facts.params.isMissing ? 'missing time entry' : 'correction of a time entry'
      }`,
  },
  hours_changed: {
    label: 'Changes of my hours',
    needs: 'time.clock',
    sentence: (facts) => `${who(facts)} changed your hours`,
  },
  clock_out_forgotten: {
    label: 'Forgotten clock-outs',
    sentence: ({ name }) => `${name ?? 'Somebody'} may have forgotten to clock out`,
  },
  sop_to_read: {
    label: 'SOPs to read',
    sentence: (facts) => `Please read ${what(facts)}`,
  },
  sop_review: {
    label: 'SOPs to review',
    sentence: (facts) => `Please look whether ${what(facts)} is still true`,
  },
} as const satisfies Record<string, TopicWords>

export type Topic = keyof typeof topics
export const topicNames = Object.keys(topics) as [Topic, ...Topic[]]

/** The words of a topic. */
export const wordsOf = (topic: Topic): TopicWords => topics[topic]
