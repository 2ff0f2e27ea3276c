import type { FeatureAccess } from './access.ts'

/** Deleted records are listed for those who may restore them; a manager sees no parts. */
export const activityAccess: FeatureAccess = {
  // biome-ignore format: aligned so that it reads as a table
  procedures: {
    'deleted.list':    [401, 403, 403, 200, 200, 200],
    'deleted.people':  [401, 403, 403, 200, 200, 200],
    'deleted.get':     [401, 403, 403, 404, 200, 200],
    'deleted.restore': [401, 403, 403, 404, 200, 200],
  },
  records: async (given, company) => {
    const part = await given.part(company)
    await given.sql('delete from parts where id = $1', [part.id])
    return { deletedPart: part.id }
  },
  idOf: { deleted: 'deletedPart' },
  bodies: ({ deletedPart }) => ({ 'deleted.restore': { selection: { ids: [deletedPart] } } }),
  tables: {},
}
