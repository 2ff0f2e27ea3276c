import { SopOverviewItem } from 'contract/sops/readings.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessible.ts'
import { boxOf, resize } from '../../testing/look.ts'
import { open } from '../../testing/product.tsx'
import { newId, pageWith, sampleOf } from '../../testing/samples.ts'

test('on a phone each SOP is a card that says who has read it, and nothing scrolls sideways', async () => {
  await resize(390, 844)
  const people = ['Emil Novak', 'Maya Torres', 'A person whose name is longer than the line', 'Noah'].map((name) => ({
    id: newId(),
    name,
  }))
  const standings = people.map(({ id }) => ({ userId: id, state: 'again' as const, version: 1, readAt: null }))
  const sops = ['Lockout', 'Month-end count'].map((title) =>
    sampleOf(SopOverviewItem, { title, publishedVersion: 2, standings, id: newId() }),
  )
  open('/sops/readings', 'company_operator', {
    sopReadings: { overview: () => ({ ...pageWith(sops), people }) },
  })
  const box = page.getByRole('region', { name: 'Who Has Read what' })
  await expect.element(box.getByText('Lockout')).toBeVisible()
  expect(box.element().scrollWidth).toBeLessThanOrEqual(box.element().clientWidth)
  for (const { name } of people) {
    const line = box.getByText(name, { exact: true }).last()
    await expect.element(line).toBeVisible()
    expect(boxOf(line).right).toBeLessThan(300)
  }
  await expect.element(box.getByText('To read again').first()).toBeInViewport()
  await expectAccessible()
})
