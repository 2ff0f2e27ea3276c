// Takes the columns of a bill of materials without parents and levels, finds the column whose indentation shows the levels.

import type { ImportColumn } from 'contract/inventory/import-choices.ts'
import type { ColumnFacts } from '../survey.ts'
import type { BomField } from './bom-columns.ts'

/** `by`: matches the indentation of a cell; a longer one means a deeper level. */
export type BomIndent = { field: BomField; by: RegExp }

const begins = {
  blanks: /^\s*/,
  // Programs write such signs before a name: '. . Motor', '└─ Motor', '> > Motor'.
  signs: /^[.·•>|│├└─\s]*/,
} as const

/** The indented column, that of numbers first; undefined when parents or levels have a column. */
export function indentOf(columns: ImportColumn[], facts: ColumnFacts[] | undefined): BomIndent | undefined {
  if (columns.some(({ fields }) => fields.includes('bomParent') || fields.includes('bomLevel'))) return undefined
  for (const field of ['bomComponent', 'bomName'] as const) {
    const indent = facts?.[columns.findIndex(({ fields }) => fields.includes(field))]?.indent
    if (indent) return { field, by: begins[indent] }
  }
  return undefined
}
