import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fullLists } from '../../../testing/lists.ts'
import { resize } from '../../../testing/look.ts'
import { company, open, sessionOf } from '../../../testing/product.tsx'

test.each([
  ['without places has no list of them in its panel', false, 0],
  ['with places has their list in its panel', true, 1],
])('a company %s', async (_, hasPlaces, links) => {
  await resize(1440, 900)
  const session = { ...sessionOf('company_operator'), companies: [{ ...company, hasPlaces }] }
  const check = () => ({ role: session.role, companyId: company.id, companyCount: 1, refusesChanges: false })
  open('/inventory/movements', 'company_operator', { ...fullLists(), session: { get: () => session, check } })
  const panel = page.getByRole('navigation', { name: 'Inventory' })
  await expect.element(panel.getByRole('link', { name: 'Movements' })).toBeVisible()
  expect(panel.getByRole('link', { name: 'Places' }).elements()).toHaveLength(links)
})
