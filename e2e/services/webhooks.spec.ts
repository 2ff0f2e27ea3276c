import { expect } from '@playwright/test'
import { test } from '../journey.ts'
import { expectAccessible, people, signIn } from '../people.ts'

test('an operator adds a webhook, sees its secret once, sends a test event and reads why it did not arrive', async ({
  page,
}) => {
  await signIn(page, people.southOperator, '/integrations/webhooks')
  await page.getByRole('button', { name: 'New Webhook' }).click()
  const form = page.getByRole('dialog', { name: 'New Webhook' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Warehouse system')
  await form.getByRole('textbox', { name: 'Address' }).fill('https://hooks.invalid/operations')
  await form.getByRole('checkbox', { name: 'Parts' }).check()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create Webhook' }).click()
  const secret = page.getByRole('dialog', { name: 'The Secret of the Webhook' })
  await expect(secret.getByText(/^whsec_/)).toBeVisible()
  await secret.getByRole('button', { name: 'Done' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { name: /Warehouse system/ })).toBeVisible()
  await expect(page.getByText(/whsec_/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Send Test Event' }).click()
  await expect(page.getByText('The test event was not delivered')).toBeVisible()
  await page.getByText('Deliveries of the last 30 days').click()
  await page.getByText('webhook.test', { exact: true }).click()
  await page.getByRole('button', { name: 'Send Again' }).click()
  await expect(page.getByText('The event was not delivered')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Deliveries' }).getByText('webhook.test', { exact: true })).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('switch', { name: 'Warehouse system is on' }).click({ force: true })
  await expect(page.getByText('Webhook switched off')).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No webhooks yet')).toBeVisible()
})
