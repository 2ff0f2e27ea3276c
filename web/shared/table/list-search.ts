import type { AnySchema, InferSchemaInput } from '@orpc/contract'
import { wholeList } from 'contract/list.ts'
import { z } from 'zod'

/** A list route of the contract: made by `listQuery` of contract/list.ts. */
export type ListProcedure = { '~orpc': { inputSchema?: unknown } }

/** The state of a list in the URL. Values are those of the API's query; defaults are left out. */
export type ListSearch = {
  q?: string | undefined
  sort?: string | undefined
  order?: 'asc' | 'desc' | undefined
  page?: number | undefined
  pageSize?: number | undefined
  /** The saved view that the list started with; 'all': none. */
  view?: string | undefined
  [filter: string]: string | number | undefined
}

/** Keeps the search parameters that the list route understands and drops the rest, so that a mistyped link still opens. */
export const listSearch =
  (procedure: ListProcedure) =>
  (search: Record<string, unknown>): ListSearch => {
    const shape = shapeOf(procedure)
    const isPath = (key: string) => ofRequests.has(key) || (key === 'companyId' && isOfCompany(procedure))
    // A map: every object would also answer to names like 'constructor', which anybody can type into an address.
    const rules = new Map<string, z.ZodType>(Object.entries({ ...shape, view: viewName }))
    const entries = Object.entries(search).filter(
      ([key, value]) => !isPath(key) && value !== undefined && value !== '' && rules.get(key)?.safeParse(value).success,
    )
    return Object.fromEntries(entries.map(([key, value]) => [key, isPaging(key) ? Number(value) : String(value)]))
  }

/** What belongs to a single request, not to the address of a screen. */
const ofRequests = new Set(['count', ...Object.keys(wholeList)])

const viewName: z.ZodType = z.union([z.uuid(), z.literal('all')])

/** The address of a record in another list: keeps the company, drops search and filters of this list. */
export const companyOnly = ({ company }: { company?: string }): { company?: string } => (company ? { company } : {})

type ListDefaults = {
  sort: string
  order: 'asc' | 'desc'
  page: number
  pageSize: number
  /** Whether the best matches of a search come first as long as nobody chooses an order. */
  isRanked: boolean
}

/** The list route's defaults for parameters that the URL leaves out. */
export function listDefaults(procedure: ListProcedure): ListDefaults {
  const shape = shapeOf(procedure)
  const defaultOf = (key: string) => shape[key]?.parse(undefined)
  const order = defaultOf('order')
  const isRanked = !order || shape.sort?.safeParse('rank').success
  const defaults = {
    sort: defaultOf('sort'),
    order: order ?? 'asc',
    page: 1,
    pageSize: defaultOf('pageSize'),
    isRanked,
  }
  return defaults as ListDefaults
}

export type InputOf<Procedure> = Procedure extends {
  '~orpc': { inputSchema?: infer Schema extends AnySchema | undefined }
}
  ? InferSchemaInput<NonNullable<Schema>>
  : never

/** The input of the list route for these search parameters. What it leaves out has its default on the server (early.ts counts on that). */
export function listInput<Procedure extends ListProcedure>(
  procedure: Procedure,
  search: ListSearch,
  companyId: string,
): InputOf<Procedure> {
  const { q, company: _company, view: _view, ...rest } = listSearch(procedure)(search)
  return {
    ...(isOfCompany(procedure) && { companyId }),
    ...(q && { q }),
    ...rest,
  } as InputOf<Procedure>
}

/** Whether the list belongs to one company, named in the path; in other lists `companyId` is a filter. */
export function isOfCompany(procedure: ListProcedure): boolean {
  const { companyId } = shapeOf(procedure)
  return companyId !== undefined && !companyId.safeParse(undefined).success
}

const isPaging = (key: string) => key === 'page' || key === 'pageSize'

function shapeOf(procedure: ListProcedure): Record<string, z.ZodType> {
  const schema = procedure['~orpc'].inputSchema
  if (!(schema instanceof z.ZodObject)) throw new Error('A list route takes an object')
  return schema.shape as Record<string, z.ZodType>
}
