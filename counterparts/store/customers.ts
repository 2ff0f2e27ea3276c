import { chance, pick } from '../shared/random.ts'

/** Gives the customer of an order without a table: orders are shuffled, and each customer owns a range of the shuffled row. */
export type CustomersOfOrders = {
  count: number
  customerOf: (order: number) => number | null
  /** The orders that a customer had at the start. */
  ordersOf: (customer: number) => number[]
}

export type Person = { firstName: string; lastName: string; email: string }

const prime = 611_953

/** Some customers buy often, most once or twice; a few orders have no customer. */
export function customersOf(seed: number, orders: number): CustomersOfOrders {
  const count = Math.max(1, Math.ceil(orders / 3))
  const step = orders % prime === 0 ? 1 : prime
  const back = inverseOf(step, orders)
  const shift = Math.floor(chance(seed, 0, 70) * orders)
  const isGuest = (order: number) => chance(seed, order, 71) < 0.04
  // Squaring gives the first customers long ranges and the last ones short ones.
  const edge = (customer: number) => Math.ceil(orders * Math.sqrt(customer / count))
  const customerOf = (order: number) => {
    if (isGuest(order)) return null
    const place = (order * step + shift) % orders
    const near = Math.min(count - 1, Math.floor(count * (place / orders) ** 2))
    return edge(near) > place ? near - 1 : edge(near + 1) <= place ? near + 1 : near
  }
  const ordersOf = (customer: number) => {
    const first = edge(customer)
    const stretch = Array.from({ length: edge(customer + 1) - first }, (_, index) => first + index)
    const theirs = stretch.map((place) => Number((BigInt(place - shift + orders) * BigInt(back)) % BigInt(orders)))
    return theirs.filter((order) => !isGuest(order)).sort((a, b) => a - b)
  }
  return { count, customerOf, ordersOf }
}

/** The inverse of multiplying by `step`, modulo `size`. */
function inverseOf(step: number, size: number): number {
  let [rest, next, factor, following] = [size, step % size, 0, 1]
  while (next > 0) {
    const quotient = Math.floor(rest / next)
    ;[rest, next] = [next, rest - quotient * next]
    ;[factor, following] = [following, factor - quotient * following]
  }
  return ((factor % size) + size) % size
}

const firstNames = [
  'Ada',
  'Ben',
  'Chloé',
  'Daniel',
  'Elif',
  'Finn',
  'Grace',
  'Hugo',
  'Ines',
  'Jonas',
  'Kaito',
  'Lena',
  'Marta',
  'Noah',
]
const lastNames = [
  'Almeida',
  'Brown',
  'Chen',
  'Dubois',
  "O'Neill",
  'Fischer',
  'García',
  'Hansen',
  'Ito',
  'Jensen',
  'Kowalski',
  'Larsen',
]
const hostileNames = ['<img src=x onerror=alert(1)>', '=1+1', "Robert'); DROP TABLE orders;--", '@SUM(A1:A9)']

export function personAt(seed: number, customer: number, isHostile: boolean): Person {
  const isOdd = isHostile && customer % 11 === 5
  const firstName = isOdd ? pick(hostileNames, seed, customer, 82) : pick(firstNames, seed, customer, 80)
  return { firstName, lastName: pick(lastNames, seed, customer, 81), email: `customer${customer + 1}@shop.example` }
}
