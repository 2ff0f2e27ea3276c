import type { RowType } from 'contract/inventory/imports.ts'
import { importFields } from '../imports/mapped/import-fields.ts'

/** The header row of a type's template: the column list of product.md 9. */
export const templateHeader = (type: RowType): string[] =>
  importFields[type].filter((field) => !field.isIgnored && !field.isExtra).map((field) => field.label)

export const templateFileName = (type: RowType): string => `${type}-template.csv`
