import { isoOf } from '../shared/clock.ts'
import { chance } from '../shared/random.ts'
import type { Product, Variant } from '../store/products.ts'
import { listed, type PageArguments } from './connections.ts'
import { amountOf, money } from './money-fields.ts'
import { available, type Context, gid, gidOf, type Location, need, numberOf } from './shop.ts'

export function productObject(context: Context, product: Product) {
  const { store } = context.shop
  const onHand = () => product.variants.reduce((sum, variant) => sum + everywhere(context, variant), 0)
  return {
    __typename: 'Product',
    id: gidOf('Product', product.index),
    legacyResourceId: String(numberOf('Product', product.index)),
    title: product.title,
    handle: `product-${product.index + 1}`,
    description: `${product.title}.`.slice(0, 500),
    status: product.status,
    productType: product.type,
    vendor: context.shop.name,
    tags: [],
    isGiftCard: false,
    hasOnlyDefaultVariant: product.variants.length === 1,
    tracksInventory: product.variants.some(({ isTracked }) => isTracked),
    totalInventory: onHand,
    variantsCount: { count: product.variants.length, precision: 'EXACT' },
    ...datesOf(context, product.index),
    variants: (args: PageArguments) =>
      listed(context, args, product.variants, (variant) => variantObject(context, variant)),
    priceRangeV2: {
      minVariantPrice: money(Math.min(...product.variants.map(({ price }) => price)), store.currency),
      maxVariantPrice: money(Math.max(...product.variants.map(({ price }) => price)), store.currency),
    },
  }
}

/** Products are older than the first order; some were changed since. */
export function productTimes({ shop }: Context, index: number): { createdAt: number; updatedAt: number } {
  const { seed, source } = shop.store
  const start = source.calendar.end - 740 * 86_400
  return {
    createdAt: start + index,
    updatedAt: start + index + Math.floor(chance(seed, index, 95) ** 3 * 740 * 86_400),
  }
}

function datesOf(context: Context, index: number) {
  const { createdAt, updatedAt } = productTimes(context, index)
  return { createdAt: isoOf(createdAt), publishedAt: isoOf(createdAt), updatedAt: isoOf(updatedAt) }
}

const everywhere = ({ shop }: Context, { index }: Variant) =>
  shop.locations.reduce((sum, { id }) => sum + available(shop, index, id), 0)

export function variantObject(context: Context, variant: Variant) {
  const { store } = context.shop
  const product = store.products[variant.product] as Product
  return {
    __typename: 'ProductVariant',
    id: gidOf('ProductVariant', variant.index),
    legacyResourceId: String(numberOf('ProductVariant', variant.index)),
    sku: variant.sku,
    title: product.variants.length === 1 ? 'Default Title' : variant.option,
    displayName: `${product.title} - ${variant.option}`,
    barcode: null,
    price: amountOf(variant.price, store.currency),
    compareAtPrice: null,
    position: product.variants.indexOf(variant) + 1,
    taxable: true,
    availableForSale: true,
    inventoryPolicy: 'DENY',
    selectedOptions: [{ name: 'Size', value: variant.option }],
    inventoryQuantity: () => everywhere(context, variant),
    ...datesOf(context, product.index),
    product: () => {
      need(context, 'product', 'read_products')
      return productObject(context, product)
    },
    inventoryItem: () => {
      need(context, 'inventoryItem', 'read_inventory', 'read_products')
      return inventoryItemObject(context, variant)
    },
  }
}

export function inventoryItemObject(context: Context, variant: Variant) {
  const { shop } = context
  const level = (location: Location) => levelObject(context, variant, location)
  return {
    __typename: 'InventoryItem',
    id: gidOf('InventoryItem', variant.index),
    legacyResourceId: String(numberOf('InventoryItem', variant.index)),
    sku: variant.sku,
    tracked: variant.isTracked,
    requiresShipping: true,
    duplicateSkuCount: 0,
    unitCost: variant.cost === null ? null : money(variant.cost, shop.store.currency),
    ...datesOf(context, variant.product),
    variant: () => variantObject(context, variant),
    locationsCount: { count: shop.locations.length, precision: 'EXACT' },
    inventoryLevels: (args: PageArguments) => {
      need(context, 'inventoryLevels', 'read_inventory')
      return listed(context, args, shop.locations, level)
    },
    inventoryLevel: ({ locationId }: { locationId: string }) => {
      need(context, 'inventoryLevel', 'read_inventory')
      const location = shop.locations.find(({ id }) => gid('Location', id) === locationId)
      return location ? level(location) : null
    },
  }
}

function levelObject(context: Context, variant: Variant, location: Location) {
  const { shop } = context
  const item = numberOf('InventoryItem', variant.index)
  const id = gid('InventoryLevel', `${location.id}?inventory_item_id=${item}`)
  const quantity = (name: string) => {
    const isCounted = name === 'available' || name === 'on_hand'
    return { id: `${id}&name=${name}`, name, quantity: isCounted ? available(shop, variant.index, location.id) : 0 }
  }
  return {
    __typename: 'InventoryLevel',
    id,
    isActive: true,
    canDeactivate: false,
    ...datesOf(context, variant.product),
    quantities: ({ names }: { names: string[] }) => names.map(quantity),
    item: () => inventoryItemObject(context, variant),
    location: () => locationObject(context, location),
  }
}

export function locationObject(context: Context, { id, name }: Location) {
  need(context, 'location', 'read_locations', 'read_inventory')
  return {
    __typename: 'Location',
    id: gid('Location', id),
    legacyResourceId: String(id),
    name,
    isActive: true,
    activatable: false,
    deactivatable: false,
    deletable: false,
    addressVerified: true,
    fulfillsOnlineOrders: true,
    hasActiveInventory: true,
    hasUnfulfilledOrders: true,
    isFulfillmentService: false,
    shipsInventory: true,
    address: {
      formatted: ['1 Market Street', 'Springfield'],
      city: 'Springfield',
      country: 'United States',
      countryCode: 'US',
    },
  }
}
