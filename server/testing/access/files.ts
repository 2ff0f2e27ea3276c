import { randomUUID } from 'node:crypto'
import type { FeatureAccess, FencedTable } from './access.ts'
import { newestMember } from './tasks.ts'

/**
 * Row 40 of security.md 2.2: the rights on a record decide about its files. None of these people made the SOP, and the task and
 * the run belong to others. server/files/sop-files.test.ts, task-files.test.ts and server/sops/runs.test.ts cover own records and those that SBR shares.
 */
export const filesAccess: FeatureAccess = {
  // biome-ignore format: aligned so that it reads as a table
  procedures: {
    'files.list (product)':   [401, 403, 200, 200, 200, 200],
    'files.upload (product)': [401, 403, 403, 403, 201, 201],
    'files.remove (product)': [401, 403, 403, 403, 200, 200],
    'files.sign (product)':   [401, 403, 200, 200, 200, 200],
    'files.list (sop)':       [401, 403, 200, 200, 200, 200],
    'files.upload (sop)':     [401, 403, 403, 403, 201, 201],
    'files.remove (sop)':     [401, 403, 403, 403, 200, 200],
    'files.sign (sop)':       [401, 403, 200, 200, 200, 200],
    'files.list (task)':      [401, 403, 404, 404, 200, 200],
    'files.upload (task)':    [401, 403, 404, 404, 201, 201],
    'files.remove (task)':    [401, 403, 404, 404, 200, 200],
    'files.sign (task)':      [401, 403, 404, 404, 200, 200],
    'files.list (sop_run)':   [401, 403, 404, 200, 200, 200],
    'files.upload (sop_run)': [401, 403, 404, 403, 403, 403],
    'files.remove (sop_run)': [401, 403, 404, 403, 403, 403],
    'files.sign (sop_run)':   [401, 403, 404, 200, 200, 200],
    'files.content':          [403, 403, 403, 403, 403, 403],
  },
  records: async (given, company) => {
    const member = await newestMember(given, company)
    const [product, sop, task] = [
      await given.product(company),
      await given.sop(company),
      await given.task(company, member, member),
    ]
    const [run] = await given.sql<{ id: string }>(
      `insert into sop_runs (company_id, sop_id, sop_version, sop_title, user_id, step_count) values ($1, $2, 1, 'x', $3, 3) returning id`,
      [company.id, sop.id, member.id],
    )
    const runId = run?.id ?? ''
    const fileOf = async (parent: Record<string, string>) => (await given.file(company, parent)).id
    return {
      ...{ productWithFile: product.id, fileOfProduct: await fileOf({ product_id: product.id }) },
      ...{ sopWithFile: sop.id, fileOfSop: await fileOf({ sop_id: sop.id }) },
      ...{ taskWithFile: task.id, fileOfTask: await fileOf({ task_id: task.id }) },
      ...{ runWithFile: runId, fileOfRun: await fileOf({ sop_run_id: runId }) },
    }
  },
  idOf: {
    files: 'fileOfProduct',
    ...{ 'files.remove (sop)': 'fileOfSop', 'files.sign (sop)': 'fileOfSop' },
    ...{ 'files.remove (sop_run)': 'fileOfRun', 'files.sign (sop_run)': 'fileOfRun' },
    ...{ 'files.remove (task)': 'fileOfTask', 'files.sign (task)': 'fileOfTask' },
  },
  queries: ({ productWithFile = '', sopWithFile = '', taskWithFile = '', runWithFile = '' }) => ({
    ...ofParent('product', productWithFile),
    ...ofParent('sop', sopWithFile),
    ...ofParent('task', taskWithFile),
    ...ofParent('sop_run', runWithFile),
  }),
  bodies: () => ({}),
  tables: {
    files: fencedFiles('product_id', 'products', ['r---', 'r---', 'ri-d', 'ri-d']),
    'files of SOPs': fencedFiles('sop_id', 'sops', ['r---', 'r---', 'ri-d', 'ri-d']),
    'files of runs': fencedFiles('sop_run_id', 'sop_runs', ['----', 'r---', 'r---', 'r---']),
    'files of tasks': fencedFiles('task_id', 'tasks', ['----', '----', 'ri-d', 'ri-d']),
  },
}

function ofParent(entityType: string, entityId: string): Record<string, Record<string, string>> {
  return {
    [`files.list (${entityType})`]: { entityType, entityId },
    [`files.upload (${entityType})`]: { entityType, entityId, name: 'parts.csv' },
  }
}

function fencedFiles(column: string, parents: string, own: FencedTable['own']): FencedTable {
  return {
    table: 'files',
    rows: `${column} is not null`,
    own,
    insert: `(company_id, ${column}, name, type, size, sha256, path, storage_key)
             select $1, p.id, 'x.txt', 'text/plain', 1, repeat('0', 64), 'x', p.company_id || '/${randomUUID()}'
             from ${parents} p where p.company_id = $1 limit 1`,
    set: `name = 'x'`,
  }
}
