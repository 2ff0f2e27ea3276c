import {
  type ImportProblem,
  type ParamsOf,
  type ProblemCode,
  problem,
  sentenceOf,
} from 'contract/inventory/import-problems.ts'

/** Refuses the whole file. A single faulty row is a problem of that row instead. */
export class ImportFileError extends Error {
  override name = 'ImportFileError'
  readonly problem: ImportProblem

  constructor(of: ImportProblem) {
    super(sentenceOf(of))
    this.problem = of
  }
}

/** @param row where the problem was found */
export const refusal = <Code extends ProblemCode>(code: Code, params: ParamsOf<Code>, row?: number) =>
  new ImportFileError(problem(code, params, { row }))
