import type { Role } from 'contract/permissions.ts'
import { RevenueTotals } from 'contract/revenue/revenue.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open } from '../testing/product.tsx'
import { sampleOf } from '../testing/samples.ts'

const openWithoutStore = (role: Role) =>
  open('/dashboard', role, { revenue: { totals: () => sampleOf(RevenueTotals, { hasOrders: false, store: null }) } })

// product.md 18; who cannot connect a store is told whom to ask.
test('without a store everybody is told what will be there, and those who can connect one find the way', async () => {
  openWithoutStore('company_operator')
  const announced = 'Company-specific features will be implemented.'
  await expect.element(page.getByText(`${announced} Connect the online store to see revenue.`)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Configure Integrations' }).first()).toBeVisible()
  for (const role of ['manager', 'employee'] as const) {
    openWithoutStore(role)
    const asked = `${announced} Ask an operator to connect the online store to see revenue.`
    await expect.element(page.getByText(asked)).toBeVisible()
  }
})
