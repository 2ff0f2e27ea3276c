import { expect, test } from 'vitest'
import { scaleOf } from './pdf-scale.ts'

test.each([
  ['a letter', 612, 792, 2_000],
  ['a plan', 3_370, 2_384, 2_000],
])('%s is drawn as wide as the screen', (_, width, height, shown) => {
  expect(width * scaleOf({ width, height }, shown)).toBeCloseTo(shown)
})

test.each([
  ['a narrow tall page', 3, 14_400],
  ['a strip of a label printer', 100, 14_400],
  ['a page of a point', 1, 1],
  ['a wide flat page', 14_400, 3],
])('%s has no more pixels than a browser can draw (X7)', (_, width, height) => {
  const scale = scaleOf({ width, height }, 2_000)
  expect(scale).toBeGreaterThan(0)
  expect(width * height * scale ** 2).toBeLessThanOrEqual(16_000_000 * 1.001)
  expect(height * scale).toBeLessThanOrEqual(16_384)
})
