import { z } from 'zod'
import { pageOf } from '../list.ts'
import { route } from '../route.ts'
import { UndoResult, undoErrors } from './activity.ts'

export const importTypes = ['parts', 'assemblies', 'products', 'vendors', 'auto'] as const
export type ImportType = (typeof importTypes)[number]
export const itemTypes = ['parts', 'assemblies', 'products', 'vendors'] as const
export type ItemType = (typeof itemTypes)[number]

/** What an uploaded file may hold; a backup from our own store may hold more. */
export const importLimits = { bytes: 32 * 2 ** 20, rows: 300_000 }

export const importStatuses = ['needs_mapping', 'previewed', 'committed', 'undone'] as const
export const rowActions = ['create', 'update', 'unchanged', 'error'] as const

/** `{header of the file: the fields it feeds}`; an empty list ignores the column. */
export const ColumnMapping = z.record(z.string().max(300), z.array(z.string().max(100)).max(5))
export type ColumnMapping = z.infer<typeof ColumnMapping>

export const ImportSummary = z.object({ create: z.int(), update: z.int(), unchanged: z.int(), error: z.int() })

/** A column of the file: what it is called, what it feeds now, and a few of its values for the mapping screen. */
export const ImportColumn = z.object({ header: z.string(), fields: z.array(z.string()), samples: z.array(z.string()) })

/** A field that a column may feed, per type. */
export const ImportField = z.object({ field: z.string(), label: z.string(), isRequired: z.boolean() })

export const ImportPreview = z.object({
  id: z.uuid(),
  fileName: z.string().nullable(),
  type: z.string(),
  status: z.enum(importStatuses),
  summary: ImportSummary,
  warnings: z.array(z.string()),
  columns: z.array(ImportColumn),
  fields: z.array(ImportField),
  missing: z.array(z.string()),
  createdAt: z.string(),
  changeSetId: z.uuid().nullable(),
})
export type ImportPreview = z.infer<typeof ImportPreview>

/** One row of the file: `rowNumber` as a spreadsheet shows it (the header is row 1). */
export const ImportRow = z.object({
  rowNumber: z.int(),
  type: z.enum(itemTypes),
  action: z.enum(rowActions),
  label: z.string().nullable(),
  cells: z.array(z.string()),
  error: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), oldValue: z.string().nullable(), newValue: z.string().nullable() })),
})
export type ImportRow = z.infer<typeof ImportRow>

/** The result of a commit: `success` rows of `total` are stored; `errors` are sentences ('Row 7: …'), at most 1,000. */
export const ImportResult = z.object({
  success: z.int(),
  total: z.int(),
  errors: z.array(z.string()),
  summary: ImportSummary,
  changeSetId: z.uuid().nullable(),
})
export type ImportResult = z.infer<typeof ImportResult>

const one = { companyId: z.uuid(), id: z.uuid() }
const gone = { NOT_FOUND: { status: 404, message: 'That import no longer exists' } }
const meta = { needs: 'inventory.import', refusal: 'import inventory' } as const

export const importsContract = {
  create: route
    .meta({ ...meta, body: 'csv', limit: 'import' })
    .route({
      method: 'POST',
      path: '/companies/{companyId}/imports',
      summary: 'Upload a CSV file and preview it',
      successStatus: 201,
    })
    .input(
      z.strictObject({
        companyId: z.uuid(),
        type: z.enum(importTypes).default('auto'),
        fileName: z.string().max(300).optional(),
        mapping: z.string().max(100_000).optional().describe('JSON: {header: [field, …]}'),
      }),
    )
    .output(ImportPreview)
    .errors({ UNPROCESSABLE: { status: 422, message: 'The file cannot be read', data: z.unknown() } }),
  list: route
    .meta(meta)
    .route({ method: 'GET', path: '/companies/{companyId}/imports', summary: 'Recent imports' })
    .input(z.strictObject({ companyId: z.uuid() }))
    .output(z.object({ items: z.array(ImportPreview) })),
  get: route
    .meta(meta)
    .route({ method: 'GET', path: '/companies/{companyId}/imports/{id}', summary: 'One import' })
    .input(z.strictObject(one))
    .output(ImportPreview)
    .errors(gone),
  rows: route
    .meta(meta)
    .route({ method: 'GET', path: '/companies/{companyId}/imports/{id}/rows', summary: 'The rows of an import' })
    .input(
      z.strictObject({
        ...one,
        action: z.enum(rowActions).optional(),
        page: z.coerce.number().int().min(1).default(1),
        pageSize: z.coerce.number().int().min(1).max(500).default(50),
      }),
    )
    .output(pageOf(ImportRow))
    .errors(gone),
  /** A corrected row takes the place of the faulty one: the same rules, the same preview. */
  fixRow: route
    .meta(meta)
    .route({ method: 'PATCH', path: '/companies/{companyId}/imports/{id}/rows/{rowNumber}', summary: 'Correct a row' })
    .input(
      z.strictObject({
        ...one,
        rowNumber: z.coerce.number().int().min(1),
        cells: z
          .array(
            z
              .string()
              .max(450_000)
              .overwrite((cell) => cell.replaceAll('\0', '\ufffd')),
          )
          .max(1_000),
      }),
    )
    .output(z.object({ row: ImportRow, summary: ImportSummary }))
    .errors({ ...gone, CONFLICT: { status: 409, message: 'This import was committed already', data: z.unknown() } }),
  commit: route
    .meta({ ...meta, limit: 'import', changes: 'import' })
    .route({ method: 'POST', path: '/companies/{companyId}/imports/{id}/commit', summary: 'Store what was previewed' })
    .input(z.strictObject({ ...one, goodRowsOnly: z.boolean().default(false) }))
    .output(ImportResult)
    .errors({
      ...gone,
      CONFLICT: { status: 409, message: 'This import was committed already', data: z.unknown() },
      UNPROCESSABLE: {
        status: 422,
        message: 'Some rows have errors: fix the file, or import the good rows only',
        data: z.unknown(),
      },
    }),
  undo: route
    .meta({ ...meta, changes: 'undo' })
    .route({ method: 'POST', path: '/companies/{companyId}/imports/{id}/undo', summary: 'Take an import back' })
    .input(z.strictObject(one))
    .output(UndoResult)
    .errors(undoErrors),
  errorsCsv: route
    .meta({ ...meta, answer: 'stream' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/imports/{id}/errors.csv',
      summary: 'The faulty rows with a reason column',
    })
    .input(z.strictObject(one))
    .errors(gone),
  template: route
    .route({
      method: 'GET',
      path: '/companies/{companyId}/imports/templates/{type}',
      summary: 'The template of a type',
    })
    .meta({ ...meta, answer: 'stream' })
    .input(z.strictObject({ companyId: z.uuid(), type: z.enum(itemTypes) })),
}
