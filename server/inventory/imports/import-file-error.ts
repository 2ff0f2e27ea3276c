import {
  type ImportProblem,
  type ParamsOf,
  type ProblemCode,
  problem,
  sentenceOf,
} from 'contract/inventory/import-problems.ts'

/** The whole file is refused. Faulty single rows are problems of their row instead. */
export class ImportFileError extends Error {
  override name = 'ImportFileError'
  readonly problem: ImportProblem

  constructor(of: ImportProblem) {
    super(sentenceOf(of))
    this.problem = of
  }
}

/** @param row where it was found */
export const refusal = <Code extends ProblemCode>(code: Code, params: ParamsOf<Code>, row?: number) =>
  new ImportFileError(problem(code, params, { row }))
