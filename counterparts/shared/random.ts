/**
 * A number in [0, 1) that depends only on its arguments: the value at an index is the same in every run, in whatever order values are
 * requested, and none has to be stored.
 */
export function chance(seed: number, index: number, salt = 0): number {
  return hash(seed, index, salt) / 2 ** 32
}

/** The same value as 32 bits. */
export function hash(seed: number, index: number, salt = 0): number {
  let value =
    Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35) ^ Math.imul(salt + 1, 0x27d4eb2f)
  for (let round = 0; round < 2; round += 1) {
    value = Math.imul(value ^ (value >>> 16), 0x7feb352d)
    value = Math.imul(value ^ (value >>> 15), 0x846ca68b)
  }
  return (value ^ (value >>> 16)) >>> 0
}

/** One item of a list. */
export function pick<T>(list: readonly T[], seed: number, index: number, salt = 0): T {
  const found = list[Math.floor(chance(seed, index, salt) * list.length)]
  if (found === undefined) throw new Error('There is nothing to pick from')
  return found
}

/** Letters and digits like those that providers issue, the same for the same arguments. */
export function secretOf(seed: number, index: number, length: number): string {
  const letters = '0123456789abcdef'
  return Array.from({ length }, (_, place) => letters[hash(seed, index, place + 100) % 16]).join('')
}
