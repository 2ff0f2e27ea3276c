import {
  type FieldNode,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  validate,
} from 'graphql'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { adminSchema } from '../../../counterparts/shopify/schema.ts'
import { optionalFields, type WithheldFields } from './optional-fields.ts'
import * as documents from './shopify-documents.ts'
import * as shapes from './shopify-shapes.ts'

// Shopify's own schema of the version that we ask for, and no code of the counterpart.
const schema = adminSchema()
const { Shop, ChangedOrders, ManyOrders, OrderLines, ChangedCustomers, ManyProducts } = shapes
const { StartedBulk, Bulk, Subscriptions, Subscribed, BareOrder, Customer, BareProduct } = shapes

const inBulk = (name: string, node: z.ZodType) => z.object({ [name]: z.object({ edges: z.array(z.object({ node })) }) })
const lines = z.object({ edges: z.array(z.object({ node: shapes.Line })) })
const variants = z.object({ edges: z.array(z.object({ node: shapes.Variant })) })

/** What a store may give, and the most that it may withhold. */
const all = new Set<string>()
const none = new Set(Object.keys(optionalFields))

type Made = (withheld: WithheldFields) => string
const eachWay = (name: string, document: Made, shape: z.ZodType): [string, string, z.ZodType][] => [
  [name, document(all), shape],
  [`${name}, as far as allowed`, document(none), shape],
]
const inIds = (name: string) => inBulk(name, shapes.BareId)

/** Every document, with the shape that its answer is read through. */
const pairs: [string, string, z.ZodType][] = [
  ['shop', documents.shopQuery, Shop],
  ...eachWay('changed orders', documents.changedOrdersQuery, ChangedOrders),
  ...eachWay('orders', documents.ordersQuery, ManyOrders),
  ...eachWay('lines of an order', documents.orderLinesQuery, OrderLines),
  ...eachWay('changed customers', documents.changedCustomersQuery, ChangedCustomers),
  ...eachWay('customers', documents.customersQuery, shapes.ManyCustomers),
  ['changed products', documents.changedProductsQuery, shapes.ChangedProducts],
  ...eachWay('a page of products', documents.productsPageQuery, shapes.ProductsPage),
  ...eachWay('products', documents.productsQuery, ManyProducts),
  ...eachWay('variants of a product', documents.productVariantsQuery, shapes.ProductVariants),
  ['presence', documents.presentQuery, shapes.Present],
  ['start of a bulk operation', documents.startBulkMutation, StartedBulk],
  ['bulk operation', documents.bulkQuery, Bulk],
  ...eachWay('all orders', documents.allOrders, inBulk('orders', BareOrder.extend({ lineItems: lines }))),
  ...eachWay('all customers', documents.allCustomers, inBulk('customers', Customer)),
  ...eachWay('all products', documents.allProducts, inBulk('products', BareProduct.extend({ variants }))),
  ['ids of orders', documents.allOrderIds, inIds('orders')],
  ['ids of customers', documents.allCustomerIds, inIds('customers')],
  ['ids of products', documents.allProductIds, inIds('products')],
  ['subscriptions', documents.subscriptionsQuery, Subscriptions],
  ['a subscription', documents.subscribeMutation, Subscribed],
  ['a subscription of an earlier version', documents.resubscribeMutation, shapes.Resubscribed],
  ['the end of a subscription', documents.unsubscribeMutation, shapes.Unsubscribed],
]

test('this test knows every document', () => {
  const texts = new Set(pairs.map(([, document]) => document))
  const written = Object.values(documents).flatMap((each) =>
    typeof each === 'string' ? [each] : [each(all), each(none)],
  )
  expect(written.filter((document) => !texts.has(document))).toEqual([])
})

test.each(pairs)("%s is a question that Shopify's schema answers", (_name, document) => {
  expect(validate(schema, parse(document)).map(({ message }) => message)).toEqual([])
})

test.each(pairs)('the shape of %s fits what the schema answers', (_name, document, shape) => {
  const operation = parse(document).definitions[0] as OperationDefinitionNode
  const root = operation.operation === 'mutation' ? schema.getMutationType() : schema.getQueryType()
  expect(misfits(shape, root as GraphQLOutputType, operation.selectionSet, '')).toEqual([])
})

test('a shape that expects a value where the schema allows none is found', () => {
  const wrong = z.object({ shop: z.object({ name: z.int(), email: z.string() }) })
  const document = '{ order(id: "1") { id cancelledAt } shop { name } }'
  const { selectionSet } = parse(document).definitions[0] as OperationDefinitionNode
  const root = schema.getQueryType() as GraphQLOutputType
  expect(misfits(wrong, root, selectionSet, '')).toEqual(['.shop.name is String', '.shop.email is not asked for'])
  expect(misfits(z.object({ order: z.object({ cancelledAt: z.string() }) }), root, selectionSet, '')).toEqual([
    '.order may be null',
  ])
})

/** Where a shape and what a selection answers differ. */
function misfits(
  shape: z.ZodType,
  type: GraphQLOutputType,
  selection: SelectionSetNode | undefined,
  path: string,
): string[] {
  const inner = withoutNull(shape)
  if (!isNonNullType(type) && path !== '' && inner === shape) return [`${path} may be null`]
  const bare = getNullableType(type)
  if (isListType(bare)) {
    return inner instanceof z.ZodArray
      ? misfits(inner.element as z.ZodType, bare.ofType, selection, `${path}[]`)
      : [`${path} is a list`]
  }
  const fragment = selection?.selections.find((one) => one.kind === 'InlineFragment')
  if (isInterfaceType(bare) && fragment?.typeCondition) {
    const type = schema.getType(fragment.typeCondition.name.value) as GraphQLOutputType
    return misfits(shape, type, fragment.selectionSet, path)
  }
  const named = getNamedType(bare)
  if (!isObjectType(named))
    return kindOf(inner) === (isEnumType(named) ? 'string' : scalars[named.name]) ? [] : [`${path} is ${named.name}`]
  if (!(inner instanceof z.ZodObject)) return [`${path} is an object`]
  return Object.entries(inner.shape).flatMap(([key, each]) => {
    const field = selection?.selections.find((one): one is FieldNode => one.kind === 'Field' && one.name.value === key)
    const subField = field && named.getFields()[key]
    if (!subField) return each instanceof z.ZodOptional ? [] : [`${path}.${key} is not asked for`]
    return misfits(each as z.ZodType, subField.type, field.selectionSet, `${path}.${key}`)
  })
}

function withoutNull(shape: z.ZodType): z.ZodType {
  if (shape instanceof z.ZodOptional) return withoutNull(shape.unwrap() as z.ZodType)
  return shape instanceof z.ZodNullable ? (shape.unwrap() as z.ZodType) : shape
}

const scalars: Record<string, string> = {
  ...{ ID: 'string', String: 'string', DateTime: 'string', Decimal: 'string', Money: 'string', URL: 'string' },
  ...{ UnsignedInt64: 'string', Int: 'number', Boolean: 'boolean' },
}

function kindOf(shape: z.ZodType): string | undefined {
  if (shape instanceof z.ZodString || shape instanceof z.ZodStringFormat) return 'string'
  if (shape instanceof z.ZodNumber) return 'number'
  return shape instanceof z.ZodBoolean ? 'boolean' : undefined
}
