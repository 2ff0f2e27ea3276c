import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getArgumentValues,
  getNamedType,
  type getVariableValues,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { isObject } from '../shared/exchange.ts'
import { adminSchema } from './schema.ts'

/** `logarithmic`: what Shopify's staff described in 2025, and shops measure; `linear`: the older rule, two points and one per row. */
export type Costing = 'logarithmic' | 'linear'

type VariableValues = NonNullable<ReturnType<typeof getVariableValues>['variableValues']>

export type FieldCost = {
  path: string[]
  definedCost: number
  requestedTotalCost: number
  requestedChildrenCost: number
}

const free = new Set([
  'pageInfo',
  'unitCost',
  'address',
  'billingAddress',
  'currencyFormats',
  'measurement',
  'userErrors',
])
const mutationCost = 10

export type Priced = {
  costing: Costing
  document: DocumentNode
  operation: OperationDefinitionNode
  variables: VariableValues
}

/** The points of a query before it runs, or, given its data, after it ran. */
export function costOf(priced: Priced, data?: unknown): { total: number; fields: FieldCost[] } {
  const schema = adminSchema()
  const { operation, document } = priced
  const root = schema.getRootType(operation.operation)
  if (!root) return { total: 0, fields: [] }
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const each of document.definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each)
  const fields: FieldCost[] = []
  const total = new Tally(priced, fragments, fields).of(operation.selectionSet, root, [], data)
  return { total, fields }
}

class Tally {
  readonly #priced: Priced
  readonly #fragments: Map<string, FragmentDefinitionNode>
  readonly #fields: FieldCost[]

  constructor(priced: Priced, fragments: Map<string, FragmentDefinitionNode>, fields: FieldCost[]) {
    this.#priced = priced
    this.#fragments = fragments
    this.#fields = fields
  }

  /** @param data undefined before the query ran */
  of(selection: SelectionSetNode, type: GraphQLNamedType, path: string[], data: unknown): number {
    if (!isObjectType(type) && !isInterfaceType(type)) return this.#ofFragments(selection, path, data)
    let sum = 0
    for (const each of selection.selections) {
      if (each.kind !== Kind.FIELD) continue
      const field = type.getFields()[each.name.value]
      if (!field || !each.selectionSet) continue
      const key = each.alias?.value ?? each.name.value
      const below = getNamedType(field.type)
      if (!isCompositeType(below)) continue
      const values = getArgumentValues(field, each, this.#priced.variables)
      const value = isObject(data) ? data[key] : undefined
      sum += this.#field(
        { name: each.name.value, selection: each.selectionSet, below, values, path: [...path, key] },
        data,
        value,
        type,
      )
    }
    return sum + this.#ofFragments(selection, path, data)
  }

  #field(field: Selected, data: unknown, value: unknown, owner: GraphQLNamedType): number {
    const ran = data !== undefined
    const isMutation = owner.name === 'Mutation'
    // A null was looked up too; the fields below it were not.
    const isAbsent = ran && (value === null || value === undefined)
    const children = isAbsent ? 0 : this.of(field.selection, field.below, field.path, ran ? firstOf(value) : undefined)
    const own = isMutation ? mutationCost : this.#own(field, children, ran ? value : undefined)
    const total = isAbsent && !isMutation ? Math.min(1, own) : own
    this.#fields.push({
      path: field.path,
      definedCost: isMutation ? mutationCost : 0,
      requestedTotalCost: total,
      requestedChildrenCost: children,
    })
    return total
  }

  #own({ name, below, values }: Selected, children: number, value: unknown): number {
    if (free.has(name)) return 0
    if (!below.name.endsWith('Connection')) {
      // The connection has counted its rows, so `edges` costs only what is below it.
      return name === 'edges' ? children : 1 + children
    }
    const limit = Number(values.first ?? values.last ?? 1)
    const size = value === undefined ? limit : rowsOf(value)
    return 2 + Math.max(1, children) * this.#times(Math.min(size, 250))
  }

  #times(size: number): number {
    if (size === 0) return 0
    return this.#priced.costing === 'linear' ? size : Math.floor(2 * Math.log(Math.max(2, size)))
  }

  #ofFragments(selection: SelectionSetNode, path: string[], data: unknown): number {
    const schema = adminSchema()
    const costs = selection.selections.map((each) => {
      if (each.kind === Kind.FIELD) return 0
      const fragment = each.kind === Kind.FRAGMENT_SPREAD ? this.#fragments.get(each.name.value) : each
      const condition = fragment?.typeCondition
      const type = condition ? (schema.getType(condition.name.value) as GraphQLObjectType | undefined) : undefined
      return fragment && type ? this.of(fragment.selectionSet, type, path, data) : 0
    })
    return Math.max(0, ...costs)
  }
}

type Selected = {
  name: string
  selection: SelectionSetNode
  below: GraphQLNamedType
  values: Record<string, unknown>
  path: string[]
}

const firstOf = (value: unknown) => (Array.isArray(value) ? (value[0] ?? null) : value)

function rowsOf(connection: unknown): number {
  if (!isObject(connection)) return 0
  const rows = connection.nodes ?? connection.edges
  return Array.isArray(rows) ? rows.length : 1
}
