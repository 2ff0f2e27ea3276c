// Takes the cells of a row before and after its correction, makes what is still to say about the columns: no warning and no offer outlives its cell.

import type { ImportProblem } from 'contract/inventory/import-problems.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/handle.ts'
import { scalarsOf } from '../../platform/database/rows.ts'
import { type ImportKey, isOf } from './import-key.ts'
import type { StoredSection } from './imports.queries.ts'
import { type NotedCells, noteCell, notedWarnings, nothingNoted } from './mapped/noted-cells.ts'
import type { ValueSource } from './mapped/sections/section-base.ts'
import { unitOf } from './mapped/units.ts'

type Correction = { rowNumber: number; before: string[]; after: string[] }

/** The warnings about cells: without those that the row had, with those that it has now. */
export function warningsAfter(warnings: ImportProblem[], sources: ValueSource[], correction: Correction) {
  const { rowNumber: row, before, after } = correction
  return sources
    .filter(({ index }) => before[index] !== after[index])
    .reduce((all, { field, header, index, withoutUnits }) => {
      const [was = [], is = []] = [before, after].map((cells) =>
        notedWarnings(field, header, noted([cells[index] ?? ''], row), withoutUnits && !field.isRequired),
      )
      const cellsIn = (found: ImportProblem[], code: string) =>
        found.flatMap((one) => (one.code === code ? cellsOf(one) : []))
      const isAbout = (one: ImportProblem) => one.params.column === header && cellsOf(one).length > 0
      const kept = all.flatMap((one) => {
        if (!isAbout(one)) return [one]
        const rest = withoutRow(cellsOf(one), row, cellsIn(was, one.code).length > 0)
        const cells = [...cellsIn(is, one.code), ...rest]
        return cells.length > 0 ? [{ ...one, params: { ...one.params, cells } }] : []
      })
      return [...kept, ...is.filter(({ code }) => !kept.some((one) => isAbout(one) && one.code === code))]
    }, warnings)
}

const cellsOf = ({ params }: ImportProblem): string[] => (Array.isArray(params.cells) ? params.cells.map(String) : [])

/** @param isCounted whether the row is one of '… 3 more' if it is not named */
function withoutRow(cells: string[], row: number, isCounted: boolean): string[] {
  const rest = cells.filter((cell) => !cell.endsWith(`row ${row}`))
  if (rest.length < cells.length || !isCounted) return rest
  return rest.flatMap((cell) => {
    const more = Number(/^… (\d+) more$/.exec(cell)?.[1] ?? 0)
    return more === 0 ? [cell] : more > 1 ? [`… ${more - 1} more`] : []
  })
}

function noted(cells: string[], row: number): NotedCells {
  const found = nothingNoted()
  for (const cell of cells) noteCell(found, { cell, row, number: undefined, isGuarded: false, isCurrency: false })
  return found
}

/** More different texts than this in a column are not compared: then all that is asked about it stays. */
const mostTexts = 2_000

/** The columns without the units, words and currencies that only this row had. */
export async function columnsAfter(
  db: Db,
  key: ImportKey,
  place: number,
  section: StoredSection,
  correction: Correction,
) {
  const { before, after } = correction
  return Promise.all(
    section.columns.map(async (column, index) => {
      const [cell = '', { units, currencies }] = [before[index], column]
      const asks = (units && !units.isIgnored) || (currencies && !currencies.isTaken)
      // Rows of vendors are sealed.
      if (!asks || cell === after[index] || section.type === 'vendors') return column
      const texts = await scalarsOf(db, z.string(), textsOf(key, place, index))
      if (texts.length > mostTexts) return column
      const [gone, rest] = [noted([cell], correction.rowNumber), noted(texts, 0)]
      const left = new Set(texts)
      const examples = units?.examples.flatMap((one) =>
        left.has(one) ? [one] : (rest.units.get(unitOf(one) ?? '') ?? []),
      )
      const words = units?.words.filter((word) => left.has(word))
      const found = currencies?.found.filter((one) => !gone.currencies.includes(one) || rest.currencies.includes(one))
      return {
        ...column,
        units: units && examples && words && examples.length + words.length > 0 ? { ...units, examples, words } : null,
        currencies: currencies && found && found.length > 0 ? { ...currencies, found } : null,
      }
    }),
  )
}

/** SQL: the texts of a column that are more than plain numbers. */
const textsOf = (key: ImportKey, section: number, index: number) =>
  sql`select distinct trim(r.cells[${index + 1}]) from import_rows r where ${isOf(key, 'r')} and r.section = ${section}
    and length(r.cells[${index + 1}]) <= 60 and r.cells[${index + 1}] !~ '^[0-9.,\\s]*$' limit ${mostTexts + 1}`
