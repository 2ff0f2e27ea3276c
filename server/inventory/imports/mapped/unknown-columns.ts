import { ORPCError } from '@orpc/server'
import { type ColumnMapping, columnName, type ImportChoices } from 'contract/inventory/import-choices.ts'
import { listed } from 'contract/listed.ts'
import { notValid } from '../../../platform/http/answers/error-replies.ts'
import type { Survey } from './survey.ts'

type Named = { mapping: ColumnMapping | undefined; choices: Partial<ImportChoices> }

/** @throws 400 when a mapping or a choice names a column that the file does not have */
export function refuseUnknownColumns({ mapping = {}, choices }: Named, { sections }: Survey): void {
  if (sections.length === 0) return
  const { decimals = {}, inDollars = [], asShown = [], withoutUnits = [] } = choices
  const columns = [...new Set(sections.flatMap(({ header }) => header.map(columnName)))]
  const known = new Set(columns.map((column) => column.slice(0, 300)))
  const named = { mapping: Object.keys(mapping), decimals: Object.keys(decimals), inDollars, asShown, withoutUnits }
  const issues = Object.entries(named).flatMap(([field, headers]) =>
    headers
      .filter((header) => !known.has(header.trim()))
      .map((header) => ({ field, message: `The file has no column '${header}': ${itHas(columns)}` })),
  )
  if (issues.length > 0) throw new ORPCError('BAD_REQUEST', notValid(issues))
}

const shown = 50

/** 'it has 'Name', 'Cost' and 'Qty'' */
function itHas(columns: string[]): string {
  const quoted = columns.slice(0, shown).map((column) => `'${column}'`)
  return `it has ${columns.length > shown ? `${quoted.join(', ')} and ${columns.length - shown} more` : listed(quoted)}`
}
