import type { Role } from 'contract/permissions.ts'
import { RevenueTotals } from 'contract/revenue/revenue.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open } from '../testing/product.tsx'
import { sampleOf } from '../testing/samples.ts'

const openWithoutStore = (role: Role) =>
  open('/dashboard', role, { revenue: { totals: () => sampleOf(RevenueTotals, { hasOrders: false, store: null }) } })

test('without a store only those who can connect one are asked to', async () => {
  openWithoutStore('company_operator')
  await expect.element(page.getByText('Connect the online store to see revenue.')).toBeVisible()
  openWithoutStore('employee')
  await expect.element(page.getByText('Quick Actions')).toBeVisible()
  await expect.element(page.getByText(/online store/)).not.toBeInTheDocument()
})
