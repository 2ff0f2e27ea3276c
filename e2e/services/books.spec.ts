import { expect } from '@playwright/test'
import { test } from '../journey.ts'
import { expectAccessible, people, signIn } from '../people.ts'

test('an operator connects QuickBooks, reads the year, and sees which vendors are in both', async ({
  page,
  outside: { books },
}) => {
  await signIn(page, people.northOperator, '/integrations')
  const card = page.getByRole('region', { name: 'QuickBooks' })
  await card.getByRole('button', { name: 'Configure' }).click()
  await card.getByLabel('Client ID').fill(books.credentials.clientId)
  await card.getByLabel('Client Secret').fill(books.credentials.clientSecret)
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByRole('link', { name: 'Open books' })).toHaveCount(0)
  await card.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await card.getByRole('link', { name: 'Open books' }).click()

  await expect(page.getByRole('heading', { name: 'QuickBooks', level: 1 })).toBeVisible()
  await books.control.forgetCalls()
  await page.getByRole('button', { name: 'Read from QuickBooks' }).click()
  const months = page.getByRole('table', { name: 'Profit and loss by month' })
  await expect(months.getByRole('row', { name: /^January/ })).toBeVisible()
  await expect(months.getByRole('columnheader', { name: 'Store revenue' })).toBeVisible()
  await expect(page.getByText('North Supply LLC')).toBeVisible()
  await page.getByRole('button', { name: 'Compare with QuickBooks' }).click()
  await expect(page.getByRole('heading', { name: /Only in QuickBooks \d+/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: /Only here \d+/ })).toBeVisible()
  await expectAccessible(page)
})
