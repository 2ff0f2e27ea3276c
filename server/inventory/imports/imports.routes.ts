import { extname } from 'node:path'
import { ORPCError } from '@orpc/server'
import { decimalMarks } from 'contract/decimals.ts'
import { sharedErrors } from 'contract/errors.ts'
import { ColumnMapping, ImportChoices } from 'contract/inventory/import-choices.ts'
import { problem, sentenceOf, sentenceOfRow } from 'contract/inventory/import-problems.ts'
import { type ImportPreview, importExtensions, importLimits, type RowType } from 'contract/inventory/imports.ts'
import { instead } from 'contract/inventory/problem-kinds/problem-kind.ts'
import type pg from 'pg'
import { isLongChangeSet, lockChangeSet, undoChangeSet } from '../../activity/public.ts'
import { type Incoming, receiveUpload, statedSize } from '../../files/public.ts'
import type { Identity } from '../../platform/database/caller.ts'
import { allowSeconds, wholeCompanySeconds } from '../../platform/database/changes.ts'
import type { Db } from '../../platform/database/handle.ts'
import { FairQueue, sharesOfWork } from '../../platform/fairness/fair-queue.ts'
import { api, type RequestContext } from '../../platform/http/api.ts'
import { answerOnce } from '../../platform/http/idempotency.ts'
import { longRows } from '../../platform/http/long-jobs.ts'
import { companySeals } from '../../platform/secrets/company-key.ts'
import { csvOf, sendCsv, sendSpooled } from '../../platform/spreadsheet/send-csv.ts'
import { commitImport } from './committed/commit.ts'
import { listRowNumbers } from './compared/chosen-rows.ts'
import { correctRow } from './correct-row.ts'
import { eachFaultyRow, type FaultyRow, listImportRows } from './import-rows.queries.ts'
import { countAdded, getImport, listAdded, listImports, rowsOfFile, type StoredImport } from './imports.queries.ts'
import { prepareReader } from './mapped/file-reader.ts'
import { importFields } from './mapped/import-fields.ts'
import { previewImport } from './preview.ts'
import { linesOfRows } from './row-lines.queries.ts'
import { summaryOf, toListed, toPreview } from './shown-preview.ts'
import { opening, toRow } from './shown-row.ts'

const { imports } = api

export const importsRoutes = imports.router({
  create: imports.create.handler(async ({ input: { companyId, type, fileName, mapping, ...said }, context }) => {
    const { upload: sent } = context
    if (!sent || (fileName && !importExtensions.includes(extname(fileName).toLowerCase()))) {
      const noCsv = problem('no_csv', {})
      const data = { reason: 'file', problem: noCsv }
      throw new ORPCError('UNPROCESSABLE', { status: 422, message: sentenceOf(noCsv), data })
    }
    const read = { mapping: parseMapping(mapping), choices: choicesOf(said) }
    const wanted = { companyId, type, fileName: fileName ?? null, ...read, keyring: context.keyring }
    return withUpload(context, async ({ path, sample: { size }, sha256 }) => {
      const upload = { ...wanted, file: { path, size } }
      const preview = async (db: Db, identity: Identity, client: pg.PoolClient) => ({
        status: 201,
        body: await previewImport(db, identity, client, upload),
      })
      const answer = await context.bulk((db, identity, client) =>
        answerOnce(db, identity, context, () => preview(db, identity, client), sha256),
      )
      return answer.body as ImportPreview
    })
  }),

  list: imports.list.handler(({ input: { companyId }, context }) =>
    context.read(async (db) => ({
      items: (await listImports(db, { companyId, keyring: context.keyring })).map(toListed),
    })),
  ),

  get: imports.get.handler(async ({ input: { companyId, id }, context, errors }) => {
    const [stored, added] = await context.read((db) =>
      Promise.all([named(db, context, { companyId, id }), countAdded(db, { companyId, importId: id })]),
    )
    if (!stored) throw errors.NOT_FOUND()
    return toPreview(stored, added)
  }),

  rows: imports.rows.handler(({ input: { companyId, id, ...query }, context, errors }) =>
    context.read(async (db) => {
      const stored = await named(db, context, { companyId, id })
      if (!stored) throw errors.NOT_FOUND()
      const rows = await listImportRows(db, { companyId, importId: id }, query)
      const open = opening(stored, await companySeals(db, context.keyring, companyId))
      const linesOf = await linesOfRows(db, { companyId, importId: id }, stored, rows)
      return {
        items: rows.map((row) => toRow(open(row), stored, linesOf.get(row.rowNumber))),
        total: query.rowNumber ? rows.length : countOf(stored, query.action),
        isCapped: false,
      }
    }),
  ),

  rowNumbers: imports.rowNumbers.handler(({ input: { companyId, id, action }, context, errors }) =>
    context.read(async (db) => {
      if (!(await named(db, context, { companyId, id }))) throw errors.NOT_FOUND()
      return { items: await listRowNumbers(db, { companyId, importId: id }, action) }
    }),
  ),

  added: imports.added.handler(({ input: { companyId, id, ...query }, context, errors }) =>
    context.read(async (db) => {
      if (!(await named(db, context, { companyId, id }))) throw errors.NOT_FOUND()
      return { ...(await listAdded(db, { companyId, importId: id }, query)), isCapped: false }
    }),
  ),

  fixRow: imports.fixRow.handler(({ input: { companyId, id, rowNumber, cells }, context, errors }) =>
    context.write(async (db) => {
      const stored = await named(db, context, { companyId, id }, true)
      if (!stored) throw errors.NOT_FOUND()
      if (stored.status !== 'previewed') throw errors.CONFLICT({ data: { reason: 'committed' } })
      const query = { rowNumber, page: 1, pageSize: 1 }
      const [row] = await listImportRows(db, { companyId, importId: id }, query)
      if (!row || stored.sections[row.section]?.isDerived) throw errors.NOT_FOUND()
      const seals = await companySeals(db, context.keyring, companyId)
      const { keyring } = context
      const summary = await correctRow(db, companyId, stored, opening(stored, seals)(row), { cells, seals, keyring })
      const [corrected] = await listImportRows(db, { companyId, importId: id }, query)
      if (!corrected) throw errors.NOT_FOUND()
      return { row: toRow(opening(stored, seals)(corrected), stored), summary }
    }),
  ),

  commit: imports.commit.handler(({ input: { companyId, id, ...choice }, context, errors }) =>
    context.write(async (db) => {
      await allowSeconds(db, wholeCompanySeconds)
      const stored = await named(db, context, { companyId, id }, true)
      if (!stored) throw errors.NOT_FOUND()
      if (stored.status === 'undone')
        throw errors.CONFLICT({ message: 'This import was undone', data: { reason: 'undone' } })
      if (!stored.result && rowsOfFile(stored) > longRows) context.takesLong()
      return commitImport(db, companyId, stored, { ...choice, address: context.request.ip })
    }),
  ),

  undo: imports.undo.handler(({ input: { companyId, id }, context, errors }) =>
    context.write(async (db) => {
      await allowSeconds(db, wholeCompanySeconds)
      const stored = await named(db, context, { companyId, id }, true)
      if (!stored) throw errors.NOT_FOUND()
      if (stored.status !== 'committed' && stored.status !== 'undone')
        throw errors.CONFLICT({ message: 'This import was not committed', data: { reason: 'not_committed' } })
      const set = stored.changeSetId ? await lockChangeSet(db, companyId, stored.changeSetId) : undefined
      if (!stored.changeSetId || !set?.canUndo) throw errors.CONFLICT({ data: { reason: 'undone' } })
      if (await isLongChangeSet(db, companyId, stored.changeSetId)) context.takesLong()
      return undoChangeSet(db, companyId, stored.changeSetId)
    }),
  ),

  errorsCsv: imports.errorsCsv.handler(async ({ input: { companyId, id }, context, errors }) => {
    const file = await context.bulk(async (db) => {
      const stored = await named(db, context, { companyId, id })
      if (!stored) throw errors.NOT_FOUND()
      const open = opening(stored, await companySeals(db, context.keyring, companyId))
      return context.spool(csvOf(faultyRows(stored, eachFaultyRow(db, { companyId, importId: id }), open)))
    })
    sendSpooled(context.reply, file, 'import-errors.csv')
  }),

  template: imports.template.handler(async ({ input: { type }, context }) => {
    await context.read(async () => null)
    sendCsv(context.reply, templateFileName(type), [templateHeader(type)])
  }),
})

const named = (
  db: Db,
  { keyring }: RequestContext,
  { companyId, id }: { companyId: string; id: string },
  lock = false,
) => getImport(db, { companyId, keyring }, id, lock)

/** The cells as uploaded, with a reason column; each section starts with its own header. */
async function* faultyRows(stored: StoredImport, rows: AsyncIterable<FaultyRow>, open: (row: FaultyRow) => FaultyRow) {
  let section: number | undefined
  for await (const sealed of rows) {
    const row = open(sealed)
    const header = stored.sections[row.section]?.header ?? []
    if (row.section !== section) yield [...header, 'Reason']
    section = row.section
    yield [
      ...row.cells,
      ...Array(Math.max(0, header.length - row.cells.length)).fill(''),
      row.problems ? sentenceOfRow(row.problems) : '',
    ]
  }
}

const countOf = (stored: StoredImport, action: keyof ImportPreview['summary'] | undefined) =>
  action ? summaryOf(stored)[action] : rowsOfFile(stored)

/** The mapping comes as JSON in the query, since the body is the file. */
const parseMapping = (text: string | undefined): ColumnMapping | undefined =>
  text === undefined
    ? undefined
    : parseJson('mapping', text, ColumnMapping, 'Must be JSON like {"Part Name": ["name", "partNumber"]}')

const headerChoices = ['inDollars', 'asShown', 'withoutUnits'] as const
type JsonChoice = 'decimals' | (typeof headerChoices)[number]
type QueryChoices = { [Key in Exclude<keyof ImportChoices, JsonChoice>]?: ImportChoices[Key] | undefined } & {
  [Key in JsonChoice]?: string | undefined
}

/** The choices in the query; `decimals` is one word for all columns, or JSON by column; `headerChoices` are lists of headers. */
function choicesOf({ decimals, inDollars, asShown, withoutUnits, ...words }: QueryChoices): Partial<ImportChoices> {
  const lists = { inDollars, asShown, withoutUnits }
  const headers = headerChoices.flatMap((field) => {
    const text = lists[field]
    const shape = ImportChoices.shape[field].unwrap()
    return text === undefined ? [] : [[field, parseJson(field, text, shape, 'Must be JSON like ["Cost"]')]]
  })
  const given = withoutGaps(words)
  const parsed = Object.entries(ImportChoices.partial().parse(given))
  const choices: Partial<ImportChoices> = {
    // Without the defaults: what nobody chose is decided by the file.
    ...Object.fromEntries(parsed.filter(([key]) => key in given)),
    ...Object.fromEntries(headers),
  }
  if (decimals === undefined) return choices
  const fileDecimals = decimalMarks.find((mark) => mark === decimals)
  if (fileDecimals) return { ...choices, fileDecimals }
  const message = 'Must be point, comma, or JSON like {"Cost": "comma"}'
  return { ...choices, decimals: parseJson('decimals', decimals, ImportChoices.shape.decimals, message) }
}

const withoutGaps = (words: object) =>
  Object.fromEntries(Object.entries(words).filter(([, word]) => word !== undefined))

function parseJson<T>(field: string, text: string, shape: { parse: (value: unknown) => T }, message: string): T {
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    throw new ORPCError('BAD_REQUEST', { ...sharedErrors.BAD_REQUEST, data: { issues: [{ field, message }] } })
  }
}

/** The header row of a type's template: the column list of product.md 9. */
export const templateHeader = (type: RowType): string[] =>
  importFields[type].filter((field) => !field.isIgnored && !field.isExtra).map((field) => field.label)

export const templateFileName = (type: RowType): string => `${type}-template.csv`

const sizeLimit = {
  bytes: importLimits.bytes,
  refusal: () =>
    new ORPCError('TOO_LARGE', {
      ...sharedErrors.TOO_LARGE,
      message: `The file is larger than ${importLimits.bytes / 2 ** 20} MB: ${instead}`,
    }),
}

// The most imports that are received and read at a time. Other uploads wait unread, for less time than endSlowBodies allows.
const turns = new FairQueue(sharesOfWork({ places: 6, perCompany: 2, perPerson: 2, waiting: 50, waitMs: 20_000 }))

/**
 * Receives a file for an import: waits for its turn before reading a byte, stores the file on disk, and removes it after the work.
 * @throws {NoPlace}; 400 when the upload is cut off, 413 too large, 503, 507 disk full
 */
async function withUpload<T>(context: RequestContext, work: (file: Incoming) => Promise<T>): Promise<T> {
  statedSize(context.request, sizeLimit)
  const leave = await turns.enter(context.asker())
  try {
    const [file] = await Promise.all([receiveUpload(context, sizeLimit), prepareReader()])
    try {
      return await work(file)
    } finally {
      await file.discard()
    }
  } finally {
    leave()
  }
}
