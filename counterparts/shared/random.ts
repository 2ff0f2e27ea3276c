/**
 * A number in [0, 1) that depends on nothing but its arguments: what stands at an index is the same in every run, in
 * whatever order it is asked for, and nothing of it has to be kept.
 */
export function chance(seed: number, index: number, salt = 0): number {
  return hash(seed, index, salt) / 2 ** 32
}

/** 32 bits of the same. */
export function hash(seed: number, index: number, salt = 0): number {
  let value =
    Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35) ^ Math.imul(salt + 1, 0x27d4eb2f)
  for (let round = 0; round < 2; round += 1) {
    value = Math.imul(value ^ (value >>> 16), 0x7feb352d)
    value = Math.imul(value ^ (value >>> 15), 0x846ca68b)
  }
  return (value ^ (value >>> 16)) >>> 0
}

/** One of a list. */
export function pick<T>(list: readonly T[], seed: number, index: number, salt = 0): T {
  const found = list[Math.floor(chance(seed, index, salt) * list.length)]
  if (found === undefined) throw new Error('There is nothing to pick from')
  return found
}

/** Letters and digits that look like what providers hand out, the same for the same arguments. */
export function secretOf(seed: number, index: number, length: number): string {
  const letters = '0123456789abcdef'
  return Array.from({ length }, (_, place) => letters[hash(seed, index, place + 100) % 16]).join('')
}
