import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nestingFaults } from './line-loops.ts'

const nestings = (...pairs: string[]) =>
  pairs.map((pair) => ({ parent: pair.split('>')[0] ?? '', component: pair.split('>')[1] ?? '' }))

test('an item that contains itself is reported with its path; an item above it is not', () => {
  const faults = nestingFaults(nestings('a>b', 'b>c', 'c>b', 'c>d'))
  expect([...faults]).toEqual([
    ['b', ['b', 'c', 'b']],
    ['c', ['c', 'b', 'c']],
  ])
  expect([...nestingFaults(nestings('a>a'))]).toEqual([['a', ['a', 'a']]])
})

test('20 levels are allowed, 21 are not', () => {
  const chain = (length: number) => Array.from({ length: length - 1 }, (_, index) => `n${index}>n${index + 1}`)
  expect(nestingFaults(nestings(...chain(20))).size).toBe(0)
  const faults = nestingFaults(nestings(...chain(21), 'x>y'))
  expect(faults.size).toBe(21)
  expect(new Set(faults.values())).toEqual(new Set([null]))
})

test('a diamond of any width is not a loop', () => {
  const pairs = Array.from({ length: 19 }, (_, n) => [
    `l${n}>l${n + 1}`,
    `l${n}>r${n + 1}`,
    `r${n}>l${n + 1}`,
    `r${n}>r${n + 1}`,
  ])
  expect(nestingFaults(nestings(...pairs.flat())).size).toBe(0)
})

test('a loop is found exactly when there is one, and the path reported is a loop', () => {
  const edges = fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 14 })
  fc.assert(
    fc.property(edges, (pairs) => {
      const faults = nestingFaults(pairs.map(([one, other]) => ({ parent: `${one}`, component: `${other}` })))
      const reaches = (from: number, to: number, seen = new Set<number>()): boolean =>
        pairs.some(
          ([one, other]) => one === from && (other === to || (!seen.has(other) && reaches(other, to, seen.add(other)))),
        )
      const onLoop = [...Array(8).keys()].filter((item) => reaches(item, item)).map(String)
      expect(faults.size > 0).toBe(onLoop.length > 0)
      for (const [item, path] of faults) {
        expect(onLoop).toContain(item)
        expect([path?.[0], path?.at(-1)]).toEqual([item, item])
        for (const [index, step] of (path ?? []).slice(1).entries()) {
          expect(pairs).toContainEqual([Number(path?.[index]), Number(step)])
        }
      }
    }),
  )
})
