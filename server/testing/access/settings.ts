import { defaultAppearance } from 'contract/settings/appearance.ts'
import type { FeatureAccess } from './access.ts'

/** The personal settings of everybody with a role, and the jobs of the system (security.md 2.2, rows 2, 42 and 43). */
export const settingsAccess: FeatureAccess = {
  // biome-ignore format: aligned so that it reads as a table
  procedures: {
    'preferences.get':     [401, 403, 200, 200, 200, 200],
    'preferences.put':     [401, 403, 200, 200, 200, 200],
    'preferences.putAppearance': [401, 403, 200, 200, 200, 200],
    'feedback.create':     [401, 403, 204, 204, 204, 204],
    'feedback.list':       [401, 403, 403, 403, 403, 200],
    'feedback.get':        [401, 403, 403, 403, 403, 200],
    'feedback.update':     [401, 403, 403, 403, 403, 200],
    'dataExports.download': [401, 403, 200, 200, 200, 200],
    'system.health':       [401, 403, 403, 403, 403, 200],
    'system.database':     [401, 403, 403, 403, 403, 200],
    'system.reset':        [401, 403, 403, 403, 403, 409],
    'deadLetters.list':    [401, 403, 403, 403, 403, 200],
    'deadLetters.replay':  [401, 403, 403, 403, 403, 202],
    'deadLetters.discard': [401, 403, 403, 403, 403, 204],
    'securityEvents.list': [401, 403, 403, 403, 403, 200],
    'securityEvents.listFile': [401, 403, 403, 403, 403, 200],
  },
  records: async (given, company) => {
    const [made] = await given.sql<{ id: string }>(
      `insert into jobs.job_common (name, data, source_name, source_retry_count, output)
       values ('dead-letters', jsonb_build_object('companyId', $1::text), 'webhook', 0, '{"message": "x"}') returning id`,
      [company.id],
    )
    const [feedback] = await given.sql<{ id: string }>(
      `insert into feedback (company_id, submitted_by, title, description, type) values ($1, (select user_id from profiles limit 1), 't', 'd', 'bug') returning id`,
      [company.id],
    )
    return { deadLetter: made?.id ?? '', feedback: feedback?.id ?? '' }
  },
  idOf: { deadLetters: 'deadLetter', feedback: 'feedback' },
  words: () => ({ key: 'list.parts', data: 'tasks' }),
  bodies: () => ({
    'preferences.put': { value: { density: 'compact' } },
    'preferences.putAppearance': defaultAppearance,
    'feedback.create': { type: 'bug', title: 'x', description: 'y' },
    'feedback.update': { status: 'done' },
    'system.reset': { confirmation: 'RESET' },
  }),
  tables: {
    feedback: {
      own: ['-i--', '-i--', '-i--', 'riu-'],
      insert: `(company_id, submitted_by, title, description, type) values ($1, (select app.user_id()), 't', 'd', 'bug')`,
      set: `status = 'done'`,
    },
  },
}
