// Takes the columns of a bill of materials without parents and levels, finds the one whose indentation tells the levels.

import type { ImportColumn } from 'contract/inventory/import-choices.ts'
import type { BomField } from './bom-columns.ts'
import type { ColumnFacts } from './survey.ts'

/** `by`: what stands before the text of its cells; the longer, the deeper. */
export type BomIndent = { field: BomField; by: RegExp }

const begins = {
  blanks: /^\s*/,
  // What programs draw or write before a name: '. . Motor', '└─ Motor', '> > Motor'.
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
