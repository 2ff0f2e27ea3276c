import {
  type ASTNode,
  type ASTVisitor,
  type DocumentNode,
  type FieldNode,
  FieldsOnCorrectTypeRule,
  GraphQLError,
  type GraphQLField,
  getNamedType,
  isLeafType,
  isRequiredArgument,
  KnownArgumentNamesRule,
  ProvidedRequiredArgumentsRule,
  ScalarLeafsRule,
  specifiedRules,
  type ValidationContext,
  validate,
} from 'graphql'
import { adminSchema } from './schema.ts'

/** The rules of GraphQL, those that clients meet most in the words of Shopify's server. */
export function problemsOf(document: DocumentNode): readonly GraphQLError[] {
  const reworded: unknown[] = [
    FieldsOnCorrectTypeRule,
    KnownArgumentNamesRule,
    ProvidedRequiredArgumentsRule,
    ScalarLeafsRule,
  ]
  const others = specifiedRules.filter((rule) => !reworded.includes(rule))
  return validate(adminSchema(), document, [FieldsInShopifysWords, ...others]).map(withCode)
}

function withCode(error: GraphQLError): GraphQLError {
  if (error.extensions.code) return error
  const code = error.message.includes('Variable') ? 'variableMismatch' : 'argumentLiteralsIncompatible'
  return new GraphQLError(error.message, { nodes: error.nodes, extensions: { code } })
}

function FieldsInShopifysWords(context: ValidationContext): ASTVisitor {
  return {
    Field(field, _key, _parent, _path, ancestors) {
      const owner = context.getParentType()
      const definition = context.getFieldDef()
      if (!owner) return
      const report = (message: string, extensions: Record<string, unknown>) => {
        const path = [...pathTo(ancestors), field.alias?.value ?? field.name.value]
        context.reportError(Object.assign(new GraphQLError(message, { nodes: field, extensions }), { path }))
      }
      const name = field.name.value
      if (!definition) {
        const extensions = { code: 'undefinedField', typeName: owner.name, fieldName: name }
        return report(`Field '${name}' doesn't exist on type '${owner.name}'`, extensions)
      }
      checkArguments(field, definition, report)
      checkSelections(field, definition, report)
    },
  }
}

type Report = (message: string, extensions: Record<string, unknown>) => void

function checkArguments(field: FieldNode, { args }: GraphQLField<unknown, unknown>, report: Report): void {
  const name = field.name.value
  const argumentNames = new Set(field.arguments?.map((argument) => argument.name.value))
  for (const argumentName of argumentNames) {
    if (args.some((argument) => argument.name === argumentName)) continue
    const extensions = { code: 'argumentNotAccepted', name, typeName: 'Field', argumentName }
    report(`Field '${name}' doesn't accept argument '${argumentName}'`, extensions)
  }
  const missing = args
    .filter((argument) => isRequiredArgument(argument) && !argumentNames.has(argument.name))
    .map((each) => each.name)
  if (missing.length === 0) return
  const extensions = { code: 'missingRequiredArguments', className: 'Field', name, arguments: missing.join(', ') }
  report(`Field '${name}' is missing required arguments: ${missing.join(', ')}`, extensions)
}

function checkSelections(field: FieldNode, { type }: GraphQLField<unknown, unknown>, report: Report): void {
  const name = field.name.value
  const isLeaf = isLeafType(getNamedType(type))
  const selected = field.selectionSet?.selections ?? []
  if (isLeaf === (selected.length === 0)) return
  const extensions = { code: 'selectionMismatch', nodeName: `field '${name}'`, typeName: String(type) }
  const message = isLeaf
    ? `Selections can't be made on scalars (field '${name}' returns ${type} but has selections)`
    : `Field must have selections (field '${name}' returns ${type} but has no selections. Did you mean '${name} { ... }'?)`
  report(message, extensions)
}

/** ['query Sync', 'orders', 'nodes'] */
function pathTo(ancestors: readonly (ASTNode | readonly ASTNode[])[]): string[] {
  return ancestors.flatMap((node) => {
    if (!('kind' in node)) return []
    if (node.kind === 'OperationDefinition') return [[node.operation, node.name?.value].filter(Boolean).join(' ')]
    if (node.kind === 'FragmentDefinition') return [`fragment ${node.name.value}`]
    return node.kind === 'Field' ? [node.alias?.value ?? node.name.value] : []
  })
}
