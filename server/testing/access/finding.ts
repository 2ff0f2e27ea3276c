import type { FeatureAccess } from './access.ts'

/** Saved views, and the search over everything (security.md 2.2, rows 47 and 48). */
export const findingAccess: FeatureAccess = {
  // biome-ignore format: aligned so that it reads as a table
  procedures: {
    'search.find':           [401, 403, 200, 200, 200, 200],
    'savedViews.list':       [401, 403, 200, 200, 200, 200],
    'savedViews.create':     [401, 403, 201, 201, 201, 201],
    'savedViews.update':     [401, 403, 403, 403, 200, 200],
    'savedViews.remove':     [401, 403, 403, 403, 204, 204],
    'savedViews.restore':    [401, 403, 200, 200, 200, 200],
    'savedViews.setDefault': [401, 403, 204, 204, 204, 204],
  },
  records: async (given, company) => {
    const [view] = await given.sql<{ id: string }>(
      // The same view again while it exists: a person has a limited number of views.
      `with found as (select id from saved_views where company_id = $1 and is_shared and deleted_at is null limit 1),
         made as (insert into saved_views (company_id, created_by, list, name, state, is_shared)
           select $1, (select user_id from profiles order by created_at limit 1), 'parts', gen_random_uuid()::text, '{}', true
           where not exists (select from found) returning id)
       select id from found union all select id from made`,
      [company.id],
    )
    await given.sql(
      `insert into default_views (company_id, user_id, list, view_id)
       values ($1, (select user_id from profiles order by created_at limit 1), 'vendors', $2) on conflict do nothing`,
      [company.id, view?.id],
    )
    return { savedView: view?.id ?? '' }
  },
  idOf: { savedViews: 'savedView' },
  words: () => ({ list: 'parts' }),
  queries: () => ({ 'search.find': { q: 'bolt' }, 'savedViews.list': { list: 'parts' } }),
  bodies: ({ savedView = '' }) => ({
    'savedViews.create': { list: 'parts', name: crypto.randomUUID(), state: {} },
    'savedViews.update': { state: { sort: 'name' } },
    'savedViews.setDefault': { viewId: savedView },
  }),
  tables: {
    // A shared view of somebody else.
    saved_views: {
      own: ['ri--', 'ri--', 'riu-', 'riu-'],
      insert: `(company_id, created_by, list, name, state) values ($1, (select app.user_id()), 'parts', gen_random_uuid()::text, '{}')`,
      set: `state = '{}'`,
    },
    // Somebody else's default view: nobody sees it, whatever their role.
    default_views: {
      own: ['-i--', '-i--', '-i--', '-i--'],
      insert: `(company_id, user_id, list, view_id) select $1, (select app.user_id()), 'parts', id from saved_views where company_id = $1 limit 1`,
      set: 'view_id = view_id',
    },
  },
}
