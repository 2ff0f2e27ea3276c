import fc from 'fast-check'
import { expect, test } from 'vitest'
import { oddShape, repeatedKey } from './json-body.ts'

test.each([
  ['{"a":1,"a":2}', 'a'],
  ['{"a":1,"b":{"c":1,"c":2}}', 'c'],
  ['[{"a":1},{"b":1,"b":1}]', 'b'],
  ['{"a":[{"x":1}],"a":1}', 'a'],
  ['{"\\u0061":1,"a":2}', 'a'],
  ['{"":1,"":2}', ''],
  ['{"a":{"a":{"a":1}},"b":["a","a"],"c":"a"}', null],
  ['{"a":"\\"a\\":1,\\"a\\":2","b":"\\\\"}', null],
  ['[["a","a"],"a"]', null],
  ['"a"', null],
  ['null', null],
])('%s: %j', (json, key) => expect(repeatedKey(json)).toBe(key))

test('JSON made from any object has no key twice', () => {
  fc.assert(fc.property(fc.json({ maxDepth: 6 }), (json) => repeatedKey(JSON.stringify(JSON.parse(json))) === null))
})

test.each([
  ['is nested more than 20 deep', `${'['.repeat(21)}${']'.repeat(21)}`],
  [
    'has an object of more than 1100 keys',
    JSON.stringify(Object.fromEntries(Array.from({ length: 1_101 }, (_, key) => [key, 0]))),
  ],
  ['has more than 20000 values', JSON.stringify(Array(20_002).fill(0))],
  [null, `${'['.repeat(20)}${']'.repeat(20)}`],
  [null, JSON.stringify(Array(1_000).fill({ a: ',,', b: '{"[', c: 1 }))],
  [null, '{"a":"\\"'],
])('the shape of a body: %s', (fault, json) => expect(oddShape(json)).toBe(fault))
