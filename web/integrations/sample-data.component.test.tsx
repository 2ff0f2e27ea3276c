import { Integration } from 'contract/integrations/integrations.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { company, open } from '../testing/product.tsx'
import { sampleOf } from '../testing/samples.ts'

test('the card of a store that came with the demo says so, and offers nothing that cannot work', async () => {
  const store = sampleOf(Integration, {
    ...{ integrationName: 'shopify', companyId: company.id, isEnabled: true },
    ...{ credentialsSaved: false, status: 'connected' },
  })
  open('/integrations', 'company_operator', { integrations: { list: () => ({ items: [store] }) } })
  const card = page.getByRole('region', { name: 'Shopify' })
  await expect.element(card.getByText('Sample data', { exact: true })).toBeVisible()
  await expect.element(card.getByText(/made up for the demo/)).toBeVisible()
  await expect.element(card.getByRole('button', { name: 'Remove Sample Data' })).toBeVisible()
  for (const name of ['Test Connection', 'Sync Now', 'Disconnect'])
    await expect.element(card.getByRole('button', { name })).not.toBeInTheDocument()
})
