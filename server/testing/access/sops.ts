import { randomUUID } from 'node:crypto'
import type { FeatureAccess } from './access.ts'
import { newestMember } from './tasks.ts'

/** Rows 23-27 of security.md 2.2, for a company's SOP that none of these people made; server/sops/sops.test.ts covers the rest. */
export const sopsAccess: FeatureAccess = {
  // biome-ignore format: aligned so that it reads as a table
  procedures: {
    'sops.list':   [401, 403, 200, 200, 200, 200],
    'sops.listFile': [401, 403, 200, 200, 200, 200],
    'sops.get':    [401, 403, 200, 200, 200, 200],
    'sops.uses':   [401, 403, 200, 200, 200, 200],
    'sops.neighbours': [401, 403, 200, 200, 200, 200],
    'sops.create': [401, 403, 403, 201, 201, 201],
    'sops.update': [401, 403, 403, 403, 200, 200],
    'sops.remove': [401, 403, 403, 403, 200, 200],
    'sopVersions.list':        [401, 403, 200, 200, 200, 200],
    'sopVersions.get':         [401, 403, 200, 200, 200, 200],
    'sopReadings.acknowledge': [401, 403, 200, 200, 200, 200],
    'sopReadings.overview':    [401, 403, 403, 200, 200, 200],
    'sopReadings.download':    [401, 403, 403, 200, 200, 200],
    'sopRuns.start': [401, 403, 200, 200, 200, 200],
    'sopRuns.list':  [401, 403, 200, 200, 200, 200],
    'sopRuns.get':   [401, 403, 404, 200, 200, 200],
    'sopRuns.save':  [401, 403, 404, 404, 404, 404],
    'sopReadings.counts':      [401, 403, 200, 200, 200, 200],
  },
  records: async (given, company) => {
    const { id } = await given.sop(company)
    const { id: reader } = await newestMember(given, company)
    await given.sql('insert into sop_readings (company_id, sop_id, user_id, version) values ($1, $2, $3, 1)', [
      company.id,
      id,
      reader,
    ])
    const [run] = await given.sql<{ id: string }>(
      `insert into sop_runs (company_id, sop_id, sop_version, sop_title, user_id, step_count) values ($1, $2, 1, 'x', $3, 3) returning id`,
      [company.id, id, reader],
    )
    await given.sql('insert into sop_run_steps (company_id, run_id, number, is_done) values ($1, $2, 0, true)', [
      company.id,
      run?.id,
    ])
    return { sop: id as string, sopRun: run?.id ?? '' }
  },
  idOf: { sops: 'sop', sopVersions: 'sop', sopReadings: 'sop', sopRuns: 'sopRun', 'sopRuns.start': 'sop' },
  words: () => ({ number: '1' }),
  bodies: () => ({
    'sops.create': { title: 'Receiving' },
    'sops.update': { title: randomUUID() },
    'sopReadings.acknowledge': { version: 1 },
  }),
  tables: {
    sops: {
      own: ['r---', 'ri--', 'riud', 'riud'],
      insert: `(company_id, title) values ($1, 'New')`,
      set: `title = 'x'`,
    },
    sop_versions: {
      own: ['r---', 'r---', 'r---', 'r---'],
      insert: `(company_id, sop_id, number, title, visibility, asks_again) values ($1, gen_random_uuid(), 1, 'x', 'company', false)`,
      set: `note = 'x'`,
    },
    sop_runs: {
      own: ['-i--', 'ri--', 'ri--', 'ri--'],
      insert: `(company_id, sop_id, sop_version, sop_title, user_id, step_count)
               select $1, id, 1, 'x', app.user_id(), 0 from sops where company_id = $1 and status = 'published' limit 1`,
      set: `note = 'x'`,
    },
    sop_run_steps: {
      own: ['----', 'r---', 'r---', 'r---'],
      insert: `(company_id, run_id, number, is_done) select $1, id, 1, true from sop_runs where company_id = $1 limit 1`,
      set: 'is_done = false',
    },
    sop_readings: {
      own: ['-i--', 'ri--', 'ri--', 'ri--'],
      insert: `(company_id, sop_id, user_id, version)
               select $1, id, app.user_id(), 1 from sops where company_id = $1 and status = 'published' limit 1`,
      set: 'version = 2',
    },
  },
}
