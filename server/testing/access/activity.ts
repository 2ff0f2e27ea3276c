import { randomUUID } from 'node:crypto'
import type { FeatureAccess } from './access.ts'

/** Deleted records are listed for those who may restore them; a manager sees no parts. Only who began long work finds it. */
export const activityAccess: FeatureAccess = {
  // biome-ignore format: aligned so that it reads as a table
  procedures: {
    'deleted.list':    [401, 403, 403, 200, 200, 200],
    'deleted.people':  [401, 403, 403, 200, 200, 200],
    'deleted.get':     [401, 403, 403, 404, 200, 200],
    'deleted.restore': [401, 403, 403, 404, 200, 200],
    'jobs.list':       [401, 403, 200, 200, 200, 200],
    'jobs.get':        [401, 403, 404, 404, 200, 404],
    'jobs.cancel':     [401, 403, 404, 404, 200, 404],
    'jobs.file':       [401, 403, 404, 404, 404, 404],
  },
  records: async (given, company, operator) => {
    const part = await given.part(company)
    await given.sql('delete from parts where id = $1', [part.id])
    const request = { method: 'POST', url: '', ip: '', params: {}, key: randomUUID() }
    const payload = { companyId: company.id, personId: operator?.id, procedure: 'imports.commit', request }
    const [job] = await given.sql<{ id: string }>(
      `insert into jobs.job_common (name, data) values ('long-work', $1) returning id`,
      [JSON.stringify(payload)],
    )
    return { deletedPart: part.id, job: job?.id ?? '' }
  },
  idOf: { deleted: 'deletedPart', jobs: 'job' },
  bodies: ({ deletedPart }) => ({ 'deleted.restore': { selection: { ids: [deletedPart] } } }),
  tables: {},
}
