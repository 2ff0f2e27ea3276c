import { z } from 'zod'
import { problemKinds } from './problem-kinds/import-problem-kinds.ts'

export type ProblemCode = keyof typeof problemKinds
export const problemCodes = Object.keys(problemKinds) as [ProblemCode, ...ProblemCode[]]

/** The parameters that the words of a code use. */
export type ParamsOf<Code extends ProblemCode> = z.output<(typeof problemKinds)[Code]['params']>

/**
 * A problem of an import, or something to know before it. `field`: the field that the cell would feed, null when no single field is meant.
 * `row`: as a spreadsheet shows it. `params`: the parameters of the words; for a row of a store export also its `product`.
 * `x-problem-kinds` says of each code what a program does about it, and names its `params`. `question`: the parameters in `answer` decide, of
 * `imports.create` sent again, or `only` of `imports.commit`. `retry`: preview the file again, it may go through later. `final`: the file or the row must
 * be another one; a row can be corrected (`imports.fixRow`) or left out (`goodRowsOnly`). `notice`: to know before the commit.
 */
export const ImportProblem = z.object({
  code: z.enum(problemCodes),
  field: z.string().nullable(),
  row: z.int().optional(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
})
export type ImportProblem = z.infer<typeof ImportProblem>

/** @param place the field and the row, if known */
export const problem = <Code extends ProblemCode>(
  code: Code,
  params: ParamsOf<Code>,
  { field = null, row }: { field?: string | null; row?: number | undefined } = {},
): ImportProblem => ({ code, field, ...(row !== undefined && { row }), params })

/** The English words for problems in one place, without the row: "Components (JSON): P-8 does not exist; P-9 does not exist". */
export function reasonOf(problems: readonly ImportProblem[]): string {
  let before = ''
  const reasons = problems.map(({ code, params, row }) => {
    const { words, lead } = problemKinds[code]
    const begin = lead(params)
    const reason = `${begin === before ? '' : begin}${words(params, row)}`
    before = begin
    return reason
  })
  return reasons.join('; ')
}

/** The problems of one row in one sentence that names it (product.md 8): 'Row 7: …', for a store export 'Product {handle}: …'. */
export function sentenceOfRow(problems: readonly ImportProblem[]): string {
  const [first] = problems
  if (!first) return ''
  const { row, params, code } = first
  const isNamed = row === undefined || problemKinds[code].namesRow
  return `${isNamed ? '' : params.product === undefined ? `Row ${row}: ` : `Product ${params.product}: `}${reasonOf(problems)}`
}

/** A problem as a sentence. */
export const sentenceOf = (one: ImportProblem): string => sentenceOfRow([one])
