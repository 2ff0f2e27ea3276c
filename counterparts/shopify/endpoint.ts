import {
  type DocumentNode,
  execute,
  type FormattedExecutionResult,
  GraphQLError,
  getOperationAST,
  getVariableValues,
  OperationTypeNode,
  parse,
} from 'graphql'
import { type Answer, headerOf, isObject, jsonOf, type Request } from '../shared/exchange.ts'
import type { LeakyBucket } from '../shared/limits.ts'
import { type Costing, costOf, type Priced } from './cost.ts'
import { adminSchema } from './schema.ts'
import type { Context, Shop } from './shop.ts'
import { problemsOf } from './validation.ts'
import { versionOf } from './versions.ts'
import { wording } from './voice.ts'

/** Makes the objects at the root of a query. @param origin the address of this server */
export type RootOf = (context: Context, origin: string, isMutation: boolean) => object

type Endpoint = {
  shop: Shop
  bucket: LeakyBucket
  costing: () => Costing
  isGood: (request: Request) => boolean
  rootOf: RootOf
}

const dearest = 1_000

/** POST /admin/api/{version}/graphql.json */
export async function answerGraphql(endpoint: Endpoint, request: Request): Promise<Answer> {
  const version = versionOf(request.params.version ?? '')
  if (!version) return wording(404)
  if (!endpoint.isGood(request)) return wording(401)
  const headers = { 'x-shopify-api-version': version, 'x-request-id': `counterpart-${endpoint.shop.clock.now()}` }
  const body = jsonOf(request)
  if (!isObject(body) || typeof body.query !== 'string') return { ...wording(400), headers }
  return { headers, body: await resultOf(endpoint, request, body as Body) }
}

type Variables = Record<string, unknown>
type Body = { query: string; variables?: Variables | null; operationName?: string | null }

async function resultOf(
  endpoint: Endpoint,
  request: Request,
  { query, variables, operationName }: Body,
): Promise<object> {
  const checked = checkedDocument(query)
  if ('errors' in checked) return checked
  const { document } = checked
  const operation = getOperationAST(document, operationName)
  if (!operation)
    return errorsOf([new GraphQLError('An operation name is required', { extensions: { code: 'missingOperation' } })])
  const coerced = getVariableValues(adminSchema(), operation.variableDefinitions ?? [], variables ?? {})
  if (coerced.errors) return errorsOf(coerced.errors)
  const priced = { costing: endpoint.costing(), document, operation, variables: coerced.variableValues }
  return paid(endpoint, request, priced, variables ?? {}, operationName)
}

const documents = new Map<string, DocumentNode>()

/** Parses and validates a query; valid queries are remembered. */
function checkedDocument(query: string): { document: DocumentNode } | { errors: object[] } {
  const before = documents.get(query)
  if (before) return { document: before }
  try {
    const document = parse(query)
    const problems = problemsOf(document)
    if (problems.length > 0) return errorsOf(problems)
    if (documents.size > 200) documents.clear()
    documents.set(query, document)
    return { document }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return errorsOf([new GraphQLError(message, { extensions: { code: 'parseError' } })])
  }
}

/** Runs a query if the bucket holds its highest cost, and gives back the points it did not use. */
async function paid(
  endpoint: Endpoint,
  request: Request,
  priced: Priced,
  variables: Variables,
  operationName: string | null | undefined,
): Promise<object> {
  const { shop, bucket } = endpoint
  const requested = costOf(priced)
  if (requested.total > dearest) return errorsOf([tooDear(requested.total)])
  const cost = (actual: number | null) => ({
    requestedQueryCost: requested.total,
    actualQueryCost: actual,
    throttleStatus: {
      maximumAvailable: bucket.maximum,
      currentlyAvailable: bucket.available(),
      restoreRate: bucket.restoreRate,
    },
    ...(headerOf(request, 'shopify-graphql-cost-debug') && { fields: requested.fields }),
  })
  if (!bucket.take(requested.total)) return { ...errorsOf([throttled()]), extensions: { cost: cost(null) } }
  countFields(shop, priced)
  const context: Context = { shop, isBulk: false, warnings: [] }
  const result = await execute({
    schema: adminSchema(),
    document: priced.document,
    rootValue: endpoint.rootOf(context, request.origin, priced.operation.operation === OperationTypeNode.MUTATION),
    contextValue: context,
    variableValues: variables,
    operationName,
  })
  const answered = { ...result, ...(result.errors && errorsOf(result.errors)) } as FormattedExecutionResult
  const actual = Math.min(requested.total, costOf(priced, answered.data ?? null).total)
  bucket.giveBack(requested.total - actual)
  const search = context.warnings.length > 0 ? { search: context.warnings } : {}
  return { ...answered, extensions: { ...search, cost: cost(actual) } }
}

/** Counts each root field as a call of its own: `graphql orders`. */
function countFields({ calls }: Shop, { operation }: Priced): void {
  for (const each of operation.selectionSet.selections) {
    if (each.kind !== 'Field') continue
    const name = `graphql ${each.name.value}`
    calls[name] = (calls[name] ?? 0) + 1
  }
}

function throttled(): GraphQLError {
  const extensions = { code: 'THROTTLED', documentation: 'https://shopify.dev/api/usage/rate-limits' }
  return new GraphQLError('Throttled', { extensions })
}

function tooDear(cost: number): GraphQLError {
  const documentation = 'https://shopify.dev/api/usage/rate-limits'
  const message = `Query cost is ${cost}, which exceeds the single query max cost limit (${dearest}).

See https://shopify.dev/docs/api/usage/rate-limits for more information on how the
cost of a query is calculated.

To query larger amounts of data with fewer limits, bulk operations should be used instead.
See https://shopify.dev/docs/api/usage/bulk-operations/queries for usage details.
`
  return new GraphQLError(message, { extensions: { code: 'MAX_COST_EXCEEDED', cost, maxCost: dearest, documentation } })
}

/** Errors in Shopify's format: each has a code. */
function errorsOf(errors: readonly GraphQLError[]): { errors: object[] } {
  return {
    errors: errors.map((error) => {
      const { message, locations, extensions } = error
      const path = (error as { path?: readonly (string | number)[] }).path
      const places = { ...(locations && { locations }), ...(path && { path }) }
      if (extensions.code) return { message, ...places, extensions }
      if (message.startsWith('Variable '))
        return { message: provided(message), ...places, extensions: { code: 'INVALID_VARIABLE' } }
      return { message: notPlayed(message), ...places, extensions: { code: 'INTERNAL_SERVER_ERROR' } }
    }),
  }
}

/** 'Variable "$first" got invalid value ...' in Shopify's words. */
function provided(message: string): string {
  const name = /^Variable "\$(\w{1,80})"/.exec(message)?.[1]
  return name ? `Variable $${name} was provided invalid value: ${message}` : message
}

function notPlayed(message: string): string {
  const field = /non-nullable field (\w{1,80}\.\w{1,80})/.exec(message)?.[1]
  return field ? `This counterpart has no value for ${field}` : message
}
