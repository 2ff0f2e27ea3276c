// Takes a stored import, makes what the API shows of it.

import { ImportChoices, type ImportColumn } from 'contract/inventory/import-choices.ts'
import { type ImportProblem, sentenceOf, sentenceOfRow } from 'contract/inventory/import-problems.ts'
import {
  type ImportPreview,
  type ImportResult,
  type ListedImport,
  type RowType,
  rowTypes,
} from 'contract/inventory/imports.ts'
import type { countAdded, StoredImport, StoredSection } from './imports.queries.ts'
import { bomFields } from './mapped/bom/bom-columns.ts'
import { mappable, mappableFields } from './mapped/sections/import-section.ts'
import { shopifyFields } from './mapped/shopify.ts'

const isRowType = (type: string): type is RowType => rowTypes.includes(type as RowType)

/** @param added today's records that are not in the backup, by type */
export function toPreview(stored: StoredImport, added: Awaited<ReturnType<typeof countAdded>>): ImportPreview {
  const count = added?.reduce((sum, each) => sum + each.count, 0) ?? 0
  const { records: _, ...preview } = toListed(stored)
  return { ...preview, addedSince: added && { count, types: added } }
}

/** The preview in a list of imports, without what was added since each backup. */
export function toListed(stored: StoredImport): ListedImport {
  const sections = stored.sections.filter(({ isDerived }) => !isDerived)
  const section = sections.find(({ problems }) => problems.length > 0) ?? sections[0]
  const type = section?.type ?? (stored.type === 'auto' ? 'parts' : stored.type)
  const types = [...new Set(sections.flatMap((one) => one.type ?? []))]
  // The rows of a bill of materials are in the sections of its items.
  const rowsSection = section?.kind === 'bom' ? sections.find(({ isOfBom }) => isOfBom) : section
  const { headers: cellHeaders, fields: cellFields } = rowsSection ? cellsOf(rowsSection) : { headers: [], fields: [] }
  const problems = [...stored.warnings, ...sections.flatMap((one) => one.problems)]
  return {
    id: stored.id,
    fileName: stored.fileName,
    type: types.length > 0 ? types.join(', ') : stored.type,
    types,
    status: stored.status,
    // Of a committed import what it did: rows with errors and rows that were not chosen are left out.
    summary: stored.result?.summary ?? summaryOf(stored),
    records: stored.result ? recordsStored(stored.result) : [],
    warnings: problems.map(sentenceOf),
    problems,
    columns: (section?.columns ?? []).map(toColumn),
    fields: section?.kind === 'bom' ? mappable(bomFields) : isRowType(type) ? mappableFields(type) : [],
    missing: section?.missing ?? [],
    leftOut: [...new Set(sections.flatMap(({ leftOut = [] }) => leftOut))],
    cells: Object.fromEntries(sections.toReversed().flatMap((one) => (one.type ? [[one.type, cellsOf(one)]] : []))),
    cellHeaders,
    cellFields,
    choices: ImportChoices.parse(stored.choices),
    suppliers: stored.suppliers,
    effects: {
      namesChanged: recordsOf(problems, 'names_change'),
      namesKept: recordsOf(problems, 'names_kept'),
      stockLowered: recordsOf(problems, 'stock_lowered') + recordsOf(problems, 'stock_rows_lower'),
    },
    variants: section?.variants ?? null,
    bom: section?.kind === 'bom' ? (section.bom ?? noBom) : null,
    file: stored.file,
    createdAt: stored.createdAt,
    changeSetId: stored.changeSetId,
  }
}

/** What an import stored. One of an earlier version counted all records together. */
const recordsStored = ({ records, summary: { create, update } }: NonNullable<StoredImport['result']>) =>
  records.length > 0 ? records : [{ type: null, create, update }]

const recordsOf = (problems: ImportProblem[], wanted: ImportProblem['code']) =>
  problems.reduce((sum, { code, params }) => sum + (code === wanted ? Number(params.records) : 0), 0)

// The facts of a bill of materials whose columns are not mapped yet.
const noBom = { parents: 0, lines: 0, unknown: 0, unknownNumbers: [], tops: [] }

type Counts = Pick<StoredImport, 'countCreate' | 'countUpdate' | 'countUnchanged' | 'countError'>

export const summaryOf = ({ countCreate, countUpdate, countUnchanged, countError }: Counts) => ({
  create: countCreate,
  update: countUpdate,
  unchanged: countUnchanged,
  error: countError,
})

/** The headers of the cells of a row, and the fields that each of them feeds. */
const cellsOf = ({ kind, header, columns }: StoredSection) => ({
  headers: header,
  fields: kind === 'shopify' ? header.map(shopifyFields) : columns.map(({ fields }) => fields),
})

const toColumn = ({
  match = null,
  numbers = null,
  currencies = null,
  rounding = null,
  units = null,
  note = null,
  ...column
}: StoredSection['columns'][number]): ImportColumn => ({
  ...{ match, numbers, currencies, rounding, units, note },
  ...column,
})

/** The result of a commit with its sentences. */
export const toResult = (stored: NonNullable<StoredImport['result']>): ImportResult => ({
  ...stored,
  errors: stored.problems.map(sentenceOfRow),
})
