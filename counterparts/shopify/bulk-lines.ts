import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getArgumentValues,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { isObject } from '../shared/exchange.ts'
import type { Walk } from './connections.ts'
import { adminSchema } from './schema.ts'
import type { Context } from './shop.ts'

type Row = Record<string, unknown>
type Lines = Generator<Row>
/** The rows of a bulk query, one at a time. */
export type BulkSource = { walk: Walk; nodeOf: (index: number) => Row }

export type Nested = { depth: number; isInList: boolean }

/** The connections of a bulk query, and how they are nested. */
export function connectionsOf(
  selection: SelectionSetNode,
  type: GraphQLObjectType,
  above: Nested = { depth: 0, isInList: false },
): Nested[] {
  return fieldsOf(selection).flatMap((field) => {
    const definition = type.getFields()[field.name.value]
    if (!definition || !field.selectionSet) return []
    const below = getNamedType(definition.type)
    if (!isObjectType(below)) return []
    const isConnection = below.name.endsWith('Connection')
    const isRows = ['nodes', 'edges'].includes(field.name.value) && type.name.endsWith('Connection')
    const isInList = above.isInList || (!isRows && isListType(getNullableType(definition.type)))
    const nested = { depth: above.depth + (isConnection ? 1 : 0), isInList }
    const deeper = connectionsOf(field.selectionSet, below, nested)
    return isConnection ? [nested, ...deeper] : deeper
  })
}

/** The lines of the result: each row, followed by its children with the id of their parent. */
export function* linesOf(operation: OperationDefinitionNode, source: (field: FieldNode) => BulkSource): Lines {
  const [field] = fieldsOf(operation.selectionSet)
  const root = adminSchema().getQueryType()
  const definition = field && root?.getFields()[field.name.value]
  if (!field?.selectionSet || !definition) return
  const { walk, nodeOf } = source(field)
  const { selection, type } = nodesOf(field.selectionSet, getNamedType(definition.type) as GraphQLObjectType)
  for (const { index } of walk('up', undefined)) yield* rowLines(nodeOf(index), selection, type, undefined)
}

function* rowLines(node: Row, selection: SelectionSetNode, type: GraphQLObjectType, parent: unknown): Lines {
  const children: Row[] = []
  const row = shown(node, selection, type, children, node.id)
  yield parent === undefined ? row : { ...row, __parentId: parent }
  yield* children
}

/** The selected fields of an object; the rows of its connections are set aside as lines of their own. */
function shown(node: Row, selection: SelectionSetNode, type: GraphQLObjectType, children: Row[], owner: unknown): Row {
  const row: Row = {}
  for (const field of fieldsOf(selection, type.name)) {
    const name = field.name.value
    const key = field.alias?.value ?? name
    if (name === '__typename') row[key] = type.name
    const definition = type.getFields()[name]
    if (!definition) continue
    const args = getArgumentValues(definition, field)
    const value = typeof node[name] === 'function' ? (node[name] as (args: unknown) => unknown)(args) : node[name]
    const below = getNamedType(definition.type)
    if (field.selectionSet && isObjectType(below) && below.name.endsWith('Connection')) {
      const inner = nodesOf(field.selectionSet, below)
      const rows = isObject(value) ? (value.nodes as Row[]) : []
      for (const each of rows) children.push(...rowLines(each, inner.selection, inner.type, owner))
    } else row[key] = fieldValue(value, field, definition.type, children, owner)
  }
  return row
}

function fieldValue(
  value: unknown,
  field: FieldNode,
  type: GraphQLOutputType,
  children: Row[],
  owner: unknown,
): unknown {
  const below = getNamedType(type)
  if (value === undefined || value === null) return null
  if (isLeafType(below) || !field.selectionSet || !isObjectType(below)) return value
  const selection = field.selectionSet
  const one = (each: unknown) => shown(each as Row, selection, below, children, owner)
  return Array.isArray(value) ? value.map(one) : one(value)
}

/** The selection for the rows of a connection, by `nodes` or by `edges { node }`. */
function nodesOf(
  selection: SelectionSetNode,
  type: GraphQLObjectType,
): { selection: SelectionSetNode; type: GraphQLObjectType } {
  const fields = fieldsOf(selection)
  const nodes = fields.find(({ name }) => name.value === 'nodes')
  const edges = fields.find(({ name }) => name.value === 'edges')
  const node = nodes ?? fieldsOf(edges?.selectionSet).find(({ name }) => name.value === 'node')
  const below = getNamedType(type.getFields().nodes?.type) as GraphQLObjectType
  return { selection: node?.selectionSet ?? { kind: Kind.SELECTION_SET, selections: [] }, type: below }
}

/** The fields of a selection, with those of inline fragments on the type. */
function fieldsOf(selection: SelectionSetNode | undefined, type?: string): FieldNode[] {
  return (selection?.selections ?? []).flatMap((each) => {
    if (each.kind === Kind.FIELD) return [each]
    if (each.kind !== Kind.INLINE_FRAGMENT) return []
    const condition = each.typeCondition?.name.value
    return condition === undefined || condition === type || type === undefined ? fieldsOf(each.selectionSet, type) : []
  })
}

/** Bulk queries have no pages. */
export const inBulk = (context: Context): Context => ({ ...context, isBulk: true })
