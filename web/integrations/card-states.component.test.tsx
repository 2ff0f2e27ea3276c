import { AssignedIntegration, Integration, TestResult } from 'contract/integrations/integrations.ts'
import { SyncRun } from 'contract/integrations/sync-runs.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { company, open } from '../testing/product.tsx'
import { sampleOf } from '../testing/samples.ts'

test('a failed sync is shown while its credentials are stored, and not beside other credentials or none', async () => {
  const failedAt = '2026-11-02T10:00:00.000Z'
  const lastRun = sampleOf(SyncRun, { state: 'failed', message: 'The key has expired', endedAt: failedAt })
  const of = (integrationName: Integration['integrationName'], lastCredentialUpdate: string | null) => ({
    ...{ integrationName, companyId: company.id, isEnabled: true, lastRun, lastCredentialUpdate },
    credentialsSaved: lastCredentialUpdate !== null,
  })
  const former = of('shipstation', null)
  const items = [former, of('google_calendar', '2026-11-03T10:00:00.000Z'), of('shopify', '2026-11-01T10:00:00.000Z')]
  const integrations = {
    list: () => ({ items: items.map((each) => sampleOf(Integration, each)) }),
    assigned: () => ({ items: [sampleOf(AssignedIntegration, former)] }),
  }
  open('/integrations', 'company_operator', { integrations })
  await expect.element(page.getByRole('region', { name: 'Shopify' }).getByText('The key has expired')).toBeVisible()
  expect(page.getByText('The key has expired').elements()).toHaveLength(1)
  open('/integrations/management', 'company_operator', { integrations })
  await expect.element(page.getByRole('listitem').filter({ hasText: 'ShipStation' })).toBeVisible()
  expect(page.getByText('The key has expired').elements()).toHaveLength(0)
})

test('while a connection is tested its badge says so, and then what the test has found', async () => {
  let integration = sampleOf(Integration, {
    ...{ integrationName: 'openai', companyId: company.id, credentialsSaved: true, status: 'connected' },
  })
  const answered = Promise.withResolvers<TestResult>()
  const integrations = { list: () => ({ items: [integration] }), test: () => answered.promise }
  open('/integrations', 'company_operator', { integrations })
  const card = page.getByRole('region', { name: 'OpenAI' })
  await expect.element(card.getByText('Connected', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: 'Test Connection' }).click()
  await expect.element(card.getByText('Connecting', { exact: true })).toBeVisible()
  integration = { ...integration, status: 'error' }
  answered.resolve(sampleOf(TestResult, { success: false, message: 'OpenAI did not answer in time' }))
  await expect.element(card.getByText('Error', { exact: true })).toBeVisible()
})

test('the card of QuickBooks says that its books are read although it is switched off', async () => {
  const connected = (integrationName: Integration['integrationName']) =>
    sampleOf(Integration, {
      ...{ integrationName, companyId: company.id, credentialsSaved: true, isConsented: true, status: 'connected' },
    })
  const items = [connected('quickbooks'), connected('shipstation')]
  open('/integrations', 'company_operator', { integrations: { list: () => ({ items }) } })
  const nothing = 'Next: switch it on. Until then nothing is read or sent.'
  await expect.element(page.getByRole('region', { name: 'ShipStation' }).getByText(nothing)).toBeVisible()
  const kept = 'Next: switch it on, so that the connection is checked and does not end.'
  await expect.element(page.getByRole('region', { name: 'QuickBooks' }).getByText(kept)).toBeVisible()
})
