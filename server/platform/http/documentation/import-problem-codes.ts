import { problemKinds } from 'contract/inventory/problem-kinds/import-problem-kinds.ts'
import { problemUses } from 'contract/inventory/problem-kinds/problem-uses.ts'
import type { Json, JsonObject } from './shapes.ts'

/** Says of each code of a problem of an import what a program does about it, and which parameters it has. @param schemas named ones */
export function describeImportProblems(schemas: Record<string, JsonObject>): void {
  const { properties } = schemas.ImportProblem as { properties: { code: JsonObject } }
  properties.code['x-problem-kinds'] = Object.fromEntries(
    Object.entries(problemKinds).map(([name, { params }]): [string, Json] => [
      name,
      { ...problemUses.get(name), params: Object.keys(params.shape) } as JsonObject,
    ]),
  )
}
