import { chance, pick } from '../shared/random.ts'

export type Variant = {
  index: number
  product: number
  sku: string | null
  option: string
  /** In the smallest unit of the currency. */
  price: number
  cost: number | null
  isTracked: boolean
}
export type Product = {
  index: number
  title: string
  status: 'ACTIVE' | 'DRAFT' | 'ARCHIVED' | 'UNLISTED'
  type: string
  variants: Variant[]
}

const materials = [
  'Oak',
  'Steel',
  'Walnut',
  'Canvas',
  'Copper',
  'Leather',
  'Linen',
  'Brass',
  'Wool',
  'Ceramic',
  'Ash',
  'Cork',
]
const things = [
  'Lamp',
  'Stool',
  'Tray',
  'Bag',
  'Kettle',
  'Wallet',
  'Apron',
  'Hook',
  'Blanket',
  'Mug',
  'Shelf',
  'Board',
  'Clock',
]
const options = ['Small', 'Medium', 'Large', 'Extra Large', 'Natural', 'Black']

/** Titles that an attacker could use: markup, a formula, a very long one, another script. */
const hostile = [
  '<script>alert(1)</script>',
  '=HYPERLINK("http://evil.example","Click")',
  `Long ${'n'.repeat(10_000)}`,
  '{{constructor.constructor("return 1")()}}',
  'مصباح\u202Eexe.gpj',
]

/** All products of a shop; a few hundred, so they are stored. */
export function productsOf(seed: number, count: number, isHostile: boolean, unit: number): Product[] {
  let variants = 0
  return Array.from({ length: count }, (_, index) => {
    const many = chance(seed, index, 10) < 0.3 ? 1 : 2 + Math.floor(chance(seed, index, 11) * 4)
    const price = (5 + Math.floor(chance(seed, index, 12) ** 2 * 240)) * unit - (unit > 1 ? 1 : 0)
    const product = {
      index,
      title: titleOf(seed, index, isHostile),
      status: statusOf(chance(seed, index, 13)),
      type: pick(things, seed, index, 15),
      variants: Array.from({ length: many }, (_, place) =>
        variantOf(seed, index, place, variants + place, price, unit),
      ),
    }
    variants += many
    return product
  })
}

function titleOf(seed: number, index: number, isHostile: boolean): string {
  if (isHostile && index % 7 === 3) return pick(hostile, seed, index, 16)
  return `${pick(materials, seed, index, 14)} ${pick(things, seed, index, 15)} ${index + 1}`
}

const statusOf = (share: number): Product['status'] => (share < 0.03 ? 'DRAFT' : share < 0.06 ? 'ARCHIVED' : 'ACTIVE')

function variantOf(seed: number, product: number, place: number, index: number, price: number, unit: number): Variant {
  const own = price + place * 2 * unit
  return {
    index,
    product,
    sku: chance(seed, index, 20) < 0.02 ? null : `NS-${String(product + 1).padStart(4, '0')}-${place + 1}`,
    option: options[place] ?? 'Natural',
    price: own,
    cost: chance(seed, index, 21) < 0.1 ? null : Math.round(own * (0.35 + 0.25 * chance(seed, index, 22))),
    isTracked: chance(seed, index, 23) >= 0.05,
  }
}
