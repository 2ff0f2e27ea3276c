import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { boxOf, resize } from '../testing/look.ts'
import { open } from '../testing/product.tsx'

const sizeOf = () => document.documentElement.style.fontSize

test('the font slider stays under the pointer while it is dragged, and what is not saved stays in sight', async () => {
  await resize(1_200, 600)
  open('/settings/design', 'manager')
  const slider = page.getByRole('slider', { name: 'Font Size' })
  await expect.element(slider).toBeVisible()
  slider.element().scrollIntoView({ block: 'center' })
  const before = boxOf(slider)
  const sizes: string[] = []
  const note = () => sizes.push(`${sizeOf()} at ${boxOf(slider).x}`)
  slider.element().addEventListener('input', note)
  await userEvent.dragAndDrop(slider, slider, {
    sourcePosition: { x: before.width / 2, y: before.height / 2 },
    targetPosition: { x: before.width - 2, y: before.height / 2 },
    steps: 5,
  } as object)
  await expect.element(slider).toHaveValue('20')
  // The size changes when the finger lifts: else the slider would move away below it.
  expect(new Set(sizes)).toEqual(new Set([` at ${before.x}`]))
  await expect.poll(sizeOf).toBe('125%')
  ;(slider.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(sizeOf).toBe('118.75%')
  for (const [width, height] of [
    [1_200, 600],
    [390, 700],
  ] as const) {
    await page.viewport(width, height)
    document.querySelector('main')?.scrollTo({ top: 0 })
    await expect.element(page.getByText('Not saved yet')).toBeInViewport({ ratio: 1 })
    await expect.element(page.getByRole('button', { name: 'Save Settings' })).toBeInViewport({ ratio: 1 })
  }
})
