import { Webhook, WebhookDelivery } from 'contract/integrations/webhooks.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAlert } from '../../testing/look.ts'
import { open } from '../../testing/product.tsx'
import { sampleOf } from '../../testing/samples.ts'
import { fail } from '../../testing/server.ts'

const webhook = sampleOf(Webhook, {
  ...{ name: 'Warehouse', url: 'https://hooks.example.com/', kinds: ['part'], isEnabled: true },
  ...{ failingSince: null, switchedOffAt: null, previousUntil: null },
})

test('a company without webhooks is shown how to add one, and the secret is shown once', async () => {
  open('/integrations/webhooks', 'company_operator', {
    webhooks: { list: () => ({ items: [] }), create: () => ({ ...webhook, secret: 'whsec_abc' }) },
  })
  await page.getByRole('button', { name: 'New Webhook' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Warehouse')
  await page.getByRole('textbox', { name: 'Address' }).fill('http://hooks.example.com/')
  await page.getByRole('button', { name: 'Create Webhook' }).click()
  await expect.element(page.getByText(/starts with https/)).toBeVisible()
  await expect.element(page.getByText('Choose at least one kind')).toBeVisible()
  await page.getByRole('textbox', { name: 'Address' }).fill('https://hooks.example.com/')
  await page.getByRole('checkbox', { name: 'Parts' }).click()
  await page.getByRole('button', { name: 'Create Webhook' }).click()
  await expect.element(page.getByText('whsec_abc')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect.element(page.getByText('whsec_abc')).not.toBeInTheDocument()
})

test('the log shows what was sent and how it ended, and an event can be sent again', async () => {
  const failed = sampleOf(WebhookDelivery, {
    ...{ type: 'part.changed', isSuccess: false, httpStatus: 500, message: 'The receiver answered 500' },
    ...{ answer: 'out of order', body: '{"id":"1"}' },
  })
  let sent = 0
  open('/integrations/webhooks', 'company_operator', {
    webhooks: {
      list: () => ({ items: [{ ...webhook, failingSince: '2026-11-01T10:00:00Z' }] }),
      listDeliveries: () => ({ items: [failed], next: null }),
      sendAgain: () => {
        sent++
        return { ...failed, isSuccess: true }
      },
    },
  })
  await expect.element(page.getByText(/Failing; next try/)).toBeVisible()
  await page.getByText('Deliveries of the last 30 days').click()
  await page.getByText('part.changed').click()
  await expect.element(page.getByText('out of order')).toBeVisible()
  await page.getByRole('button', { name: 'Send Again' }).click()
  await expect.element(page.getByText('Event delivered')).toBeVisible()
  expect(sent).toBe(1)
})

test('webhooks that could not be loaded are not shown as none', async () => {
  open('/integrations/webhooks', 'company_operator', { webhooks: { list: fail } })
  await expectAlert('Failed to load webhooks')
})
