import { type GraphQLResolveInfo, getDirectiveValues } from 'graphql'
import { inventoryItemObject, locationObject } from './product-objects.ts'
import { adminSchema } from './schema.ts'
import { available, badRequest, type Context, gid, indexOf, need, type Shop, stockKey } from './shop.ts'

type Row = {
  inventoryItemId: string
  locationId: string
  changeFromQuantity?: number | null
  quantity?: number
  delta?: number
}
type Input = { name: string; reason: string; referenceDocumentUri?: string | null; quantities?: Row[]; changes?: Row[] }
type UserError = { field: string[]; message: string; code: string }
type Change = { variant: number; location: number; before: number; after: number }

const reasons = [
  'correction',
  'cycle_count_available',
  'received',
  'shrinkage',
  'damaged',
  'restock',
  'other',
  'movement_updated',
]
const lowest = -1_000_000_000
const highest = 1_000_000_000

/** The answers by idempotency key; a second request with the same key and input gets the same answer. */
export type Kept = Map<string, { input: string; payload: unknown }>

export type StockWritten = (variant: number, location: number) => void

/** inventorySetQuantities and inventoryAdjustQuantities; a key makes each repeatable. */
export function inventoryMutations(context: Context, kept: Kept, written: StockWritten) {
  const run = (field: 'quantities' | 'changes') => (args: { input: Input }, _: unknown, info: GraphQLResolveInfo) => {
    need(context, info.fieldName, 'write_inventory')
    const key = keyOf(info)
    const input = JSON.stringify(args.input)
    const before = kept.get(key)
    if (before && before.input !== input) return failed([mismatch])
    if (before) return before.payload
    const payload = write(context, args.input, field, written)
    if (payload.userErrors.length === 0) kept.set(key, { input, payload })
    return payload
  }
  return { inventorySetQuantities: run('quantities'), inventoryAdjustQuantities: run('changes') }
}

const mismatch = {
  field: ['input'],
  message: 'The same idempotency key cannot be used with different operation parameters.',
  code: 'IDEMPOTENCY_KEY_PARAMETER_MISMATCH',
}
const failed = (userErrors: UserError[]) => ({ inventoryAdjustmentGroup: null, userErrors })

function keyOf({ fieldNodes, variableValues }: GraphQLResolveInfo): string {
  const directive = adminSchema().getDirective('idempotent')
  const [node] = fieldNodes
  const values = directive && node ? getDirectiveValues(directive, node, variableValues) : undefined
  const key = String(values?.key ?? '').trim()
  if (!key) throw badRequest('The @idempotent directive is required for this mutation but was not provided.')
  return key
}

function write(context: Context, input: Input, field: 'quantities' | 'changes', written: StockWritten) {
  const { shop } = context
  const rows = input[field] ?? []
  if (rows.length > 250)
    throw badRequest(`The input array size of ${rows.length} is greater than the maximum allowed of 250.`)
  const checked = rows.map((row, index) => checkedRow(shop, row, ['input', field, String(index)]))
  const userErrors = [...inputErrors(input, field, rows), ...checked.flatMap(({ errors }) => errors)]
  if (userErrors.length > 0) return failed(userErrors)
  const changes = checked.flatMap(({ change }) => change ?? [])
  for (const { variant, location, after } of changes) {
    shop.stock.set(stockKey(variant, location), after)
    written(variant, location)
  }
  return { inventoryAdjustmentGroup: groupObject(context, input, changes), userErrors: [] }
}

function inputErrors(input: Input, field: string, rows: Row[]): UserError[] {
  const errors: UserError[] = []
  if (!['available', 'on_hand'].includes(input.name)) {
    const code = field === 'quantities' ? 'INVALID_NAME' : 'INVALID_QUANTITY_NAME'
    errors.push({
      field: ['input', 'name'],
      message: "The quantity name must be either 'available' or 'on_hand'.",
      code,
    })
  }
  if (!reasons.includes(input.reason)) {
    errors.push({ field: ['input', 'reason'], message: 'The specified reason is invalid.', code: 'INVALID_REASON' })
  }
  const pairs = rows.map(({ inventoryItemId, locationId }) => `${inventoryItemId} ${locationId}`)
  if (field === 'quantities' && new Set(pairs).size < pairs.length) {
    const message = 'The combination of inventoryItemId and locationId must be unique.'
    errors.push({ field: ['input', field], message, code: 'NO_DUPLICATE_INVENTORY_ITEM_ID_GROUP_ID_PAIR' })
  }
  return errors
}

function checkedRow(shop: Shop, row: Row, path: string[]): { errors: UserError[]; change?: Change } {
  const fail = (field: string, message: string, code: string) => ({
    errors: [{ field: [...path, field], message, code }],
  })
  const variant = indexOf('InventoryItem', row.inventoryItemId)
  const location = shop.locations.find(({ id }) => gid('Location', id) === row.locationId)
  if (variant === undefined || !shop.store.variants[variant]) {
    return fail('inventoryItemId', 'The specified inventory item could not be found.', 'INVALID_INVENTORY_ITEM')
  }
  if (!location) return fail('locationId', 'The specified location could not be found.', 'INVALID_LOCATION')
  if (row.changeFromQuantity === undefined) {
    throw badRequest(
      `Argument 'changeFromQuantity' of ${path.join('.')} is required; pass null to opt out of the check.`,
    )
  }
  const before = available(shop, variant, location.id)
  if (row.changeFromQuantity !== null && row.changeFromQuantity !== before) {
    const message = 'The changeFromQuantity argument no longer matches the persisted quantity.'
    return fail('changeFromQuantity', message, 'CHANGE_FROM_QUANTITY_STALE')
  }
  const after = row.quantity ?? before + (row.delta ?? 0)
  if (after < lowest)
    return fail('quantity', "The quantity can't be lower than -1,000,000,000.", 'INVALID_QUANTITY_TOO_LOW')
  if (after > highest)
    return fail('quantity', "The quantity can't be higher than 1,000,000,000.", 'INVALID_QUANTITY_TOO_HIGH')
  return { errors: [], change: { variant, location: location.id, before, after } }
}

function groupObject(context: Context, input: Input, changes: Change[]) {
  const { shop } = context
  return {
    __typename: 'InventoryAdjustmentGroup',
    id: gid('InventoryAdjustmentGroup', shop.clock.now()),
    createdAt: shop.clock.iso(),
    reason: input.reason,
    referenceDocumentUri: input.referenceDocumentUri ?? null,
    changes: () =>
      changes.map(({ variant, location, before, after }) => ({
        name: input.name,
        delta: after - before,
        quantityAfterChange: after,
        item: () => inventoryItemObject(context, shop.store.variants[variant] as never),
        location: () => locationObject(context, shop.locations.find(({ id }) => id === location) as never),
      })),
  }
}
