import { expect } from '@playwright/test'
import { test } from '../journey.ts'
import { enter, expectAccessible, people } from '../people.ts'

test('somebody finds an operation, reads it and tries it, with the session and with a token, within the policy', async ({
  page,
  product,
}) => {
  const before = product.log().length
  const elsewhere: string[] = []
  const note = (request: { url(): string }) => {
    if (!request.url().startsWith(product.address) && !request.url().startsWith('blob:')) elsewhere.push(request.url())
  }
  await enter(page, people.northOperator)
  const { companyId } = await (await page.request.get('/api/session')).json()
  page.on('request', note)
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { name: /\d+ operations/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'make one' })).toHaveAttribute('href', '/settings/account/tokens/new')
  await expect(page.getByRole('article')).not.toContainText('](')
  await expectAccessible(page)

  await page.getByLabel('Search operations').fill('add a part')
  await page.getByRole('link', { name: 'POST Add a part' }).click()
  await expect(page.getByRole('heading', { name: 'Add a part' })).toBeVisible()
  await expect(page.getByText('at most 100 characters').first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'companyId' })).toHaveValue(companyId)
  await page.getByRole('textbox', { name: 'Body' }).fill('{"name": "Tried valve", "partNumber": "TRY-1"}')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('status')).toContainText('201')
  await expect(page.getByRole('status')).toContainText('"TRY-1"')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('status')).toContainText('409')

  await page.getByLabel('Access token').fill('x'.repeat(43))
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('status')).toContainText('401')
  await page.getByLabel('Access token').fill('')

  await page.getByLabel('Search operations').fill('post movements')
  await page.getByRole('link', { name: 'POST Post movements of stock' }).click()
  await expect(page.getByText('has one effect, for ever')).toBeVisible()
  await expect(page.getByText('inventory:write')).toBeVisible()
  await page.getByText('NewMovement').click()
  await expect(page.getByText('what comes in is above 0')).toBeVisible()

  await page.getByLabel('Search operations').fill('list of parts as a file')
  await page.getByRole('link', { name: /GET The list of parts as a file/ }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('status')).toContainText('Tried valve')

  for (const [scheme, color] of [
    ['light', 'light'],
    ['dark', 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', color)
    await expectAccessible(page)
  }
  page.off('request', note)
  expect(elsewhere).toEqual([])
  expect(product.log().slice(before)).not.toContain('content policy broken')
})
