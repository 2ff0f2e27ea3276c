import { IntegrationCall } from 'contract/integrations/calls.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open } from '../testing/product.tsx'
import { sampleOf } from '../testing/samples.ts'

test('an error is not lost among a hundred looks for a result: they are one line, which opens', async () => {
  const call = (number: number, status: IntegrationCall['status'], message: string) =>
    sampleOf(IntegrationCall, {
      ...{ id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` },
      ...{ integrationName: 'shopify', at: '2026-11-01T10:00:00Z', status, message },
    })
  const looks = Array.from({ length: 100 }, (_, number) =>
    call(number, 'success', 'Look whether Shopify is ready succeeded'),
  )
  const items = looks.toSpliced(60, 0, call(100, 'error', 'Read all orders failed: status 503'))
  open('/integrations/logs', 'company_operator', { integrationCalls: { list: () => ({ items, next: null }) } })
  const line = (times: number) => page.getByText(new RegExp(`is ready succeeded · ${times} times$`))
  await expect.element(line(60)).toBeVisible()
  await expect.element(line(40)).toBeVisible()
  await expect.element(page.getByText('Read all orders failed: status 503')).toBeVisible()
  await expect
    .element(page.getByText('Look whether Shopify is ready succeeded', { exact: true }).first())
    .not.toBeVisible()
  await line(60).click()
  await expect.element(page.getByText('Look whether Shopify is ready succeeded', { exact: true }).first()).toBeVisible()
})
