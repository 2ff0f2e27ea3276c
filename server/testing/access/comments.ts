import type { FeatureAccess } from './access.ts'
import { newestMember } from './tasks.ts'

/** Row 46 of security.md 2.2. The part is read by everybody, and its comment is by somebody else; comments.test.ts covers tasks and one's own. */
export const commentsAccess: FeatureAccess = {
  // biome-ignore format: aligned so that it reads as a table
  procedures: {
    'comments.list':    [401, 403, 200, 200, 200, 200],
    'comments.people':  [401, 403, 200, 200, 200, 200],
    'comments.create':  [401, 403, 201, 201, 201, 201],
    'comments.update':  [401, 403, 404, 404, 404, 404],
    'comments.remove':  [401, 403, 404, 404, 404, 404],
    'comments.restore': [401, 403, 404, 404, 404, 404],
  },
  records: async (given, company) => {
    const { id } = await newestMember(given, company)
    const part = await given.part(company)
    const [comment] = await given.sql<{ id: string }>(
      `insert into comments (company_id, part_id, body, author_id) values ($1, $2, 'Good', $3) returning id`,
      [company.id, part.id, id],
    )
    return { commentedPart: part.id, comment: comment?.id ?? '' }
  },
  idOf: { comments: 'comment' },
  queries: ({ commentedPart = '' }) => {
    const record = { entityType: 'part', entityId: commentedPart }
    return { 'comments.list': record, 'comments.people': record }
  },
  bodies: ({ commentedPart }) => ({
    'comments.create': { entityType: 'part', entityId: commentedPart, body: 'Sharp' },
    'comments.update': { body: 'Sharp' },
  }),
  tables: {
    comments: {
      own: ['ri--', 'ri--', 'ri--', 'ri--'],
      insert: `(company_id, part_id, body) select company_id, id, 'x' from parts where company_id = $1 limit 1`,
      set: `body = 'x'`,
    },
  },
}
