import { extname } from 'node:path'
import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import { ColumnMapping, type ImportPreview, importLimits } from 'contract/inventory/imports.ts'
import type pg from 'pg'
import { filesOf, receiveFile, statedSize } from '../../files/public.ts'
import { api } from '../../platform/api.ts'
import { allowSeconds, wholeInventorySeconds } from '../../platform/changes.ts'
import type { Db, Identity } from '../../platform/database.ts'
import { answerOnce } from '../../platform/idempotency.ts'
import { lockChangeSet, undoChangeSet } from '../activity.queries.ts'
import { instead } from '../csv/read-import.ts'
import { sendCsv } from '../csv/send-csv.ts'
import { templateFileName, templateHeader } from '../csv/templates.ts'
import { commitImport, correctRow, toRow } from './commit.ts'
import { prepareReader } from './file-reader.ts'
import {
  getImport,
  listImportRows,
  listImports,
  type StoredImport,
  type StoredRow,
  updateImport,
} from './imports.queries.ts'
import { previewImport, toPreview } from './preview.ts'

const { imports } = api

const sizeLimit = {
  bytes: importLimits.bytes,
  refusal: () =>
    new ORPCError('TOO_LARGE', {
      ...sharedErrors.TOO_LARGE,
      message: `The file is larger than ${importLimits.bytes / 2 ** 20} MB: ${instead}`,
    }),
}

export const importsRoutes = imports.router({
  create: imports.create.handler(async ({ input: { companyId, type, fileName, mapping }, context }) => {
    const { upload: sent, request, config } = context
    if (!sent || (fileName && extname(fileName).toLowerCase() !== '.csv')) {
      throw new ORPCError('UNPROCESSABLE', {
        status: 422,
        message: 'Please select a CSV file',
        data: { reason: 'file' },
      })
    }
    const wanted = { companyId, type, fileName: fileName ?? null, mapping: parseMapping(mapping) }
    statedSize(request, sizeLimit)
    const [incoming] = await Promise.all([
      receiveFile(sent, filesOf(config).blobs, request.log, sizeLimit),
      prepareReader(),
    ])
    try {
      const file = { path: incoming.path, size: incoming.sample.size }
      const upload = { ...wanted, file, contentHash: incoming.sha256 }
      const preview = async (db: Db, identity: Identity, client: pg.PoolClient) => ({
        status: 201,
        body: await previewImport(db, identity, client, upload),
      })
      const answer = await context.inBulk((db, identity, client) =>
        answerOnce(db, identity, request, () => preview(db, identity, client), incoming.sha256),
      )
      return answer.body as ImportPreview
    } finally {
      await incoming.discard()
    }
  }),

  list: imports.list.handler(({ input: { companyId }, context }) =>
    context.inCompany(async (db) => ({ items: (await listImports(db, companyId)).map((stored) => toPreview(stored)) })),
  ),

  get: imports.get.handler(async ({ input: { companyId, id }, context, errors }) => {
    const stored = await context.inCompany((db) => getImport(db, companyId, id))
    if (!stored) throw errors.NOT_FOUND()
    return toPreview(stored)
  }),

  rows: imports.rows.handler(({ input: { companyId, id, ...query }, context, errors }) =>
    context.inCompany(async (db) => {
      const stored = await getImport(db, companyId, id)
      if (!stored) throw errors.NOT_FOUND()
      const rows = await listImportRows(db, companyId, id, query)
      return { items: rows.map((row) => toRow(row, stored)), total: countOf(stored, query.action), isCapped: false }
    }),
  ),

  fixRow: imports.fixRow.handler(({ input: { companyId, id, rowNumber, cells }, context, errors }) =>
    context.inCompany(async (db) => {
      const stored = await getImport(db, companyId, id, true)
      if (!stored) throw errors.NOT_FOUND()
      if (stored.status !== 'previewed') throw errors.CONFLICT({ data: { reason: 'committed' } })
      const query = { rowNumber, page: 1, pageSize: 1 }
      const [row] = await listImportRows(db, companyId, id, query)
      if (!row) throw errors.NOT_FOUND()
      const summary = await correctRow(db, companyId, stored, row, cells)
      const [corrected] = await listImportRows(db, companyId, id, query)
      if (!corrected) throw errors.NOT_FOUND()
      return { row: toRow(corrected, stored), summary }
    }),
  ),

  commit: imports.commit.handler(({ input: { companyId, id, goodRowsOnly }, context, errors }) =>
    context.inCompany(async (db) => {
      await allowSeconds(db, wholeInventorySeconds)
      const stored = await getImport(db, companyId, id, true)
      if (!stored) throw errors.NOT_FOUND()
      if (stored.status === 'undone')
        throw errors.CONFLICT({ message: 'This import was undone', data: { reason: 'undone' } })
      return commitImport(db, companyId, stored, goodRowsOnly)
    }),
  ),

  undo: imports.undo.handler(({ input: { companyId, id }, context, errors }) =>
    context.inCompany(async (db) => {
      await allowSeconds(db, wholeInventorySeconds)
      const stored = await getImport(db, companyId, id, true)
      if (!stored) throw errors.NOT_FOUND()
      const set = stored.changeSetId ? await lockChangeSet(db, companyId, stored.changeSetId) : undefined
      if (!stored.changeSetId || !set?.canUndo) throw errors.CONFLICT({ data: { reason: 'undone' } })
      const result = await undoChangeSet(db, companyId, stored.changeSetId)
      await updateImport(db, companyId, id, { status: 'undone' })
      return result
    }),
  ),

  errorsCsv: imports.errorsCsv.handler(async ({ input: { companyId, id }, context, errors }) => {
    const { stored, rows } = await context.inCompany(async (db) => {
      const stored = await getImport(db, companyId, id)
      if (!stored) throw errors.NOT_FOUND()
      return { stored, rows: await listImportRows(db, companyId, id, { action: 'error', page: 1, pageSize: 100_000 }) }
    })
    sendCsv(context.reply, 'import-errors.csv', faultyRows(stored, rows))
  }),

  template: imports.template.handler(async ({ input: { type }, context }) => {
    await context.inCompany(async () => null)
    sendCsv(context.reply, templateFileName(type), [templateHeader(type)])
  }),
})

/** The cells as they came, with a reason column; a new header where another section begins. */
function* faultyRows(stored: StoredImport, rows: StoredRow[]) {
  let section: number | undefined
  for (const row of rows) {
    const header = stored.sections[row.section]?.header ?? []
    if (row.section !== section) yield [...header, 'Reason']
    section = row.section
    yield [...row.cells, ...Array(Math.max(0, header.length - row.cells.length)).fill(''), row.error ?? '']
  }
}

const countOf = (stored: StoredImport, action: 'create' | 'update' | 'unchanged' | 'error' | undefined) => {
  const counts = {
    create: stored.countCreate,
    update: stored.countUpdate,
    unchanged: stored.countUnchanged,
    error: stored.countError,
  }
  return action ? counts[action] : counts.create + counts.update + counts.unchanged + counts.error
}

/** The mapping comes as JSON in the query, since the body is the file. */
function parseMapping(text: string | undefined): ColumnMapping | undefined {
  if (text === undefined) return
  try {
    return ColumnMapping.parse(JSON.parse(text))
  } catch {
    throw new ORPCError('BAD_REQUEST', {
      ...sharedErrors.BAD_REQUEST,
      data: { issues: [{ field: 'mapping', message: 'Must be JSON like {"Part Name": ["name", "partNumber"]}' }] },
    })
  }
}
