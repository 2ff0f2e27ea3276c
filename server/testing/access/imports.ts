import { randomUUID } from 'node:crypto'
import type { FeatureAccess } from './access.ts'

const section = {
  ...{ kind: 'table', type: 'parts', title: null, headerRow: 1, header: ['Name', 'Part Number'] },
  ...{ missing: [], problems: [], columns: [], fields: ['name', 'partNumber'] },
}

/** Rows 17 and 18 of security.md 2.2. */
export const importsAccess: FeatureAccess = {
  // biome-ignore format: aligned so that it reads as a table
  procedures: {
    'imports.create':     [401, 403, 403, 403, 201, 201],
    'imports.list':       [401, 403, 403, 403, 200, 200],
    'imports.get':        [401, 403, 403, 403, 200, 200],
    'imports.rows':       [401, 403, 403, 403, 200, 200],
    'imports.rowNumbers': [401, 403, 403, 403, 200, 200],
    'imports.added':      [401, 403, 403, 403, 200, 200],
    'imports.fixRow':     [401, 403, 403, 403, 200, 200],
    'imports.commit':     [401, 403, 403, 403, 200, 200],
    'imports.undo':       [401, 403, 403, 403, 409, 409],
    'imports.errorsCsv':  [401, 403, 403, 403, 200, 200],
    'imports.template':   [401, 403, 403, 403, 200, 200],
    'exports.download':   [401, 403, 403, 403, 200, 200],
  },
  /** An import in the state of its preview. */
  records: async (given, company, operator) => {
    const place = { companyId: company.id, owner: 'import', field: 'sections' }
    const [made] = await given.sql<{ id: string }>(
      `insert into imports (company_id, created_by, type, status, sealed_sections, count_create) values
       ($1, $2, 'parts', 'previewed', $3, 1) returning id`,
      [company.id, operator?.id ?? randomUUID(), given.keyring.seal(JSON.stringify([section]), place)],
    )
    await given.sql(
      `insert into import_rows (company_id, import_id, row_number, section, type, action, values, cells)
       values ($1, $2, 2, 0, 'parts', 'create', $3, $3)`,
      [company.id, made?.id, ['Nut', `N-${randomUUID()}`]],
    )
    await given.sql(`insert into import_mappings values ($1, 'parts', 'h', '{}') on conflict do nothing`, [company.id])
    return { import: made?.id ?? '' }
  },
  idOf: { imports: 'import' },
  words: () => ({ rowNumber: '2', type: 'parts', file: 'parts.csv' }),
  queries: () => ({ 'imports.rowNumbers': { action: 'create' }, 'imports.added': { type: 'parts' } }),
  bodies: () => ({ 'imports.fixRow': { cells: ['Nut', randomUUID()] } }),
  tables: {
    imports: {
      own: ['----', '----', 'riud', 'riud'],
      insert: `(company_id, created_by, type, status) values ($1, app.user_id(), 'parts', 'previewed')`,
      set: `file_name = 'x'`,
    },
    import_rows: {
      own: ['----', '----', 'riud', 'riud'],
      insert: `(company_id, import_id, row_number, section, type, action, cells)
               values ($1, gen_random_uuid(), 2, 0, 'parts', 'create', '{}')`,
      set: `problems = '[]'`,
    },
    import_mappings: {
      own: ['----', '----', 'riud', 'riud'],
      insert: `(company_id, type, header_hash, mapping) values ($1, 'parts', 'new', '{}')`,
      set: `mapping = '{"a": []}'`,
    },
  },
}
