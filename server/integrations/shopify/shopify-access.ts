/** What the store lets our app read. It asks for one record of each kind, exactly as a sync does, so that Test says what a sync will find. */
import { cleanLine } from 'contract/text.ts'
import { z } from 'zod'
import type { CallContext, Connection } from '../provider.ts'
import { isOptionalField, type OptionalField, optionalFields } from './optional-fields.ts'
import { askShopify, ShopifyError, shopifyVersion } from './shopify-call.ts'
import { changedCustomersQuery, changedOrdersQuery, productsPageQuery, shopQuery } from './shopify-documents.ts'
import { Shop } from './shopify-shapes.ts'
import { type Kind, kinds } from './shopify-topics.ts'

type Caller = CallContext & { signal?: AbortSignal }

/** `withheld`: optional fields that are refused; `denied`: kinds of which nothing may be read, with Shopify's reason. */
export type Access = { withheld: Set<OptionalField>; denied: Partial<Record<Kind, string>> }

/** The permissions that the product uses. Without read_all_orders it can read only the orders of the last 60 days. */
const wantedScopes = ['read_orders', 'read_all_orders', 'read_customers', 'read_products', 'read_inventory']

/** A right to write includes the right to read. */
const isGranted = (scope: string, granted: string[]) =>
  granted.includes(scope) || granted.includes(scope.replace(/^read_/, 'write_'))

/** What the shop says about itself, and what our app may read of it. */
export async function readShop(connection: Connection, context: Caller) {
  const question = { operation: 'Read the shop', query: shopQuery, shape: Shop }
  const { data, version } = await askShopify(connection, context, question)
  const granted = data.currentAppInstallation.accessScopes.map(({ handle }) => handle)
  const access = await findAccess(connection, context, granted)
  const missing = wantedScopes.filter((scope) => !isGranted(scope, granted))
  const isOld = version !== null && version !== shopifyVersion
  const tooOld = `Shopify answered with version ${version} in place of ${shopifyVersion}: this program is too old for it`
  const shop = { ...data.shop, name: cleanLine(data.shop.name) }
  return { shop, granted, missing, access, warning: isOld ? [tooOld] : [] }
}

async function findAccess(connection: Connection, context: Caller, granted: string[]): Promise<Access> {
  const access: Access = { withheld: new Set(), denied: {} }
  if (!isGranted('read_customers', granted)) {
    access.withheld.add('Order.customer')
    access.denied.customers = 'the app lacks the permission read_customers'
  }
  for (const kind of kinds) if (!access.denied[kind]) await tryKind(connection, context, kind, access)
  return access
}

/** More than one record: an order without a customer says nothing about customers. */
const sampleSize = 10

async function tryKind(connection: Connection, context: Caller, kind: Kind, access: Access): Promise<void> {
  const variables = { first: sampleSize, after: null, query: null }
  try {
    await askAllowed(access.withheld, kind, (withheld) =>
      askShopify(connection, context, { ...samples[kind](withheld), variables }),
    )
  } catch (error) {
    if (!isDenial(error)) throw error
    access.denied[kind] = error.message.replace(/^Shopify gives no access: /, '')
  }
}

const isDenial = (error: unknown): error is ShopifyError =>
  error instanceof ShopifyError && error.code === 'ACCESS_DENIED'

/** Asks again without each optional field that is refused, and notes the field in `withheld`. @throws {ServiceError} when nothing may be read */
export async function askAllowed<Answer>(
  withheld: Access['withheld'],
  kind: Kind,
  ask: (withheld: Access['withheld']) => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    try {
      return await ask(withheld)
    } catch (error) {
      const field = isDenial(error) ? refusedField(kind, error) : undefined
      if (!field || withheld.has(field)) throw error
      withheld.add(field)
    }
  }
}

/** Only whether it is refused matters here: one odd record must not stop a sync before it begins. */
const anything = z.unknown()

type Sample = { operation: string; query: string; shape: z.ZodType }

const samples: Record<Kind, (withheld: Access['withheld']) => Sample> = {
  orders: (withheld) => ({
    ...{ operation: 'Try to read orders', query: changedOrdersQuery(withheld), shape: anything },
  }),
  customers: (withheld) => ({
    ...{ operation: 'Try to read customers', query: changedCustomersQuery(withheld), shape: anything },
  }),
  products: (withheld) => ({
    ...{ operation: 'Try to read products', query: productsPageQuery(withheld), shape: anything },
  }),
}

/** The types whose fields a question about a kind names. */
const typesOf: Record<Kind, string[]> = {
  orders: ['Order', 'LineItem'],
  customers: ['Customer'],
  products: ['ProductVariant'],
}

/** The optional field that a refusal is about: named by its path, or by its words ('not approved to use the email field', 'access the Customer object'). */
function refusedField(kind: Kind, { path, message }: ShopifyError): OptionalField | undefined {
  const words = [...(/\b(\w{1,60}) (?:field|object)\b/i.exec(message)?.slice(1) ?? [])]
  const names = [...path.filter((each) => typeof each === 'string').toReversed(), ...words]
  for (const name of names) {
    const lower = name.charAt(0).toLowerCase() + name.slice(1)
    const scopes = typesOf[kind].flatMap((type) => [`${type}.${lower}`, `${type}.${renamed[lower] ?? ''}`])
    const field = scopes.find(isOptionalField)
    if (field) return field
  }
  return undefined
}

/** Other names that refusals use for a field. */
const renamed: Record<string, string> = {
  emailAddress: 'defaultEmailAddress',
  email: 'defaultEmailAddress',
  unitCost: 'inventoryItem',
}

/** What cannot be read, in words for the card; empty when all can. */
export const withheldWords = ({ withheld, denied }: Access): string[] => [
  ...kinds.flatMap((kind) => (denied[kind] ? [kind] : [])),
  ...[...withheld]
    .filter((field) => !(denied.customers && field === 'Order.customer'))
    .map((field) => optionalFields[field]),
]

/** What may be read is read; what may not is an error, since revenue or products are missing. */
export const deniedWords = (denied: Access['denied']): string =>
  kinds
    .flatMap((kind: Kind) =>
      denied[kind] && kind !== 'customers' ? [`Shopify gives no access to ${kind}: ${denied[kind]}`] : [],
    )
    .join('. ')
