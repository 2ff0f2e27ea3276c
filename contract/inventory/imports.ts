import { z } from 'zod'
import { UndoResult, undoErrors } from '../activity/activity.ts'
import { ImportedRecords } from '../activity/imported.ts'
import { maxPageSize, pageOf } from '../list.ts'
import { route } from '../route.ts'
import { componentTypes } from './bom.ts'
import {
  BomFacts,
  ImportChoices,
  ImportColumn,
  ImportField,
  readingChoices,
  StoreVariants,
  SupplierNames,
} from './import-choices.ts'
import { ImportFile } from './import-files.ts'
import { ImportProblem } from './import-problems.ts'
import { olderWord } from './stock.ts'

/** `bom`: a bill of materials, which makes parts, assemblies and products. */
export const importTypes = ['parts', 'assemblies', 'products', 'vendors', 'stock', 'bom', 'auto'] as const
export type ImportType = (typeof importTypes)[number]
export const itemTypes = ['parts', 'assemblies', 'products', 'vendors'] as const
export type ItemType = (typeof itemTypes)[number]
/** The types of the rows of files: `stock` says how much there is of an item at a place and of a lot; `places` are only in whole inventories. */
export const rowTypes = [...itemTypes, 'places', 'stock'] as const
export type RowType = (typeof rowTypes)[number]

/** The limits of an uploaded file; a backup from our own store may be larger. */
export const importLimits = { bytes: 32 * 2 ** 20, rows: 300_000 }

/**
 * The extensions of files that an import takes. How a file is read depends on its content, not on its extension; files of other programs are
 * taken only to say how to save them.
 */
export const importExtensions = [
  ...['.csv', '.tsv', '.txt', '.psv', '.ssv', '.tab', '.dat', '.asc', '.bom', '.iif', '.prn', '.xlsx', '.xlsm'],
  ...['.xls', '.xlsb', '.xltx', '.ods', '.fods', '.numbers', '.html', '.htm', '.mht', '.xml', '.pdf', '.zip'],
]

export const importStatuses = ['needs_mapping', 'previewed', 'committed', 'undone'] as const
export const rowActions = ['create', 'update', 'unchanged', 'error'] as const

/** How many rows of a file do what. */
export const ImportSummary = z.object({ create: z.int(), update: z.int(), unchanged: z.int(), error: z.int() })

/** The most rows of a file that can be chosen one by one. */
export const maxChosenRows = 10_000

/** A record of today that is not in the backup. */
export const AddedRecord = z.object({
  type: z.enum(itemTypes),
  id: z.uuid(),
  number: z.string().nullable(),
  name: z.string(),
})

/**
 * What an import would do. `types`: the types in the file, in its order; `type`: the same in words. `problems`: what the user should know
 * before the import, and what only a mapping can solve; `warnings`: the same as sentences. `columns`: all columns of the file, or of its
 * first section; `leftOut`: the columns of all sections that feed nothing. `cells`: by the type of a row, the headers of its cells and the fields
 * they feed. `bom`: only for a bill of materials. `file`: how an upload was read. `suppliers`: null when the file names none, or
 * has a column that links vendors. `effects`: how many existing records get another name or a lower stock level, and how many keep their name
 * because nobody has confirmed the column of names. `variants`: only for a store export. `addedSince`: only for a backup: how many records of today are
 * not in it, in all and by type (types without any are left out); these records stay unless the commit says `deleteAdded`.
 */
export const ImportPreview = z.object({
  id: z.uuid(),
  fileName: z.string().nullable(),
  type: z.string().meta({ examples: ['parts'] }),
  types: z.array(z.enum(rowTypes)),
  status: z.enum(importStatuses),
  summary: ImportSummary,
  warnings: z.array(z.string()),
  problems: z.array(ImportProblem),
  columns: z.array(ImportColumn),
  fields: z.array(ImportField),
  missing: z.array(z.string()),
  leftOut: z.array(z.string()),
  cells: z.partialRecord(
    z.enum(rowTypes),
    z.object({ headers: z.array(z.string()), fields: z.array(z.array(z.string())) }),
  ),
  cellHeaders: z.array(z.string()).meta(olderWord('cells')),
  cellFields: z.array(z.array(z.string())).meta(olderWord('cells')),
  choices: ImportChoices,
  suppliers: SupplierNames.nullable(),
  effects: z.object({ namesChanged: z.int(), namesKept: z.int(), stockLowered: z.int() }),
  variants: StoreVariants.nullable(),
  bom: BomFacts.nullable(),
  file: ImportFile.nullable(),
  createdAt: z.string(),
  changeSetId: z.uuid().nullable(),
  addedSince: z
    .object({ count: z.int(), types: z.array(z.object({ type: z.enum(itemTypes), count: z.int() })) })
    .nullable(),
})
export type ImportPreview = z.infer<typeof ImportPreview>

/** An import in a list, without what was added since each backup. `records`: what it stored; empty before the commit. */
const ListedImport = ImportPreview.omit({ addedSince: true }).extend({ records: z.array(ImportedRecords) })
export type ListedImport = z.infer<typeof ListedImport>

/**
 * A line of a bill of materials in a row. `quantity`: after the import, null when the line goes; `was`: before it, null when the line is new.
 * `isNew`: the import adds the component itself.
 */
export const ImportLine = z.object({
  type: z.enum(componentTypes),
  number: z.string(),
  name: z.string().nullable(),
  unit: z.string(),
  quantity: z.number().nullable(),
  was: z.number().nullable(),
  isNew: z.boolean(),
})
export type ImportLine = z.infer<typeof ImportLine>

/**
 * One row of the file. `rowNumber`: as a spreadsheet shows it (the header is row 1). `isDerived`: a vendor or a component that is created
 * because a row names it; it has the number of that row, and it comes with the rows that name it. `problems`: what is wrong with
 * the row; `error`: the same as a sentence. `unit`: of its quantities. `lines`: of a bill of materials that the row adds or changes; among `changes` they are a text.
 */
export const ImportRow = z.object({
  rowNumber: z.int(),
  type: z.enum(rowTypes),
  isDerived: z.boolean(),
  action: z.enum(rowActions),
  label: z.string().nullable(),
  cells: z.array(z.string()),
  error: z.string().nullable(),
  problems: z.array(ImportProblem),
  unit: z.string(),
  changes: z.array(z.object({ field: z.string(), oldValue: z.string().nullable(), newValue: z.string().nullable() })),
  lines: z.array(ImportLine),
})
export type ImportRow = z.infer<typeof ImportRow>

/**
 * The result of a commit: `success` of `total` rows are stored; when rows were chosen, `total` counts only these. A row is not stored when it
 * has an error, or when a later row repeats it. `types`: of the records that were added or changed; `records`: how many of each kind.
 * `problems`: what is wrong with the other rows, row by row, at most 1,000 rows; `errors`: the same as sentences ('Row 7: …').
 */
export const ImportResult = z.object({
  success: z.int(),
  total: z.int(),
  errors: z.array(z.string()),
  problems: z.array(z.array(ImportProblem)),
  types: z.array(z.enum(rowTypes)),
  records: z.array(ImportedRecords),
  summary: ImportSummary,
  changeSetId: z.uuid().nullable(),
})
export type ImportResult = z.infer<typeof ImportResult>

/**
 * Why the chosen rows cannot be imported alone. `problems`: at most 1,000; `errors`: the same as sentences ('Row 7 needs row 3, which is
 * not selected: part P-1'). `needed`: the rows that must be chosen too, with the rows that these need.
 */
export const RowsNotChosen = z.object({
  reason: z.literal('not_chosen'),
  errors: z.array(z.string()),
  problems: z.array(ImportProblem),
  needed: z.array(z.int()),
})

const one = { companyId: z.uuid(), id: z.uuid() }
const gone = { NOT_FOUND: { status: 404, message: 'That import no longer exists' } }
const meta = { needs: 'inventory.import', refusal: 'import inventory' } as const

const RowNumber = z.coerce.number().int().min(1).max(2_147_483_647)

/** Of a derived row: its number, negative, since the row that names it has the same one. */
const CorrectedRow = z.coerce.number().int().min(-2_147_483_647).max(2_147_483_647)

export const importsContract = {
  /**
   * Nothing is stored before `imports.commit`. `imports.template` has the columns of each type; a column of another name is recognised by its name or its values, and
   * `mapping` decides. `needs_mapping`: a column that is required is missing: `columns` and `fields` say what there is, and what may be named in `mapping`.
   */
  create: route
    .meta({ ...meta, body: 'csv', limit: 'import' })
    .route({
      method: 'POST',
      path: '/companies/{companyId}/imports',
      summary: 'Upload a file (CSV, XLSX) and preview it',
      successStatus: 201,
    })
    .input(
      z.strictObject({
        companyId: z.uuid(),
        type: z.enum(importTypes).default('auto'),
        fileName: z.string().max(300).optional(),
        ...readingChoices,
      }),
    )
    .output(ImportPreview)
    .errors({ UNPROCESSABLE: { status: 422, message: 'The file cannot be read', data: z.unknown() } }),
  list: route
    .meta(meta)
    .route({ method: 'GET', path: '/companies/{companyId}/imports', summary: 'Recent imports' })
    .input(z.strictObject({ companyId: z.uuid() }))
    .output(z.object({ items: z.array(ListedImport) })),
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
        rowNumber: RowNumber.optional(),
        // by their rows in the file, or the faulty ones before the others
        order: z.enum(['file', 'errors']).default('file'),
        page: z.coerce.number().int().min(1).max(1_000_000).default(1),
        pageSize: z.coerce.number().int().min(1).max(500).default(50),
      }),
    )
    .output(pageOf(ImportRow))
    .errors(gone),
  rowNumbers: route
    .meta(meta)
    .route({
      method: 'GET',
      path: '/companies/{companyId}/imports/{id}/row-numbers',
      summary: 'The numbers of the rows of one kind that can be chosen, at most 10,000',
    })
    .input(z.strictObject({ ...one, action: z.enum(rowActions) }))
    .output(z.object({ items: z.array(z.int()) }))
    .errors(gone),
  added: route
    .meta(meta)
    .route({
      method: 'GET',
      path: '/companies/{companyId}/imports/{id}/added',
      summary: 'What was added since the backup',
    })
    .input(
      z.strictObject({
        ...one,
        type: z.enum(itemTypes),
        page: z.coerce.number().int().min(1).max(1_000_000).default(1),
        pageSize: z.coerce.number().int().min(1).max(maxPageSize).default(50),
      }),
    )
    .output(pageOf(AddedRecord))
    .errors(gone),
  /**
   * Replaces a faulty row by a corrected one, which is checked and previewed like any other row. A component that a bill of materials adds has its number,
   * negative; a vendor or a place is corrected in the row that names it.
   */
  fixRow: route
    .meta(meta)
    .route({ method: 'PATCH', path: '/companies/{companyId}/imports/{id}/rows/{rowNumber}', summary: 'Correct a row' })
    .input(
      z.strictObject({
        ...one,
        rowNumber: CorrectedRow,
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
    .meta({ ...meta, limit: 'import', changes: 'import', long: true })
    .route({ method: 'POST', path: '/companies/{companyId}/imports/{id}/commit', summary: 'Store a previewed import' })
    .input(
      z.strictObject({
        ...one,
        goodRowsOnly: z.boolean().default(false),
        // the numbers of the rows to import; all rows without it
        only: z
          .array(z.int().min(1))
          .min(1, 'Select at least one row')
          .max(maxChosenRows, 'Select at most 10,000 rows')
          .optional(),
        // only for a backup: also deletes what was added since, in the same change set
        deleteAdded: z.boolean().default(false),
      }),
    )
    .output(ImportResult)
    .errors({
      ...gone,
      CONFLICT: { status: 409, message: 'This import was committed already', data: z.unknown() },
      UNPROCESSABLE: {
        status: 422,
        message: 'Some rows have errors: fix the file, or skip these rows',
        data: z.unknown(),
      },
    }),
  undo: route
    .meta({ ...meta, changes: 'undo', long: true })
    .route({ method: 'POST', path: '/companies/{companyId}/imports/{id}/undo', summary: 'Undo an import' })
    .input(z.strictObject(one))
    .output(UndoResult)
    .errors(undoErrors),
  errorsCsv: route
    .meta({ ...meta, answer: ['csv'] })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/imports/{id}/errors.csv',
      summary: 'The faulty rows of an import as CSV, with a column that names the reason',
    })
    .input(z.strictObject(one))
    .errors(gone),
  template: route
    .route({
      method: 'GET',
      path: '/companies/{companyId}/import-templates/{type}',
      summary: 'The template of a type of file, as CSV',
    })
    .meta({ ...meta, answer: ['csv'] })
    .input(z.strictObject({ companyId: z.uuid(), type: z.enum(rowTypes) })),
}
