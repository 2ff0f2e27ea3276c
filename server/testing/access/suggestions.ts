import { randomUUID } from 'node:crypto'
import type { FeatureAccess } from './access.ts'

/** Row 51 of security.md 2.2. */
export const suggestionsAccess: FeatureAccess = {
  // biome-ignore format: aligned so that it reads as a table
  procedures: {
    'suggestions.list':    [401, 403, 403, 403, 200, 200],
    'suggestions.get':     [401, 403, 403, 403, 200, 200],
    'suggestions.create':  [401, 403, 403, 403, 201, 201],
    'suggestions.accept':  [401, 403, 403, 403, 200, 200],
    'suggestions.decline': [401, 403, 403, 403, 200, 200],
  },
  records: async (given, company) => {
    await given.sql('update companies set takes_suggestions = true where id = $1', [company.id])
    const [suggestion] = await given.sql<{ id: string }>(
      `insert into suggestions (company_id, procedure, input, created_by) values ($1, 'parts.create', $2,
         (select user_id from user_roles where company_id = $1 limit 1)) returning id`,
      [company.id, JSON.stringify({ name: 'Nut', partNumber: randomUUID() })],
    )
    return { suggestion: suggestion?.id as string }
  },
  idOf: { suggestions: 'suggestion' },
  bodies: () => ({
    'suggestions.create': { procedure: 'parts.create', input: { name: 'Nut', partNumber: randomUUID() } },
  }),
  tables: {
    suggestions: {
      own: ['----', '----', 'riud', 'riud'],
      insert: `(company_id, procedure, input, created_by) values ($1, 'parts.create', '{}', app.user_id())`,
      set: `reason = 'Because'`,
    },
  },
}
