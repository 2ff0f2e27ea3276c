import { ImportChoices, type ImportColumn } from 'contract/inventory/import-choices.ts'
import { type AddedRecord, type ImportPreview, type ItemType, itemTypes } from 'contract/inventory/imports.ts'
import type { StoredImport, StoredSection } from './imports.queries.ts'
import { mappableFields } from './mapped/import-section.ts'

const isItemType = (type: string): type is ItemType => itemTypes.includes(type as ItemType)

/** An import as the API shows it. */
export function toPreview(stored: StoredImport): ImportPreview {
  const sections = stored.sections.filter(({ isDerived }) => !isDerived)
  const section = sections.find(({ problems }) => problems.length > 0) ?? sections[0]
  const type = section?.type ?? (stored.type === 'auto' ? 'parts' : stored.type)
  const types = new Set(sections.map((one) => one.type).filter(Boolean))
  return {
    id: stored.id,
    fileName: stored.fileName,
    type: types.size > 0 ? [...types].join(', ') : stored.type,
    status: stored.status,
    summary: {
      create: stored.countCreate,
      update: stored.countUpdate,
      unchanged: stored.countUnchanged,
      error: stored.countError,
    },
    warnings: [...stored.warnings, ...sections.flatMap(({ problems }) => problems)],
    columns: (section?.columns ?? []).map(toColumn),
    fields: isItemType(type) ? mappableFields(type) : [],
    missing: section?.missing ?? [],
    leftOut: [...new Set(sections.flatMap(({ leftOut = [] }) => leftOut))],
    cellHeaders: section?.header ?? [],
    choices: ImportChoices.parse(stored.choices),
    suppliers: stored.suppliers,
    variants: section?.variants ?? null,
    createdAt: stored.createdAt,
    changeSetId: stored.changeSetId,
    addedSince: stored.addedSince && countAdded(stored.addedSince),
  }
}

const countAdded = (added: AddedRecord[]): NonNullable<ImportPreview['addedSince']> => {
  const counts = itemTypes.map((type) => ({ type, count: added.filter((each) => each.type === type).length }))
  return { count: added.length, types: counts.filter(({ count }) => count > 0) }
}

const toColumn = (column: StoredSection['columns'][number]): ImportColumn => ({
  match: null,
  numbers: null,
  note: null,
  ...column,
})
