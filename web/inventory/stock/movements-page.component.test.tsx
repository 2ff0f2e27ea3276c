import { ListedLocation } from 'contract/inventory/locations.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fullLists } from '../../testing/lists.ts'
import { resize } from '../../testing/look.ts'
import { open } from '../../testing/product.tsx'
import { pageWith, sampleOf } from '../../testing/samples.ts'

test.each([
  ['without places does not show their list', [], 0],
  ['with places shows their list', [sampleOf(ListedLocation, { code: 'A-01', name: 'Shelf' })], 1],
] as const)('the screen of movements of a company %s', async (_, places, links) => {
  await resize(1440, 900)
  let isAnswered = false
  const list = () => {
    isAnswered = true
    return pageWith([...places])
  }
  open('/inventory/movements', 'company_operator', { ...fullLists(), locations: { list } })
  await expect.element(page.getByRole('heading', { name: 'Stock Movements' })).toBeVisible()
  await expect.poll(() => isAnswered).toBe(true)
  await expect.poll(() => page.getByRole('link', { name: 'Places', exact: true }).elements().length).toBe(links)
})
