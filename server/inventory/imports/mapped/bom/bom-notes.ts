// Takes what is found while the rows of a bill of materials are read, makes the warnings about them.

import type { ImportProblem, ProblemCode } from 'contract/inventory/import-problems.ts'

/** In the order of the warnings, with the parameter that names what was found. */
const params = {
  ...{ bom_rows_left_out: 'rows', no_records: 'rows', bom_lists_mixed: 'items', bom_top_lines: 'lines' },
  ...{ bom_level_gap: 'rows', bom_lines_with_dash: 'lines', bom_lines_not_fitted: 'lines', bom_lines_aside: 'lines' },
  ...{ bom_fitting_unread: 'lines', bom_phantoms: 'lines', bom_references_differ: 'lines' },
  ...{ bom_references_unread: 'lines', bom_positions_repeat: 'lines', bom_units_converted: 'lines' },
  ...{ bom_lines_summed: 'lines', bom_lists_differ: 'items' },
} as const satisfies Partial<Record<ProblemCode, string>>
type Code = keyof typeof params

const maxNamed = 10

export class BomNotes {
  readonly #found = new Map<Code, string[]>()

  add(code: Code, text: string): void {
    const found = this.#found.get(code) ?? []
    this.#found.set(code, found)
    found.push(text)
  }

  warnings(): ImportProblem[] {
    return (Object.keys(params) as Code[]).flatMap((code) => {
      const found = this.#found.get(code) ?? []
      const more = found.length > maxNamed ? [`… ${found.length - maxNamed} more`] : []
      const named = [...found.slice(0, maxNamed), ...more]
      return found.length > 0 ? [{ code, field: null, params: { [params[code]]: named } }] : []
    })
  }
}
